import type { PageOf, PageRequest } from '../../kernel/paging.ts'
import type { SecretLike } from '../secrets/secret.ts'

/** What is needed to reach an automation server; only the adapter uses the token. */
export type AutomationTarget = {
  readonly connectionId: string
  readonly baseUrl: string
  /** Null: the server is asked where its API is. */
  readonly apiPrefix: string | null
  readonly username: string
  readonly authMethod: 'token' | 'password'
  readonly token: SecretLike | null
  readonly verifySsl: boolean
  readonly caCertificate: string | null
  /** Changes with everything above. */
  readonly revision: string
}

export type JobKind = 'job' | 'workflow_job'
export type JobRef = { readonly id: number; readonly kind: JobKind }

export const JOB_STATUSES = [
  'new',
  'pending',
  'waiting',
  'running',
  'successful',
  'failed',
  'error',
  'canceled',
] as const
/** In the automation server's own spelling. */
export type JobStatus = (typeof JOB_STATUSES)[number]

/** What a list of jobs says about one. */
export type AutomationJob = JobRef & {
  readonly status: JobStatus
  readonly startedAt: Date | null
  readonly finishedAt: Date | null
  /** Why it failed before it ran, in the server's words; empty if nothing was said. */
  readonly explanation: string
  /** Commit of the project; empty until known. */
  readonly revision: string
  /** As the server holds it: template, survey and ours together; undefined if it is not an object. */
  readonly extraVars: Readonly<Record<string, unknown>> | undefined
  readonly createdAt: Date | null
}

/** What only the detail of one job says. */
export type JobDetail = AutomationJob & {
  /** All output is stored; undefined if the server does not say. */
  readonly eventsFinished: boolean | undefined
  /** What `set_stats` left; a text when hidden. */
  readonly artifacts: unknown
  readonly traceback: string
}

export type Launched = {
  readonly job: AutomationJob
  /** What the job template did not take although the job started; undefined if nothing. */
  readonly ignoredFields: Readonly<Record<string, unknown>> | undefined
}

export type JobEvent = { readonly counter: number; readonly stdout: string }

/** What a list of job templates says about one. */
export type JobTemplateEntry = {
  readonly id: number
  readonly name: string
  readonly description: string
  readonly playbook: string
  readonly canStart: boolean
  /** It prompts for variables or has a survey; else it ignores what a launch sends. */
  readonly takesVariables: boolean
}
export type JobTemplates = PageOf<JobTemplateEntry>

/** The API of one automation server. Everything rejects with an `AutomationFailure` of the kernel. */
export type AutomationServer = {
  /** Sent once: only the caller can know whether to repeat it. */
  readonly launch: (
    jobTemplateId: number,
    extraVars: Readonly<Record<string, unknown>>,
    signal: AbortSignal,
  ) => Promise<Launched>
  /**
   * At most 200 of one kind, in one call unless the answer is too large; those that are missing do not exist or may not
   * be seen. Sent once.
   */
  readonly jobs: (kind: JobKind, ids: readonly number[], signal: AbortSignal) => Promise<readonly AutomationJob[]>
  readonly job: (ref: JobRef, signal: AbortSignal) => Promise<JobDetail>
  /** `refused`: ended already, or not allowed; only the job itself tells which. */
  readonly cancel: (ref: JobRef, signal: AbortSignal) => Promise<'accepted' | 'refused'>
  /** The next events after a counter, at most 200, in order of their counters; may have holes and empty texts. */
  readonly events: (ref: JobRef, after: number, signal: AbortSignal) => Promise<readonly JobEvent[]>
  /** The whole output with its colours, as UTF-8, however long. A workflow job has none of its own. */
  readonly output: (ref: JobRef, signal: AbortSignal) => AsyncIterable<Uint8Array>
  /** One page, by name; a page past the end is empty. */
  readonly jobTemplates: (
    wanted: { readonly search: string | undefined; readonly page: PageRequest },
    signal: AbortSignal,
  ) => Promise<JobTemplates>
  /** Workflow jobs of a sliced job template, then its jobs, each newest first, until the caller stops asking. */
  readonly recentJobs: (jobTemplateId: number, signal: AbortSignal) => AsyncIterable<AutomationJob>
}

export type AutomationTest =
  | {
      readonly status: 'success'
      readonly message: string
      readonly version?: string
      readonly username: string
      readonly template_count: number
      readonly can_launch: boolean
      readonly latency_ms: number
    }
  | {
      readonly status: 'failure'
      readonly message: string
      readonly step: 'address' | 'tls' | 'ping' | 'login' | 'templates'
      readonly version?: string
    }

/** Holds a process's sockets to automation servers. */
export type AutomationPool = {
  /** The server of a connection; a changed target closes the sockets of the old one. */
  readonly server: (target: AutomationTarget) => AutomationServer
  readonly test: (target: AutomationTarget) => Promise<AutomationTest>
  /** For changed and deleted connections. */
  readonly drop: (connectionId: string) => Promise<void>
  readonly close: () => Promise<void>
}
