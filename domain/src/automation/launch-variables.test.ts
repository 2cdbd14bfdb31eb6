import { describe, expect, it } from 'vitest'
import { isMarkedBy, planLaunches } from './launch-variables.ts'

const MARK = { requestId: 'r-1', requestedBy: 'ann' }
const ROWS = [{ tenant: 'A' }, { tenant: 'B' }]

describe('planLaunches', () => {
  it('gives one job all rows, in bulk', () => {
    expect(planLaunches('bulk', ROWS, MARK)).toEqual([
      { rowIndex: null, rows: ROWS, extraVars: { rows: ROWS, request_id: 'r-1', requested_by: 'ann' } },
    ])
  })

  it('gives each row a job, per row', () => {
    expect(planLaunches('per_row', ROWS, MARK)).toEqual([
      {
        rowIndex: 0,
        rows: [ROWS[0]],
        extraVars: { rows: [ROWS[0]], row_index: 0, request_id: 'r-1', requested_by: 'ann' },
      },
      {
        rowIndex: 1,
        rows: [ROWS[1]],
        extraVars: { rows: [ROWS[1]], row_index: 1, request_id: 'r-1', requested_by: 'ann' },
      },
    ])
  })

  it.each(['bulk', 'per_row'] as const)('launches one job without rows, %s', (mode) => {
    expect(planLaunches(mode, [], MARK).map(({ extraVars }) => extraVars)).toEqual([
      { rows: [], request_id: 'r-1', requested_by: 'ann' },
    ])
  })
})

describe('isMarkedBy', () => {
  it.each([
    [{ request_id: 'r-1' }, null, true],
    [{ request_id: 'r-1', survey: 'more' }, null, true],
    [{ request_id: 'r-1', row_index: 0 }, 0, true],
    [{ request_id: 'r-1', row_index: 0 }, null, false],
    [{ request_id: 'r-1', row_index: 1 }, 0, false],
    [{ request_id: 'r-1' }, 0, false],
    [{ request_id: 'r-2' }, null, false],
    [{}, null, false],
    [undefined, null, false],
  ])('%j, row %j: %s', (extraVars, rowIndex, isOurs) => {
    expect(isMarkedBy(extraVars, 'r-1', rowIndex)).toBe(isOurs)
  })
})
