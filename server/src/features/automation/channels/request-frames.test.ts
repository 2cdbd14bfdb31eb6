import { describe, expect, it } from 'vitest'
import type { JobExecutionStatus } from '@heddle/contract/automation.ts'
import type { ExecutionOfRequest, FollowedRequest } from './channels.store.ts'
import { createRequestFrames } from './request-frames.ts'

const at = (second: number) => `2026-03-02T09:00:0${second}.000+00:00`
const request = (values: Partial<FollowedRequest> = {}): FollowedRequest => ({
  id: 'r',
  status: 'running',
  executionCount: 2,
  createdAt: new Date(at(0)),
  startedAt: new Date(at(0)),
  finishedAt: null,
  ...values,
})
/** An execution that went through these states, at these seconds. */
function execution(
  position: number,
  jobId: number | null,
  ...went: readonly (readonly [JobExecutionStatus, number])[]
): ExecutionOfRequest {
  const states: JobExecutionStatus[] = ['pending', ...went.map(([status]) => status)]
  return {
    id: `e${position}`,
    position,
    jobId,
    status: states.at(-1)!,
    transitions: went.map(([to, second], index) => ({ from: states[index]!, to, at: at(second) })),
    launchStartedAt: jobId === null ? null : new Date(at(1)),
    createdAt: new Date(at(0)),
  }
}
const shown = (frames: Iterable<{ type: string; data: object }>) =>
  [...frames].map(({ type, data }) => [type, ...Object.values(data)].join(' '))

const ENDED = request({ status: 'failed', finishedAt: new Date(at(7)) })
const ALL = [
  'request_status pending 2 0',
  'execution_spawned e0 11',
  'execution_spawned e1 12',
  'execution_status e1 running',
  'request_status running 2 0',
  'execution_status e0 running',
  'execution_status e1 failed',
  'execution_complete e1 failed',
  'request_status running 2 1',
  'execution_status e0 successful',
  'execution_complete e0 successful',
  'request_status running 2 2',
  'request_status failed 2 2',
  'request_complete failed 7000',
]

describe('the frames of a request', () => {
  it('tell a late follower everything in the order in which it happened', () => {
    const frames = createRequestFrames()

    expect(
      shown(
        frames(ENDED, [
          execution(0, 11, ['running', 3], ['successful', 5]),
          execution(1, 12, ['running', 2], ['failed', 4]),
        ]),
      ),
    ).toEqual(ALL)
  })

  it('are the same for a follower from the start, each once, whatever it looks at', () => {
    const frames = createRequestFrames()
    const [a, b] = [execution(0, 11), execution(1, 12)]

    const live = [
      ...shown(frames(request({ status: 'pending' }), [execution(0, null), execution(1, null)])),
      ...shown(frames(request({ status: 'pending' }), [a])),
      ...shown(frames(request({ status: 'pending' }), [a, b])),
      ...shown(frames(request(), [a, execution(1, 12, ['running', 2])])),
      ...shown(frames(request(), [])),
      ...shown(frames(request(), [execution(0, 11, ['running', 3]), execution(1, 12, ['running', 2], ['failed', 4])])),
      ...shown(
        frames(ENDED, [
          execution(0, 11, ['running', 3], ['successful', 5]),
          execution(1, 12, ['running', 2], ['failed', 4]),
        ]),
      ),
    ]

    expect(live).toEqual(ALL)
  })

  it('of one that was cancelled before it started are short', () => {
    const cancelled = request({ status: 'cancelled', executionCount: 1, startedAt: null, finishedAt: new Date(at(2)) })

    expect(shown(createRequestFrames()(cancelled, [execution(0, null, ['cancelled', 2])]))).toEqual([
      'request_status pending 1 0',
      'execution_status e0 cancelled',
      'execution_complete e0 cancelled',
      'request_status running 1 1',
      'request_status cancelled 1 1',
      'request_complete cancelled 2000',
    ])
  })

  it('do not count an execution as complete whose job was found later, until that has ended', () => {
    const found = execution(0, 11, ['error', 2], ['running', 4], ['successful', 6])

    expect(shown(createRequestFrames()(request({ executionCount: 1 }), [found])).slice(2)).toEqual([
      'execution_status e0 error',
      'execution_complete e0 error',
      'request_status running 1 1',
      'execution_status e0 running',
      'request_status running 1 0',
      'execution_status e0 successful',
      'execution_complete e0 successful',
      'request_status running 1 1',
    ])
  })

  it('carry the time of what they tell', () => {
    const [first, spawned] = [...createRequestFrames()(request(), [execution(0, 11)])]

    expect([first!.timestamp, spawned!.timestamp]).toEqual([at(0), at(1)])
  })
})
