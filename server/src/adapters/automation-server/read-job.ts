import {
  type AutomationJob,
  type JobDetail,
  type JobEvent,
  type JobKind,
  JOB_STATUSES,
  type JobStatus,
  type Launched,
} from './automation-server.ts'
import { AutomationFailure } from './automation-failure.ts'

/** Called with a status that no version of the API had when this was written. */
export type OnUnknownStatus = (status: string) => void

type Fields = Readonly<Record<string, unknown>>

const UNREADABLE = 'The answer of the automation server does not look like its API.'

/** The answer to a launch: the key names the kind of job, and the job itself follows. */
export function readLaunched(json: unknown, onUnknownStatus: OnUnknownStatus): Launched {
  const fields = jobFields(json)
  const kind: JobKind =
    Number.isSafeInteger(fields.workflow_job) || fields.type === 'workflow_job' ? 'workflow_job' : 'job'
  const id = [fields[kind], fields.id].find((value) => Number.isSafeInteger(value))
  const ignored =
    isObject(fields.ignored_fields) && Object.keys(fields.ignored_fields).length > 0 ? fields.ignored_fields : undefined
  return { job: readJob({ status: 'pending', ...fields, id }, kind, onUnknownStatus), ignoredFields: ignored }
}

export function readJob(json: unknown, kind: JobKind, onUnknownStatus: OnUnknownStatus): AutomationJob {
  const fields = jobFields(json)
  const { id, extra_vars } = fields
  if (typeof id !== 'number' || !Number.isSafeInteger(id)) throw unreadableJob()
  return {
    id,
    kind,
    status: readStatus(fields.status, onUnknownStatus),
    startedAt: readTime(fields.started),
    finishedAt: readTime(fields.finished),
    createdAt: readTime(fields.created),
    explanation: jobText(fields.job_explanation),
    revision: jobText(fields.scm_revision),
    // Read only when asked for: a page of jobs may carry megabytes of them.
    get extraVars() {
      return readVariables(extra_vars)
    },
  }
}

export function readJobDetail(json: unknown, kind: JobKind, onUnknownStatus: OnUnknownStatus): JobDetail {
  const fields = jobFields(json)
  const finished = fields.event_processing_finished
  // Not spread: that would read the extra variables.
  return Object.assign(readJob(json, kind, onUnknownStatus), {
    eventsFinished: typeof finished === 'boolean' ? finished : undefined,
    artifacts: fields.artifacts,
    traceback: jobText(fields.result_traceback),
  })
}

export function readEvents(json: unknown): readonly JobEvent[] {
  const events = resultsOf(json).map((event) => {
    const { counter, stdout } = jobFields(event)
    if (typeof counter !== 'number' || !Number.isSafeInteger(counter)) throw unreadableJob()
    return { counter, stdout: jobText(stdout) }
  })
  return events.sort((a, b) => a.counter - b.counter)
}

export function resultsOf(json: unknown): readonly unknown[] {
  const { results } = jobFields(json)
  if (!Array.isArray(results)) throw unreadableJob()
  return results
}

export function jobFields(json: unknown): Fields {
  if (!isObject(json)) throw unreadableJob()
  return json
}

export const unreadableJob = (): AutomationFailure => new AutomationFailure('lost_answer', UNREADABLE)

/** A status from a later version is not an end that we know, so the job is followed further. */
function readStatus(status: unknown, onUnknownStatus: OnUnknownStatus): JobStatus {
  const known = JOB_STATUSES.find((one) => one === status)
  if (known !== undefined) return known
  if (typeof status !== 'string') throw unreadableJob()
  onUnknownStatus(status)
  return 'running'
}

/** Microseconds and either way to write UTC are fine; what cannot be read is as good as absent. */
function readTime(value: unknown): Date | null {
  const time = typeof value === 'string' ? new Date(value) : undefined
  return time === undefined || Number.isNaN(time.getTime()) ? null : time
}

/** A text of JSON, or, from other versions, an object. */
function readVariables(value: unknown): Fields | undefined {
  const json = typeof value === 'string' ? parse(value) : value
  return isObject(json) ? json : undefined
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // YAML, or cut by the server: reported as absent.
    return undefined
  }
}

export const jobText = (value: unknown): string => (typeof value === 'string' ? value : '')

const isObject = (json: unknown): json is Record<string, unknown> =>
  typeof json === 'object' && json !== null && !Array.isArray(json)
