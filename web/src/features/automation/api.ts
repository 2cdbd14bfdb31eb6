import { queryOptions } from '@tanstack/react-query'
import type { Heddle } from '../../lib/api/heddle.ts'
import { readWithTag } from '../../lib/api/read-with-tag.ts'
import type { Wire } from '../../lib/api/wire.ts'
import { hasEnded } from './request-states.ts'

/** Everything about automation is under it. */
export const AUTOMATION_KEY = ['automation'] as const
export const REQUESTS_PER_PAGE = 50
export const ROWS_PER_PAGE = 100

const LAST_REQUESTS = 5
const BUSY_MS = 4_000
const CHECK_MS = 2_000

/** The list looks again while something in it goes on. */
export const requestList = (heddle: Heddle, query: Wire.AutomationRequestListQuery) =>
  queryOptions({
    queryKey: [...AUTOMATION_KEY, 'requests', 'list', query],
    queryFn: ({ signal }) => heddle.automation.requests.list({ ...query, page_size: REQUESTS_PER_PAGE }, { signal }),
    placeholderData: (before) => before,
    refetchInterval: ({ state }) =>
      state.data?.results.some(({ status }) => status === 'running') === true ? BUSY_MS : false,
  })

/** The newest requests, of one template or of all. */
export const lastRequests = (heddle: Heddle, template?: string) =>
  queryOptions({
    queryKey: [...AUTOMATION_KEY, 'requests', 'last', template],
    queryFn: async ({ signal }) => {
      const query = { page_size: LAST_REQUESTS, ...(template !== undefined && { template }) }
      return (await heddle.automation.requests.list(query, { signal })).results
    },
    refetchInterval: ({ state }) => (state.data?.some(({ status }) => status === 'running') === true ? BUSY_MS : false),
  })

/** After its end, a request changes only while its source is being checked, which no channel tells. */
export const requestDetail = (heddle: Heddle, id: string) =>
  queryOptions({
    queryKey: [...AUTOMATION_KEY, 'requests', 'detail', id],
    queryFn: ({ signal }) => heddle.automation.requests.get(id, { signal }),
    refetchInterval: ({ state: { data } }) =>
      data && hasEnded(data.status) && data.verification?.status === 'pending' ? CHECK_MS : false,
  })

export const requestRows = (heddle: Heddle, id: string, page: number) =>
  queryOptions({
    queryKey: [...AUTOMATION_KEY, 'requests', 'rows', id, page],
    queryFn: ({ signal }) => heddle.automation.requests.rows(id, { page, page_size: ROWS_PER_PAGE }, { signal }),
    placeholderData: (before) => before,
    staleTime: Infinity,
  })

export const executionList = (heddle: Heddle, request: string, page: number) =>
  queryOptions({
    queryKey: [...AUTOMATION_KEY, 'executions', 'list', request, page],
    queryFn: ({ signal }) => heddle.automation.executions.list({ request, page, page_size: ROWS_PER_PAGE }, { signal }),
    placeholderData: (before) => before,
  })

export const executionDetail = (heddle: Heddle, id: string) =>
  queryOptions({
    queryKey: [...AUTOMATION_KEY, 'executions', 'detail', id],
    queryFn: ({ signal }) => heddle.automation.executions.get(id, { signal }),
  })

/** The templates that the user may launch, by name. */
export const templateNames = (heddle: Heddle) =>
  queryOptions({
    queryKey: [...AUTOMATION_KEY, 'templates', 'all'],
    queryFn: ({ signal }) =>
      Array.fromAsync(heddle.automation.templates.all({ page_size: 200, ordering: 'name' }, { signal })),
    staleTime: 60_000,
  })

export const TEMPLATES_PER_PAGE = 50

export const templateList = (heddle: Heddle, query: Wire.AutomationTemplateListQuery) =>
  queryOptions({
    queryKey: [...AUTOMATION_KEY, 'templates', 'list', query],
    queryFn: ({ signal }) => heddle.automation.templates.list({ ...query, page_size: TEMPLATES_PER_PAGE }, { signal }),
    placeholderData: (before) => before,
  })

export const templateDetail = (heddle: Heddle, id: string) =>
  queryOptions({
    queryKey: [...AUTOMATION_KEY, 'templates', 'detail', id],
    queryFn: ({ signal }) => heddle.automation.templates.get(id, { signal }),
    staleTime: 60_000,
  })

/** With the tag of what was read, for `If-Match`. */
export type ReadTemplate = Wire.AutomationTemplate & { readonly etag: string }

/** What a form begins with: always read anew, and not again while one types. */
export const editedTemplate = (heddle: Heddle, id: string) =>
  queryOptions({
    queryKey: [...AUTOMATION_KEY, 'edited-template', id],
    queryFn: ({ signal }): Promise<ReadTemplate> =>
      readWithTag((options) => heddle.automation.templates.get(id, { ...options, signal })),
    gcTime: 0,
    staleTime: Infinity,
  })

export const templateCategories = (heddle: Heddle) =>
  queryOptions({
    queryKey: [...AUTOMATION_KEY, 'categories'],
    queryFn: ({ signal }) =>
      Array.fromAsync(heddle.automation.categories.all({ page_size: 200, ordering: 'name' }, { signal })),
    staleTime: 60_000,
  })

export const columnTemplates = (heddle: Heddle) =>
  queryOptions({
    queryKey: [...AUTOMATION_KEY, 'column-templates'],
    queryFn: ({ signal }) =>
      Array.fromAsync(heddle.automation.columnTemplates.all({ page_size: 200, ordering: 'name' }, { signal })),
    staleTime: 60_000,
  })

/** All lists of values, by name; a list may have very many values. */
export const validationListNames = (heddle: Heddle) =>
  queryOptions({
    queryKey: [...AUTOMATION_KEY, 'validation-lists', 'names'],
    queryFn: ({ signal }): Promise<readonly Pick<Wire.ValidationList, 'id' | 'name'>[]> =>
      Array.fromAsync(
        heddle.automation.validationLists.all({ page_size: 200, ordering: 'name', fields: 'name' }, { signal }),
      ),
    staleTime: 60_000,
  })

/** All lists of values without the values. */
export const validationLists = (heddle: Heddle) =>
  queryOptions({
    queryKey: [...AUTOMATION_KEY, 'validation-lists', 'all'],
    queryFn: ({ signal }): Promise<readonly Omit<Wire.ValidationList, 'values'>[]> =>
      Array.fromAsync(
        heddle.automation.validationLists.all(
          { page_size: 200, ordering: 'name', fields: 'name,description,source,refreshed_at' },
          { signal },
        ),
      ),
  })

export const regexPatterns = (heddle: Heddle) =>
  queryOptions({
    queryKey: [...AUTOMATION_KEY, 'regex-patterns', 'all'],
    queryFn: ({ signal }) =>
      Array.fromAsync(heddle.automation.regexPatterns.all({ page_size: 200, ordering: 'name' }, { signal })),
    staleTime: 60_000,
  })

/** All groups, which only administrators may list. */
export const groupNames = (heddle: Heddle) =>
  queryOptions({
    queryKey: [...AUTOMATION_KEY, 'groups'],
    queryFn: ({ signal }) => Array.fromAsync(heddle.auth.groups.all({ page_size: 200, ordering: 'name' }, { signal })),
    staleTime: 60_000,
  })

export const validationList = (heddle: Heddle, id: string) =>
  queryOptions({
    queryKey: [...AUTOMATION_KEY, 'validation-lists', id],
    queryFn: ({ signal }) => heddle.automation.validationLists.get(id, { signal }),
    staleTime: 60_000,
  })

/** Those whose names have this text, on the automation server itself, which is asked. */
export const jobTemplates = (heddle: Heddle, connection: string, search: string) =>
  queryOptions({
    queryKey: [...AUTOMATION_KEY, 'job-templates', connection, search],
    queryFn: ({ signal }) =>
      heddle.automation.connections.jobTemplates(
        connection,
        { page_size: 20, ...(search !== '' && { search }) },
        { signal },
      ),
    placeholderData: (before) => before,
    staleTime: 60_000,
    retry: false,
  })
