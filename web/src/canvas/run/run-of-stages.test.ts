import { describe, expect, it } from 'vitest'
import { runViewOf } from './run-of-stages.ts'

type Stage = Parameters<typeof runViewOf>[1][number]

const LOG = {
  id: 'r1',
  status: 'success',
  reason: null,
  started_at: '2026-11-23T06:00:00Z',
  duration_ms: 20,
  error_message: null,
} as const
const fetch = (node_id: string, output_rows: number | null, rest: Partial<Stage> = {}): Stage => ({
  type: 'fetch',
  status: 'success',
  node_id,
  input_rows: null,
  output_rows,
  duration_ms: 5,
  ...rest,
})
const step = (
  type: 'join' | 'post_processor',
  step_id: string,
  output_rows: number | null,
  rest: Partial<Stage> = {},
): Stage => ({
  type,
  status: 'success',
  step_id,
  input_rows: 59,
  output_rows,
  duration_ms: 1,
  ...rest,
})

describe('a run on the canvas', () => {
  it('shows rows on nodes, threads and steps', () => {
    const view = runViewOf(LOG, [
      fetch('bd', 59),
      // The relation objects of a thread belong to no node.
      { type: 'fetch', status: 'success', step_id: 'e1:fvRsCtx', input_rows: null, output_rows: 54, duration_ms: 4 },
      step('join', 'e1', 88),
      step('join', 'e1', 54),
      step('post_processor', 'pick', 54),
    ])

    expect(view).toMatchObject({ state: 'success', id: 'r1', milliseconds: 20, startedAt: LOG.started_at })
    expect([...view.nodes]).toEqual([['bd', { state: 'done', rows: 59, milliseconds: 5 }]])
    expect([...view.edges]).toEqual([['e1', 54]])
    expect([...view.steps]).toEqual([['pick', { before: 59, after: 54 }]])
  })

  it.each([
    [{ status: 'running', started_at: null }, 'starting'],
    [{ status: 'running' }, 'running'],
    [{ status: 'failure', reason: 'cancelled' }, 'cancelled'],
    [{ status: 'timeout', reason: 'deadline' }, 'timeout'],
  ] as const)('%j is %s', (log, state) => {
    expect(runViewOf({ ...LOG, ...log }, []).state).toBe(state)
  })

  it.each([
    ['pending', 'waiting'],
    ['running', 'reading'],
    ['failure', 'failed'],
    ['cancelled', 'cancelled'],
    ['skipped', 'done'],
  ] as const)('shows a class whose stage is %s as %s', (status, state) => {
    const view = runViewOf(LOG, [fetch('bd', null, { status, duration_ms: null })])

    expect(view.nodes.get('bd')).toEqual({ state })
  })

  it('adds up what several controllers said, and the worst state stands', () => {
    const view = runViewOf({ ...LOG, error_message: 'The controller cannot be reached.' }, [
      fetch('bd', 59, { connection: 'north', duration_ms: 9 }),
      fetch('bd', null, { connection: 'south', status: 'failure' }),
      step('join', 'e1', 10, { connection: 'north' }),
      step('join', 'e1', 5, { connection: 'south' }),
    ])

    expect(view.nodes.get('bd')).toEqual({ state: 'failed', rows: 59, milliseconds: 9 })
    expect(view.edges.get('e1')).toBe(15)
    expect(view.failure).toBe('The controller cannot be reached.')
  })
})
