import type { CallOptions } from './call.ts'
import type { Operations } from './generated/operations.ts'
import type {
  AutomationRequestDetail,
  CheckResults,
  ExecutionLog,
  RunDetail,
  ScheduledExecution,
  Snapshot,
  CaptureBody,
} from './generated/types.ts'
import { HeddleError } from './heddle-error.ts'
import { withKey } from './idempotency-key.ts'
import { pauseFor } from './pause.ts'

export type WaitOptions<T> = CallOptions & {
  /** How long to go on while no server answers, as during a restart; 300 if absent. */
  readonly awaySeconds?: number
  /** Sees each state before the last one too. */
  readonly onState?: (state: T) => void
}
type Wait<T> = (id: string, given?: WaitOptions<T>) => Promise<T>

/** Each resolves when something has ended, well or not, as its `status` says; also after a restart of the server. */
export type WaitFor = {
  /** A background run, by its `execution_id`. */
  readonly run: Wait<ExecutionLog>
  /** One run of a scheduled task, by its id in `execution_ids` of `runNow`. */
  readonly scheduledRun: Wait<ScheduledExecution>
  readonly check: Wait<CheckResults>
  readonly modelImport: Wait<RunDetail>
  /** The jobs of a launch, and then what it lets be verified. */
  readonly automationRequest: Wait<AutomationRequestDetail>
  /** Captures, and sends that again until it is done: never twice, since all have one `Idempotency-Key`. */
  readonly capture: (body: CaptureBody, given?: Omit<WaitOptions<never>, 'onState'>) => Promise<Snapshot>
}

const FIRST_PAUSE_SECONDS = 0.25
const LONGEST_PAUSE_SECONDS = 5

export const createWaitFor = ({ queries, mimRegistry, automation, history }: Operations): WaitFor => ({
  run: until(queries.executionLogs.get, ({ status }) => status !== 'running'),
  scheduledRun: until(queries.scheduledExecutions.get, ({ status }) => !['pending', 'running'].includes(status)),
  check: until(
    async (id, options) => (await queries.checks.get(id, undefined, options)).json(),
    ({ status }) => status === 'finished',
  ),
  modelImport: until(mimRegistry.remote.runs.get, ({ run }) => run.finished_at !== null),
  automationRequest: until(
    automation.requests.get,
    ({ status, verification }) =>
      !['pending', 'running'].includes(status) && (verification === null || verification.status !== 'pending'),
  ),
  capture: async (body, { awaySeconds, ...options } = {}) => {
    const keyed = withKey(options)
    return answered(() => history.capture(body, keyed), { awaySeconds, signal: options.signal })
  },
})

function until<T>(read: (id: string, options: CallOptions) => Promise<T>, hasEnded: (state: T) => boolean): Wait<T> {
  return async (id, { awaySeconds, onState, ...options } = {}) => {
    for (let pause = FIRST_PAUSE_SECONDS; ; pause = longer(pause)) {
      const state = await answered(() => read(id, options), { awaySeconds, signal: options.signal })
      onState?.(state)
      if (hasEnded(state)) return state
      await pauseFor(pause, options.signal)
    }
  }
}

type Patience = { readonly awaySeconds: number | undefined; readonly signal: AbortSignal | undefined }

/** Asks until somebody answers. */
async function answered<T>(ask: () => Promise<T>, { awaySeconds = 300, signal }: Patience): Promise<T> {
  const end = Date.now() + awaySeconds * 1000
  for (let pause = FIRST_PAUSE_SECONDS; ; pause = longer(pause)) {
    try {
      return await ask()
    } catch (error) {
      if (!isAway(error) || Date.now() >= end) throw error
    }
    await pauseFor(pause, signal)
  }
}

const longer = (pause: number): number => Math.min(pause * 2, LONGEST_PAUSE_SECONDS)

// No answer, one of a proxy, of a server that is not ready, or of one that still waits for a process that has died.
const isAway = (error: unknown): boolean =>
  error instanceof HeddleError && ([0, 429, 502, 503, 504].includes(error.status) || error.code === 'in_progress')
