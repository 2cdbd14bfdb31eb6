import { type JobOutput, NO_OUTPUT } from '../output/job-output.ts'
import type { JobStatus } from './job-status.ts'

export type Step = { readonly afterMs: number; readonly status: JobStatus }

/** What a job does once it is launched. */
export type JobScript = {
  /** Each status and how long the one before lasts. Without a final one the job never ends. */
  readonly steps: readonly Step[]
  readonly output: JobOutput
  /** Known as soon as the job runs. */
  readonly revision: string
  /** Shown once the job has ended. */
  readonly explanation: string
  readonly traceback: string
  readonly artifacts: Readonly<Record<string, unknown>> | string
  /** `ignored`: the cancel is accepted, and the job runs to its own end. */
  readonly cancel: 'obeyed' | 'ignored'
  /** What the job does to the world; called at its own end, not when it is canceled. */
  readonly onEnd?: () => void
  /** Time between two events; by default they are spread over the time the job runs. */
  readonly eventEveryMs?: number
}

/** What a script may depend on. */
export type ScriptInput = {
  readonly extraVars: Readonly<Record<string, unknown>>
  readonly limit: string
  readonly jobType: string
}

export type LifeCycle = {
  readonly pendingMs?: number
  readonly waitingMs?: number
  readonly runMs?: number
  /** `never`: the job stays `running`. */
  readonly end?: 'successful' | 'failed' | 'error' | 'canceled' | 'never'
}

/** The usual way from `pending` to the end; a job that ends in `error` never runs. */
export function lifeCycle({
  pendingMs = 500,
  waitingMs = 250,
  runMs = 5000,
  end = 'successful',
}: LifeCycle = {}): Step[] {
  const waiting: Step = { afterMs: pendingMs, status: 'waiting' }
  if (end === 'error') return [waiting, { afterMs: waitingMs, status: 'error' }]
  const running: Step = { afterMs: waitingMs, status: 'running' }
  return end === 'never' ? [waiting, running] : [waiting, running, { afterMs: runMs, status: end }]
}

export function scriptOf(parts: Partial<JobScript> & LifeCycle = {}): JobScript {
  const { pendingMs, waitingMs, runMs, end, ...script } = parts
  const defined = Object.fromEntries(
    Object.entries({ pendingMs, waitingMs, runMs, end }).filter(([, value]) => value !== undefined),
  )
  return {
    steps: lifeCycle(defined),
    output: NO_OUTPUT,
    revision: '9f1c5b7e2a40d3c86b1f0e94c7a2d5583b6e1f07',
    explanation: '',
    traceback: '',
    artifacts: {},
    cancel: 'obeyed',
    ...script,
  }
}
