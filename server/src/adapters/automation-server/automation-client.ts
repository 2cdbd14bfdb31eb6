import type { AutomationApi, ReadOptions } from './automation-api.ts'
import { type AutomationServer, type Job, type JobKind, type JobRef } from './automation-server.ts'
import type { AutomationSettings } from './automation-options.ts'
import { A_PAGE, checkStatus, isPage, readJson } from './check-answer.ts'
import {
  type OnUnknownStatus,
  fieldsOf,
  readEvents,
  readJob,
  readJobDetail,
  readLaunched,
  resultsOf,
} from './read-job.ts'
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

export function createAutomationServer(
  api: AutomationApi,
  { logger, maxPageBytes }: AutomationSettings,
  connectionId: string,
): AutomationServer {
  const seen = new Set<string>()
  const onUnknownStatus: OnUnknownStatus = (status) => {
    if (seen.has(status)) return
    seen.add(status)
    logger.warn(
      { connection_id: connectionId, status },
      'the automation server reports an unknown job status, taken as running',
    )
  }

  /** All pages of a list. A list that is not there says nothing about its entries. */
  async function* list(place: string, options: ReadOptions): AsyncGenerator {
    let next: string | undefined = place
    for (let pages = 0; next !== undefined && pages < MOST_PAGES; pages++) {
      const page: unknown = await api.read(next, options).catch((error: unknown) => {
        throw asMissingList(error)
      })
      yield* resultsOf(page)
      const link = fieldsOf(page).next
      next = typeof link === 'string' && link !== '' ? link : undefined
    }
  }

  function asMissingList(error: unknown): unknown {
    if (!(error instanceof AutomationFailure) || error.httpStatus !== 404) return error
    api.forgetPrefix()
    return new AutomationFailure(
      'unreachable',
      `The automation server has no API where it is expected: ${error.message}`,
      404,
    )
  }

  async function jobs(kind: JobKind, ids: readonly number[], signal: AbortSignal): Promise<readonly Job[]> {
    if (ids.length === 0) return []
    const found: Job[] = []
    const place = `${PLACES[kind]}/?id__in=${ids.join(',')}&page_size=${PAGE_SIZE}`
    try {
      const options = { signal, isRetried: false, ...(ids.length > 1 && { maxBytes: maxPageBytes }) }
      for await (const entry of list(place, options)) {
        found.push(readJob(entry, kind, onUnknownStatus))
        if (found.length === ids.length) break
      }
      return found
    } catch (error: unknown) {
      if (!(error instanceof AnswerTooBig) || ids.length === 1) throw error
      const half = Math.ceil(ids.length / 2)
      return [...(await jobs(kind, ids.slice(0, half), signal)), ...(await jobs(kind, ids.slice(half), signal))]
    }
  }

  async function* recentJobs(jobTemplateId: number, signal: AbortSignal): AsyncGenerator<Job> {
    const order = `order_by=-id&page_size=${SEARCH_PAGE_SIZE}`
    try {
      yield* recent('workflow_job', `workflow_jobs/?job_template=${jobTemplateId}&${order}`, signal)
    } catch (error: unknown) {
      // An account may see jobs but no workflow jobs, and an old version does not know the filter.
      if (!(error instanceof AutomationFailure) || !NO_SUCH_LIST.has(error.httpStatus ?? 0)) throw error
    }
    yield* recent('job', `job_templates/${jobTemplateId}/jobs/?${order}`, signal)
  }

  async function* recent(kind: JobKind, place: string, signal: AbortSignal): AsyncGenerator<Job> {
    // What is started meanwhile moves entries to the next page.
    let last = Infinity
    for await (const entry of list(place, { signal })) {
      const job = readJob(entry, kind, onUnknownStatus)
      if (job.id >= last) continue
      last = job.id
      yield job
    }
  }

  return {
    launch: async (jobTemplateId, extraVars, signal) => {
      const answer = await api.act(`job_templates/${jobTemplateId}/launch/`, { extra_vars: extraVars }, signal)
      return readLaunched(readJson(answer), onUnknownStatus)
    },

    jobs,

    job: async (ref, signal) => readJobDetail(await api.read(placeOf(ref), { signal }), ref.kind, onUnknownStatus),

    cancel: async (ref, signal) => {
      const answer = await api.act(`${placeOf(ref)}cancel/`, undefined, signal)
      // Both for a job that has ended: the second, for an account that may not cancel jobs that have ended.
      if (answer.status === 405 || answer.status === 403) return 'refused'
      checkStatus(answer)
      if (isPage(answer)) throw new AutomationFailure('lost_answer', A_PAGE, answer.status)
      return 'accepted'
    },

    events: async (ref, after, signal) => {
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
    },

    output: (ref, signal) => readOutput(api, ref, signal),

    recentJobs,
  }
}
