import type { JobExecutionStatus, RequestStatus } from '@heddle/contract/automation.ts'
import type { AutomationRequestFrame } from '@heddle/contract/socket-frames.ts'
import { timestamp } from '../../../kernel/instants.ts'
import type { Unstamped } from '../../../platform/realtime/channel.ts'
import type { ExecutionOfRequest, FollowedRequest } from './channels.store.ts'

type Frame = Unstamped<AutomationRequestFrame>

const FINAL: ReadonlySet<string> = new Set<JobExecutionStatus | RequestStatus>([
  'successful',
  'succeeded',
  'failed',
  'error',
  'cancelled',
])

export const isFinal = (status: JobExecutionStatus | RequestStatus): boolean => FINAL.has(status)

/** Something that happened to an execution. */
type Step = {
  readonly at: string
  readonly position: number
  readonly execution: ExecutionOfRequest
  readonly to: JobExecutionStatus | 'spawned'
}

/**
 * What one follower of a request is still to be sent, from what is stored: everything that happened in the order in
 * which it happened, each once. Remembers what it returned.
 */
export function createRequestFrames() {
  /** How many steps of each execution were sent. */
  const sent = new Map<string, number>()
  const ended = new Set<string>()
  let isFirst = true
  let hasStarted = false

  function statusFrame(status: RequestStatus, { executionCount }: FollowedRequest, at: string): Frame {
    return {
      type: 'request_status',
      data: { status, executions_total: executionCount, executions_complete: ended.size },
      timestamp: at,
    }
  }

  function newSteps(execution: ExecutionOfRequest): readonly Step[] {
    const steps = stepsOf(execution)
    const known = sent.get(execution.id) ?? 0
    sent.set(execution.id, steps.length)
    return steps.slice(known)
  }

  function* framesOfStep(request: FollowedRequest, { at, execution: { id, jobId }, to }: Step): Generator<Frame> {
    if (to === 'spawned') {
      const data = { execution_id: id, automation_job_id: jobId! }
      yield { type: 'execution_spawned', data, timestamp: at }
      return
    }
    const data = { execution_id: id, status: to }
    yield { type: 'execution_status', data, timestamp: at }
    const isNews = !hasStarted || isFinal(to) !== ended.has(id)
    hasStarted = true
    if (isFinal(to)) {
      ended.add(id)
      yield { type: 'execution_complete', data, timestamp: at }
    } else ended.delete(id)
    if (isNews) yield statusFrame('running', request, at)
  }

  function* endFrames(request: FollowedRequest): Generator<Frame> {
    const { status, createdAt, startedAt, finishedAt } = request
    if (!isFinal(status) || !finishedAt) return
    const duration_ms = Math.max(0, finishedAt.getTime() - (startedAt ?? createdAt).getTime())
    yield statusFrame(status, request, timestamp(finishedAt))
    yield { type: 'request_complete', data: { status, duration_ms }, timestamp: timestamp(finishedAt) }
  }

  /** For a request, and those of its executions that may have changed. */
  return function* next(request: FollowedRequest, executions: readonly ExecutionOfRequest[]): Generator<Frame> {
    if (isFirst) yield statusFrame('pending', request, timestamp(request.createdAt))
    isFirst = false
    const steps = executions.flatMap(newSteps).sort(inOrder)
    for (const step of steps) yield* framesOfStep(request, step)
    yield* endFrames(request)
  }
}

/** Sorting is stable: steps of one execution keep their order. */
const inOrder = (one: Step, other: Step): number =>
  one.at < other.at ? -1 : one.at > other.at ? 1 : one.position - other.position

/** A job is found before anything happens to it. Clocks of processes may differ, but later steps are never earlier. */
function stepsOf(execution: ExecutionOfRequest): readonly Step[] {
  const { position, jobId, launchStartedAt, createdAt, transitions } = execution
  let at = timestamp(launchStartedAt ?? createdAt)
  const steps: Step[] = jobId === null ? [] : [{ at, position, execution, to: 'spawned' }]
  for (const transition of transitions) {
    at = transition.at > at ? transition.at : at
    steps.push({ at, position, execution, to: transition.to })
  }
  return steps
}
