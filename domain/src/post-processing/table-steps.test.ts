import { describe, expect, it } from 'vitest'
import type { Value } from '../values/row.ts'
import { faultsOf, runStep, tableOf } from '../testing/step-runner.ts'

describe('sort', () => {
  const values = (config: Record<string, unknown>, list: readonly Value[]) =>
    runStep('sort', { by: [{ column: 'v', ...config }] }, tableOf('v', list.map((value) => [value]))).cells.map(([value]) => value) // prettier-ignore

  it.each<[string, string | undefined, Value[], Value[]]>([
    ['numbers by size', 'asc', ['10', '9', '-1', '1.5'], ['-1', '1.5', '9', '10']],
    ['numbers and numeric text together', undefined, [10, '9', 2], [2, '9', 10]],
    ['numbers before text', 'asc', ['1a', '10', '9', 'b'], ['9', '10', '1a', 'b']],
    ['text by code points', 'asc', ['b', '😀', '\uffee', 'B', 'a', 'ä'], ['B', 'a', 'b', 'ä', '\uffee', '😀']],
    [
      'digits in text by value',
      'asc',
      ['eth1/10', 'eth1/9', 'eth1', 'eth1/2', 'eth10/1'],
      ['eth1', 'eth1/2', 'eth1/9', 'eth1/10', 'eth10/1'],
    ],
    ['versions', 'desc', ['16.0(9c)', '16.0(10c)', '15.2(7g)'], ['16.0(10c)', '16.0(9c)', '15.2(7g)']],
    [
      'long digit runs',
      'asc',
      ['a100000000000000000001', 'a99999999999999999999'],
      ['a99999999999999999999', 'a100000000000000000001'],
    ],
    ['leading zeros by code', 'asc', ['a1b', 'a01b', 'a001b', 'a1'], ['a1', 'a001b', 'a01b', 'a1b']],
    ['digits among other characters', 'asc', ['a1', 'a:', 'a-', 'a', 'ab'], ['a', 'a-', 'a1', 'a:', 'ab']],
    [
      'addresses by value, then by length',
      'asc',
      ['::1', '10.0.0.10', '10.0.0.9', '10.0.0.9/32', '10.0.0.9/8', '2001:DB8::2', '2001:db8::10'],
      ['10.0.0.9', '10.0.0.9/8', '10.0.0.9/32', '10.0.0.10', '::1', '2001:DB8::2', '2001:db8::10'],
    ],
    [
      'instants of any offset, before other text',
      'asc',
      ['never', '2026-03-01T12:00:00.000+02:00', '2026-03-01T09:00:00.000-05:00', '2026-03-01T10:30:00Z', '2026-03-01'],
      ['2026-03-01T12:00:00.000+02:00', '2026-03-01T10:30:00Z', '2026-03-01T09:00:00.000-05:00', '2026-03-01', 'never'],
    ],
    [
      'instants downwards, before other text too',
      'desc',
      ['never', '2026-03-01T10:30:00Z', '', null, '2026-03-01T11:30:00Z'],
      ['2026-03-01T11:30:00Z', '2026-03-01T10:30:00Z', 'never', '', null],
    ],
    [
      'long numbers exactly',
      'asc',
      ['18446744073709551615', '18446744073709551614'],
      ['18446744073709551614', '18446744073709551615'],
    ],
    ['nulls last', 'asc', [null, 'a', '1', ''], ['1', '', 'a', null]],
    ['nulls last in descending order too', 'desc', [null, 'a', '1', ''], ['a', '', '1', null]],
  ])('sorts %s', (_, direction, list, ordered) => {
    expect(values(direction === undefined ? {} : { direction }, list)).toEqual(ordered)
  })

  it('sorts by code unit on request', () => {
    const list = ['eth1/9', 'eth1/10', '2026-03-01T12:00:00+02:00', '2026-03-01T11:00:00Z', '10', '9']

    expect(values({ order: 'code' }, list)).toEqual([
      '9',
      '10',
      '2026-03-01T11:00:00Z',
      '2026-03-01T12:00:00+02:00',
      'eth1/10',
      'eth1/9',
    ])
    expect(faultsOf('sort', { by: [{ column: 'a', order: 'size' }] })).toEqual([
      'step.config.by.0.order: sort: "size": expected natural or code',
    ])
  })

  it('goes on with the next column, and keeps the order of equal rows', () => {
    const table = tableOf('a b n', [['x', 1, 1], ['y', 2, 2], ['x', 2, 3], ['x', 1, 4]]) // prettier-ignore
    const config = {
      by: [
        { column: 'a', direction: 'desc' },
        { column: 'b', direction: 'desc' },
      ],
    }

    expect(runStep('sort', config, table).cells.map(([, , n]) => n)).toEqual([2, 3, 1, 4])
  })

  it('lists every fault of its configuration', () => {
    const by = [{ column: 'a', direction: 'up' }, { direction: 'asc' }, 3, { column: 'a', dir: 'desc' }]

    expect(faultsOf('sort', { by, order: 1 }).sort()).toEqual([
      'step.config.by.0.direction: sort: "up": expected asc or desc',
      'step.config.by.1.column: sort: this option is required',
      'step.config.by.2: sort: 3: expected object',
      'step.config.by.3.dir: sort: there is no option dir; expected one of column, direction, order',
      'step.config.order: sort: there is no option order; expected one of by',
    ])
  })
})

describe('limit', () => {
  const table = tableOf('v', [[1], [2], [3], [4]])

  it.each<[Record<string, unknown>, number[]]>([
    [{ count: 2 }, [1, 2]],
    [{ count: 2, offset: 1 }, [2, 3]],
    [{ count: 9, offset: 3 }, [4]],
    [{ count: 0 }, []],
    [{ count: '2', offset: '1' }, [2, 3]],
    [{ count: 1, offset: 9 }, []],
  ])('a limit with %j keeps %j', (config, kept) => {
    expect(runStep('limit', config, table).cells).toEqual(kept.map((value) => [value]))
  })

  it.each([{}, { count: -1 }, { count: 1.5 }, { count: '5x' }, { count: 1, offset: -1 }])('rejects %j', (config) => {
    expect(faultsOf('limit', config)).toHaveLength(1)
  })
})

describe('distinct', () => {
  const table = tableOf('a b', [['x', 1], ['x', '1'], ['y', null], ['x', 1], ['y', null]]) // prettier-ignore

  it('compares all columns unless some are named, and keeps the first', () => {
    expect(runStep('distinct', {}, table).cells).toEqual([['x', 1], ['x', '1'], ['y', null]]) // prettier-ignore
    expect(runStep('distinct', { columns: ['a'] }, table).cells).toEqual([['x', 1], ['y', null]]) // prettier-ignore
  })
})

describe('group', () => {
  const table = tableOf('t v', [['b', '10'], ['a', '9'], ['b', null], [null, '1'], ['b', '10'], ['a', 'word']]) // prettier-ignore
  const grouped = (name: string) =>
    runStep('group', { by: ['t'], aggregates: [{ function: name, column: 'v', as: 'r' }] }, table)

  it.each<[string, Value, Value, Value]>([
    ['count', 2, 2, 1],
    ['count_distinct', 1, 2, 1],
    ['sum', 20, 9, 1],
    ['avg', 10, 9, 1],
    ['min', '10', '9', '1'],
    ['max', '10', 'word', '1'],
    ['first', '10', '9', '1'],
    ['last', '10', 'word', '1'],
    ['list', ['10', '10'], ['9', 'word'], ['1']],
  ])('gives the %s of each group in order of appearance, skipping nulls; null is its own group', (name, b, a, none) => {
    expect(grouped(name)).toMatchObject({ columns: 't r', cells: [['b', b], ['a', a], [null, none]] }) // prettier-ignore
  })

  it('gives the least, the greatest and the list in natural order', () => {
    const ports = tableOf('v', [['eth1/10'], ['eth1/9'], [null], ['eth1/1']])
    const aggregates = ['min', 'max', 'list'].map((name) => ({ function: name, column: 'v' }))

    expect(runStep('group', { aggregates }, ports).cells).toEqual([
      ['eth1/1', 'eth1/10', ['eth1/1', 'eth1/9', 'eth1/10']],
    ])
  })

  it.each<[Value[], Value, Value]>([
    [['18446744073709551615', '18446744073709551615', '1'], '36893488147419103231', 12297829382473000000],
    [['9007199254740991', '1', '1'], '9007199254740993', 3002399751580330],
    [['18446744073709551615', '-18446744073709551614'], 1, 0.5],
    [[9007199254740991, 9007199254740991, '-9007199254740991'], 9007199254740991, 3002399751580330],
    [['0.25', '0.5'], 0.75, 0.375],
    [['1', '0.5', 2], 3.5, 1.16666666666667],
  ])('sums %j exactly', (list, sum, avg) => {
    const aggregates = ['sum', 'avg'].map((name) => ({ function: name, column: 'v' }))

    expect(runStep('group', { aggregates }, tableOf('v', list.map((value) => [value]))).cells).toEqual([[sum, avg]]) // prettier-ignore
  })

  it('counts the values that are not numbers in a warning', () => {
    expect(grouped('sum').warnings).toEqual(['group r: 1 of 6 rows were skipped (the first: "word" is not a number)'])
    expect(grouped('max').warnings).toEqual([])
  })

  it('counts rows when the count has no column', () => {
    expect(runStep('group', { by: ['t'], aggregates: [{ function: 'count' }] }, table)).toMatchObject({ columns: 't count', cells: [['b', 3], ['a', 2], [null, 1]] }) // prettier-ignore
  })

  it('names aggregates by function and column', () => {
    expect(runStep('group', { by: [], aggregates: [{ function: 'max', column: 'v' }, { function: 'count' }] }, table).columns).toBe('max_v count') // prettier-ignore
  })

  it('gives one row without by, even without input rows', () => {
    const aggregates = ['count', 'count_distinct', 'sum', 'avg', 'min', 'first', 'list'].map((name) => ({
      function: name,
      column: 'v',
      as: name,
    }))

    expect(runStep('group', { aggregates }, tableOf('v', [])).cells).toEqual([[0, 0, null, null, null, null, []]])
    expect(runStep('group', { by: ['v'] }, tableOf('v', [])).cells).toEqual([])
  })

  it('sums without binary rounding noise', () => {
    const config = {
      aggregates: [
        { function: 'sum', column: 'v', as: 's' },
        { function: 'avg', column: 'v', as: 'a' },
      ],
    }

    expect(runStep('group', config, tableOf('v', [['0.1'], ['0.2'], ['0.3']])).cells).toEqual([[0.6, 0.2]])
  })

  it.each<[Record<string, unknown>, string]>([
    [{}, 'step.config: group: by or aggregates is required'],
    [{ aggregates: [{ function: 'sum' }] }, 'step.config.aggregates.0.column: group: sum needs a column'],
    [
      { aggregates: [{ function: 'median', column: 'v' }] },
      'step.config.aggregates.0.function: group: "median": expected count or ',
    ],
    [
      { by: ['v'], aggregates: [{ function: 'count', as: 'v' }] },
      'step.config.aggregates.0.as: group: there is already a column v',
    ],
    [{ by: ['w'] }, 'step.config.by.0: group: there is no column w at this step'],
  ])('rejects %j', (config, fault) => {
    expect(faultsOf('group', config, 't v')).toEqual([expect.stringContaining(fault)])
  })
})

describe('pivot', () => {
  const table = tableOf('node if state', [['101', 'eth1', 'up'], ['101', 'eth2', 'down'], ['102', 'eth2', 'up'], ['101', 'eth1', 'again'], ['102', null, 'odd']]) // prettier-ignore

  it('makes each value a column, null where a row has none', () => {
    expect(runStep('pivot', { by: ['node'], column: 'if', value: 'state' }, table)).toEqual({
      columns: 'node eth1 eth2 (empty)',
      cells: [['101', 'up', 'down', null], ['102', null, 'up', 'odd']],
      warnings: [],
    }) // prettier-ignore
  })

  it('aggregates the values of a cell', () => {
    expect(runStep('pivot', { by: ['node'], column: 'if', function: 'count' }, table).cells).toEqual([['101', 2, 1, 0], ['102', 0, 1, 1]]) // prettier-ignore
    expect(runStep('pivot', { column: 'if', value: 'state', function: 'list' }, table).cells).toEqual([
      [['again', 'up'], ['down', 'up'], ['odd']],
    ])
  })

  it('prefixes a value that is the name of another column', () => {
    expect(
      runStep('pivot', { by: ['node'], column: 'if', value: 'state' }, tableOf('node if state', [['1', 'node', 'x']]))
        .columns,
    ).toBe('node if.node')
  })

  it('accepts at most 1,000 different values', () => {
    const cells = Array.from({ length: 1_001 }, (_, index) => [`${index}`, 1])

    expect(
      runStep('pivot', { column: 'c', function: 'count' }, tableOf('c v', cells.slice(1))).columns.split(' '),
    ).toHaveLength(1_000)
    expect(() => runStep('pivot', { column: 'c', function: 'count' }, tableOf('c v', cells))).toThrow(
      'c has more than 1000 different values',
    )
  })

  it('needs a value unless it counts', () => {
    expect(faultsOf('pivot', { column: 'c', function: 'sum' })).toEqual([
      'step.config.value: pivot: sum needs a value column',
    ])
  })
})

describe('lookup', () => {
  const bds = tableOf('dn vrf', [['BD-1', 'a'], ['BD-2', 'b'], ['BD-3', ''], ['BD-4', null], ['BD-5', 'c']]) // prettier-ignore
  const vrfs = tableOf('name dn n', [['a', 'ctx-a', 1], ['b', 'ctx-b', 2], ['b', 'ctx-b2', 3], ['', 'ctx-0', 4]]) // prettier-ignore
  const look = (config: Record<string, unknown>, maxRows = 100) =>
    runStep('lookup', { saved_query: 'q', on: { vrf: 'name' }, ...config }, bds, { lookup: vrfs, maxRows })

  it('gives a row for each match; empty values match nothing', () => {
    expect(look({ columns: ['n', 'dn'], prefix: 'vrf' })).toEqual({
      columns: 'dn vrf vrf.n vrf.dn',
      cells: [['BD-1', 'a', 1, 'ctx-a'], ['BD-2', 'b', 2, 'ctx-b'], ['BD-2', 'b', 3, 'ctx-b2']],
      warnings: [],
    }) // prettier-ignore
  })

  it('keeps rows without a match with left, and only those with without', () => {
    expect(look({ columns: ['n'], join: 'left' }).cells).toEqual([['BD-1', 'a', 1], ['BD-2', 'b', 2], ['BD-2', 'b', 3], ['BD-3', '', null], ['BD-4', null, null], ['BD-5', 'c', null]]) // prettier-ignore
    expect(look({ join: 'without' })).toMatchObject({ columns: 'dn vrf', cells: [['BD-3', ''], ['BD-4', null], ['BD-5', 'c']] }) // prettier-ignore
  })

  it('keeps its own columns and warns when other columns have the same names', () => {
    expect(look({})).toMatchObject({
      columns: 'dn vrf name n',
      cells: [['BD-1', 'a', 'a', 1], ['BD-2', 'b', 'b', 2], ['BD-2', 'b', 'b', 3]],
      warnings: ['lookup: columns dn already exist and were not added: choose a prefix'],
    }) // prettier-ignore
    expect(faultsOf('lookup', { saved_query: 'q', on: { vrf: 'name' }, columns: ['n', 'dn'] }, 'dn vrf')).toEqual([
      'step.config.columns.1: lookup: there is already a column dn: choose a prefix',
    ])
  })

  it('matches on all pairs, and numbers with numeric text', () => {
    const ours = tableOf('a b', [['1', 'x'], [1, 'y'], ['2', 'x']]) // prettier-ignore
    const theirs = tableOf('c d e', [[1, 'x', 'hit'], ['1', 'y', 'too']]) // prettier-ignore

    expect(runStep('lookup', { saved_query: 'q', on: { a: 'c', b: 'd' }, columns: ['e'] }, ours, { lookup: theirs }).cells).toEqual([['1', 'x', 'hit'], [1, 'y', 'too']]) // prettier-ignore
  })

  it('warns about columns the other query does not have', () => {
    expect(look({ columns: ['n', 'x'] }).warnings).toEqual(['lookup: the saved query has no column x, so it is null'])
  })

  it('fails when it exceeds the row limit', () => {
    expect(() => look({ columns: ['n'] }, 2)).toThrow('lookup produces more than 2 rows')
  })
})
