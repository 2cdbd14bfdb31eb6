import type { AutomationApi, ReadOptions } from './automation-api.ts'
import type { AutomationServer, AutomationJob, JobEvent, JobKind, JobRef } from './automation-server.ts'
import type { AutomationSettings } from './automation-options.ts'
import { A_PAGE, checkStatus, isPage, readJson } from './check-answer.ts'
import {
  type OnUnknownStatus,
  jobFields,
  readEvents,
  readJob,
  readJobDetail,
  readLaunched,
  resultsOf,
} from './read-job.ts'
import { readJobTemplates } from './list-job-templates.ts'
import { readOutput } from './read-output.ts'
import { AnswerTooBig } from './wire-failure.ts'
import { AutomationFailure } from './automation-failure.ts'

/** The largest page that servers answer. */
const PAGE_SIZE = 200
/** With their variables, jobs may be large, and the one that is looked for is on the first page. */
const SEARCH_PAGE_SIZE = 25
/** Events carry what modules answered, which may be large: then fewer are asked for. */
const EVENT_PAGE_SIZES = [PAGE_SIZE, 20, 1] as const

/** No list is that long: its links lead in circles. */
const MOST_PAGES = 1000
const NO_SUCH_LIST = new Set([400, 403, 404])

const PLACES: Readonly<Record<JobKind, string>> = { job: 'jobs', workflow_job: 'workflow_jobs' }
const placeOf = ({ kind, id }: JobRef): string => `${PLACES[kind]}/${id}/`

/** What the calls of one server share. */
type Wire = {
  readonly api: AutomationApi
  readonly maxPageBytes: number
  readonly onUnknownStatus: OnUnknownStatus
}

export function createAutomationServer(
  api: AutomationApi,
  { logger, maxPageBytes }: AutomationSettings,
  connectionId: string,
): AutomationServer {
  const onUnknownStatus = warnOnceOfStatus(logger, connectionId)
  const wire = { api, maxPageBytes, onUnknownStatus }
  return {
    launch: async (jobTemplateId, extraVars, signal) => {
      const answer = await api.act(`job_templates/${jobTemplateId}/launch/`, { extra_vars: extraVars }, signal)
      return readLaunched(readJson(answer), onUnknownStatus)
    },
    jobs: (kind, ids, signal) => readJobs(wire, kind, ids, signal),
    job: async (ref, signal) => readJobDetail(await api.read(placeOf(ref), { signal }), ref.kind, onUnknownStatus),
    cancel: (ref, signal) => cancelJob(api, ref, signal),
    events: (ref, after, signal) => readJobEvents(wire, ref, after, signal),
    output: (ref, signal) => readOutput(api, ref, signal),
    jobTemplates: (wanted, signal) => readJobTemplates(api, wanted, signal),
    recentJobs: (jobTemplateId, signal) => readRecentJobs(wire, jobTemplateId, signal),
  }
}

function warnOnceOfStatus(logger: AutomationSettings['logger'], connectionId: string): OnUnknownStatus {
  const seen = new Set<string>()
  return (status) => {
    if (seen.has(status)) return
    seen.add(status)
    logger.warn(
      { connection_id: connectionId, status },
      'the automation server reports an unknown job status, taken as running',
    )
  }
}

async function readJobs(
  wire: Wire,
  kind: JobKind,
  ids: readonly number[],
  signal: AbortSignal,
): Promise<readonly AutomationJob[]> {
  if (ids.length === 0) return []
  const found: AutomationJob[] = []
  const place = `${PLACES[kind]}/?id__in=${ids.join(',')}&page_size=${PAGE_SIZE}`
  try {
    const options = { signal, isRetried: false, ...(ids.length > 1 && { maxBytes: wire.maxPageBytes }) }
    for await (const entry of listEntries(wire, place, options)) {
      found.push(readJob(entry, kind, wire.onUnknownStatus))
      if (found.length === ids.length) break
    }
    return found
  } catch (error: unknown) {
    if (!(error instanceof AnswerTooBig) || ids.length === 1) throw error
    const half = Math.ceil(ids.length / 2)
    return [
      ...(await readJobs(wire, kind, ids.slice(0, half), signal)),
      ...(await readJobs(wire, kind, ids.slice(half), signal)),
    ]
  }
}

async function cancelJob(api: AutomationApi, ref: JobRef, signal: AbortSignal): Promise<'accepted' | 'refused'> {
  const answer = await api.act(`${placeOf(ref)}cancel/`, undefined, signal)
  // Both for a job that has ended: the second, for an account that may not cancel jobs that have ended.
  if (answer.status === 405 || answer.status === 403) return 'refused'
  checkStatus(answer)
  if (isPage(answer)) throw new AutomationFailure('lost_answer', A_PAGE, answer.status)
  return 'accepted'
}

async function readJobEvents(
  { api, maxPageBytes }: Wire,
  ref: JobRef,
  after: number,
  signal: AbortSignal,
): Promise<readonly JobEvent[]> {
  // A workflow job has none: its jobs do.
  if (ref.kind === 'workflow_job') return []
  for (const size of EVENT_PAGE_SIZES) {
    const place = `${placeOf(ref)}job_events/?order_by=counter&counter__gt=${after}&page_size=${size}&no_truncate=true`
    try {
      return readEvents(await api.read(place, { signal, ...(size > 1 && { maxBytes: maxPageBytes }) }))
    } catch (error: unknown) {
      if (!(error instanceof AnswerTooBig)) throw error
    }
  }
  throw new AnswerTooBig()
}

async function* readRecentJobs(wire: Wire, jobTemplateId: number, signal: AbortSignal): AsyncGenerator<AutomationJob> {
  const order = `order_by=-id&page_size=${SEARCH_PAGE_SIZE}`
  try {
    yield* readNewest(wire, 'workflow_job', `workflow_jobs/?job_template=${jobTemplateId}&${order}`, signal)
  } catch (error: unknown) {
    // An account may see jobs but no workflow jobs, and an old version does not know the filter.
    if (!(error instanceof AutomationFailure) || !NO_SUCH_LIST.has(error.httpStatus ?? 0)) throw error
  }
  yield* readNewest(wire, 'job', `job_templates/${jobTemplateId}/jobs/?${order}`, signal)
}

async function* readNewest(
  wire: Wire,
  kind: JobKind,
  place: string,
  signal: AbortSignal,
): AsyncGenerator<AutomationJob> {
  // What is started meanwhile moves entries to the next page.
  let last = Infinity
  for await (const entry of listEntries(wire, place, { signal })) {
    const job = readJob(entry, kind, wire.onUnknownStatus)
    if (job.id >= last) continue
    last = job.id
    yield job
  }
}

/** All pages of a list. A list that is not there says nothing about its entries. */
async function* listEntries({ api }: Wire, place: string, options: ReadOptions): AsyncGenerator {
  let next: string | undefined = place
  for (let pages = 0; next !== undefined && pages < MOST_PAGES; pages++) {
    const page: unknown = await api.read(next, options).catch((error: unknown) => {
      throw asMissingList(api, error)
    })
    yield* resultsOf(page)
    const link = jobFields(page).next
    next = typeof link === 'string' && link !== '' ? link : undefined
  }
}

function asMissingList(api: AutomationApi, error: unknown): unknown {
  if (!(error instanceof AutomationFailure) || error.httpStatus !== 404) return error
  api.forgetPrefix()
  return new AutomationFailure(
    'unreachable',
    `The automation server has no API where it is expected: ${error.message}`,
    404,
  )
}
