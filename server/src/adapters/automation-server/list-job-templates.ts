import type { PageRequest } from '../../kernel/paging.ts'
import type { AutomationApi } from './automation-api.ts'
import { AutomationFailure } from './automation-failure.ts'
import type { JobTemplateEntry, JobTemplates } from './automation-server.ts'
import { jobFields, resultsOf, jobText, unreadableJob } from './read-job.ts'

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
    const { count } = jobFields(answer)
    return { count: Number.isSafeInteger(count) ? Number(count) : items.length, items }
  } catch (error: unknown) {
    // A page past the end is missing like a place that does not exist.
    if (page > 1 && error instanceof AutomationFailure && error.httpStatus === 404) return { count: 0, items: [] }
    throw error
  }
}

function readEntry(json: unknown): JobTemplateEntry {
  const fields = jobFields(json)
  const { id } = fields
  if (typeof id !== 'number' || !Number.isSafeInteger(id)) throw unreadableJob()
  return {
    id,
    name: jobText(fields.name),
    description: jobText(fields.description),
    playbook: jobText(fields.playbook),
    canStart: mayStart(json),
    takesVariables: fields.ask_variables_on_launch === true || fields.survey_enabled === true,
  }
}

/** False for every job template if the token may only read. */
export function mayStart(template: unknown): boolean {
  const summary = jobFields(template).summary_fields ?? {}
  const capabilities = jobFields(summary).user_capabilities ?? {}
  return jobFields(capabilities).start !== false
}
