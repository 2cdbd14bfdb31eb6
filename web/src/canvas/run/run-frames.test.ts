import { expect, it } from 'vitest'
import { afterFrame, startedRun } from './run-frames.ts'

const frame = (type: string, data: object = {}) => ({ type, data })
const started = startedRun('run', ['a', 'b'], '2026-11-22T06:00:00Z')
const after = (...frames: readonly { readonly type: string; readonly data: object }[]) =>
  frames.reduce(afterFrame, started)

it.each([
  ['waits', [], { state: 'waiting' }],
  ['reads', [frame('node_start', { node_id: 'a' })], { state: 'reading' }],
  ['counts', [frame('node_progress', { node_id: 'a', rows: 5, total: 20 })], { state: 'reading', rows: 5, total: 20 }],
  [
    'is done',
    [
      frame('node_start', { node_id: 'a' }),
      frame('node_result', { node_id: 'a', row_count: 7 }),
      frame('node_complete', { node_id: 'a', duration_ms: 3 }),
    ],
    { state: 'done', rows: 7, milliseconds: 3 },
  ],
  ['is done when the run is', [frame('execution_complete')], { state: 'done' }],
  ['failed', [frame('execution_failed', { error: 'refused', failed_node: 'a' })], { state: 'failed' }],
  [
    'is cancelled with the run',
    [frame('execution_failed', { error: 'cancelled', failed_node: null })],
    { state: 'cancelled' },
  ],
])('a node %s', (_name, frames, expected) => {
  expect(after(...frames).nodes.get('a')).toEqual(expected)
})

it('leaves what was read when another node fails', () => {
  const view = after(
    frame('node_complete', { node_id: 'a', duration_ms: 1 }),
    frame('execution_failed', { error: 'refused', failed_node: 'b' }),
  )

  expect([view.state, view.failure, view.nodes.get('a')?.state, view.nodes.get('b')?.state]).toEqual([
    'failure',
    'refused',
    'done',
    'failed',
  ])
})

it('ignores what it does not know', () => {
  expect(after(frame('something_new', { node_id: 'a' }))).toBe(started)
})

it('says what a run waits for, until it goes on', () => {
  const waiting = afterFrame(
    startedRun('run', ['a'], 'now'),
    frame('execution_waiting', { waits_for: 'controller', waited_ms: 12_000 }),
  )

  expect(waiting.waits).toEqual({ for: 'controller', milliseconds: 12_000 })
  expect(afterFrame(waiting, frame('node_start', { node_id: 'a' })).waits).toBeUndefined()
})
