import type { PageRequest } from '../../kernel/paging.ts'
import type { AutomationApi } from './automation-api.ts'
import { AutomationFailure } from './automation-failure.ts'
import type { JobTemplateEntry, JobTemplates } from './automation-server.ts'
import { fieldsOf, resultsOf, textOf, unreadable } from './read-job.ts'

type Wanted = { readonly search: string | undefined; readonly page: PageRequest }

/** One page of the job templates that the account can see, by name. */
export async function readJobTemplates(
  api: AutomationApi,
  { search, page: { page, size } }: Wanted,
  signal: AbortSignal,
): Promise<JobTemplates> {
  const query = new URLSearchParams({ order_by: 'name,id', page: String(page), page_size: String(size) })
  if (search !== undefined && search !== '') query.set('name__icontains', search)
  try {
    const answer = await api.read(`job_templates/?${query.toString()}`, { signal })
    const items = resultsOf(answer).map(readEntry)
    const { count } = fieldsOf(answer)
    return { count: Number.isSafeInteger(count) ? Number(count) : items.length, items }
  } catch (error: unknown) {
    // A page past the end is missing like a place that does not exist.
    if (page > 1 && error instanceof AutomationFailure && error.httpStatus === 404) return { count: 0, items: [] }
    throw error
  }
}

function readEntry(json: unknown): JobTemplateEntry {
  const fields = fieldsOf(json)
  const { id } = fields
  if (typeof id !== 'number' || !Number.isSafeInteger(id)) throw unreadable()
  return {
    id,
    name: textOf(fields.name),
    description: textOf(fields.description),
    playbook: textOf(fields.playbook),
    canStart: mayStart(json),
    takesVariables: fields.ask_variables_on_launch === true || fields.survey_enabled === true,
  }
}

/** False for every job template if the token may only read. */
export function mayStart(template: unknown): boolean {
  const summary = fieldsOf(template).summary_fields ?? {}
  const capabilities = fieldsOf(summary).user_capabilities ?? {}
  return fieldsOf(capabilities).start !== false
}
