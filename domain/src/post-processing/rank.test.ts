import { describe, expect, it } from 'vitest'
import type { Value } from '../values/row.ts'
import { faultsOf, runStep, tableOf } from '../testing/step-runner.ts'

const ports = tableOf('node id errors', [
  ['101', 'eth1/10', '3'],
  ['101', 'eth1/9', '12'],
  ['102', 'eth1/1', '7'],
  ['101', 'eth1/2', '3'],
  ['101', 'eth1/3', null],
  [null, 'eth1/1', '1'],
])
const ranks = (config: Record<string, unknown>, table = ports) =>
  runStep('rank', { as: 'n', ...config }, table).cells.map((cells) => cells.at(-1))
const byErrors = { column: 'errors', direction: 'desc' }

describe('rank', () => {
  it.each<[string, Record<string, unknown>, Value[]]>([
    ['the whole table without by', { order: [{ column: 'errors' }] }, [2, 4, 3, 2, 5, 1]],
    ['from 1 within by, where null is a group of its own', { by: ['node'], order: [byErrors] }, [2, 1, 1, 2, 3, 1]],
    ['equal rows in row order', { by: ['node'], order: [byErrors], ties: 'row' }, [2, 1, 1, 3, 4, 1]],
    ['equal rows alike', { by: ['node'], order: [byErrors], ties: 'dense' }, [2, 1, 1, 2, 3, 1]],
    ['by several columns', { by: ['node'], order: [byErrors, { column: 'id' }] }, [3, 1, 1, 2, 4, 1]],
    ['in natural order', { by: ['node'], order: [{ column: 'id' }] }, [4, 3, 1, 1, 2, 1]],
    ['by code on request', { by: ['node'], order: [{ column: 'id', order: 'code' }] }, [1, 4, 1, 2, 3, 1]],
    ['nulls last in both directions', { by: ['node'], order: [{ column: 'errors' }] }, [1, 2, 1, 1, 3, 1]],
    ['combinations of columns', { by: ['node', 'errors'], order: [{ column: 'id' }] }, [2, 1, 1, 1, 1, 1]],
  ])('numbers %s', (_, config, expected) => {
    expect(ranks(config)).toEqual(expected)
  })

  it('keeps the rows where they are, and adds a column at the end', () => {
    const { columns, cells, warnings } = runStep('rank', { order: [byErrors] }, ports)

    expect(columns).toBe('node id errors rank')
    expect(cells.map((row) => row.slice(0, 3))).toEqual(ports.rows.map((row) => Object.values(row)))
    expect(warnings).toEqual([])
  })

  it('replaces a column of that name in its place', () => {
    expect(runStep('rank', { order: [{ column: 'v' }], as: 'v' }, tableOf('v w', [['b', 1], ['a', 2]]))).toMatchObject({
      columns: 'v w',
      cells: [[2, 1], [1, 2]],
    }) // prettier-ignore
  })

  it('numbers equal values of any spelling alike, and repeated rows each', () => {
    const table = tableOf('v', [['10'], [10], ['10.0'], ['9']])

    expect(ranks({ order: [{ column: 'v' }] }, table)).toEqual([2, 2, 2, 1])
    expect(ranks({ order: [{ column: 'v' }], ties: 'row' }, table)).toEqual([2, 3, 4, 1])
  })

  it('makes the first of each group with a filter after it', () => {
    const { rows, columns } = ranked({ by: ['node'], order: [byErrors], as: 'place' })

    expect(
      runStep('filter', { filters: [{ property: 'place', operator: 'le', value: 2 }] }, { columns, rows }).cells.map(
        ([, id]) => id,
      ),
    ).toEqual(['eth1/10', 'eth1/9', 'eth1/1', 'eth1/2', 'eth1/1'])
  })

  it.each<[Record<string, unknown>, string[]]>([
    [{}, ['step.config.order: rank: this option is required']],
    [{ order: [] }, ['step.config.order: rank: a list: expected at least one entry']],
    [{ order: [{ column: 'id', dir: 'desc' }] }, ['step.config.order.0.dir: rank: there is no option dir; expected one of column, direction, order']], // prettier-ignore
    [
      { order: [{ column: 'id' }], ties: 'min', as: '', by: 'node' },
      [
        'step.config.as: rank: "": expected some text',
        'step.config.by: rank: "node": expected array',
        'step.config.ties: rank: "min": expected dense or row',
      ],
    ],
    [
      { order: [{ column: 'name' }], by: ['leaf'] },
      [
        'step.config.by.0: rank: there is no column leaf at this step',
        'step.config.order.0.column: rank: there is no column name at this step',
      ],
    ],
  ])('rejects %j', (config, faults) => {
    expect(faultsOf('rank', config, 'node id errors').sort()).toEqual(faults)
  })
})

function ranked(config: Record<string, unknown>) {
  const { columns, cells } = runStep('rank', config, ports)
  return tableOf(columns, cells)
}
