import { expect, it } from 'vitest'
import { type JudgedRun, type JudgedRuns, newlyFailing } from './newly-failing.ts'

function runs(
  status: 'failed' | 'passed',
  isAll: boolean,
  ...given: readonly (readonly [number, string])[]
): JudgedRuns {
  const judged = given.map(([minute, query]): JudgedRun => ({
    id: `${query}-${minute}`,
    saved_query: query,
    saved_query_name: query,
    controller_connection: 'c-1',
    controller_connection_name: 'Demo fabric',
    executed_at: `2026-11-22T06:${String(minute).padStart(2, '0')}:00Z`,
    expectation: { status, findings: 1 },
  }))
  return { runs: judged, isAll }
}

const idsOf = (failed: JudgedRuns, passed: JudgedRuns) => newlyFailing(failed, passed).map(({ id }) => id)

it('lists what failed where the run before passed', () => {
  const failed = runs('failed', true, [30, 'broke'], [20, 'repaired'], [19, 'still'], [9, 'still'], [8, 'only'])
  const passed = runs('passed', true, [25, 'repaired'], [10, 'broke'], [5, 'still'])

  expect(idsOf(failed, passed)).toEqual(['broke-30'])
})

it('leaves out what lies further back than what was read of either', () => {
  const failed = runs('failed', false, [30, 'near'], [29, 'far'], [12, 'other'])
  const passed = runs('passed', true, [20, 'near'], [10, 'far'])

  expect(idsOf(failed, passed)).toEqual(['near-30'])
})
