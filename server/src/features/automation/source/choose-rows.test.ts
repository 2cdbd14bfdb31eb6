import { expect, it } from 'vitest'
import { type RowWork, TooMuchRowWork } from '../../row-work/index.ts'
import { chooseRows } from './choose-rows.ts'
import { NO_SOURCE, type OpenedSource } from './opened-source.ts'

const OPENED: OpenedSource = {
  columns: ['name'],
  ownColumns: ['name'],
  rows: [{ rows: [{ name: 'bd' }] }],
  source: { ...NO_SOURCE, type: 'saved_query', execution: 'run' },
  origin: {} as OpenedSource['origin'],
  warnings: [],
}
const BUSY: Pick<RowWork, 'use'> = {
  use: () => Promise.reject(new TooMuchRowWork('The rows take more than 5 s of processor time.')),
}

it.each([
  ['filter', 'name.matches("a")'],
  ['rows_from', null],
])('rows that take too much work are refused under %s', async (field, filter) => {
  const chosen = chooseRows(BUSY, OPENED, {
    filter,
    mapping: {},
    columns: [],
    maxRows: 10,
    lane: { user: 1, group: null },
    signal: new AbortController().signal,
    faultsOfResult: () => ({}),
  })

  await expect(chosen).rejects.toMatchObject({
    fields: { [field]: ['The rows take more than 5 s of processor time.'], execution_id: ['run'] },
  })
})
