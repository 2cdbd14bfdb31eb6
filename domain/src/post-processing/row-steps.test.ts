import { describe, expect, it } from 'vitest'
import { faultsOf, runStep, tableOf } from '../testing/step-runner.ts'

const bds = tableOf('dn name mtu', [
  ['uni/tn-a/BD-web', 'web', '9000'],
  ['uni/tn-a/BD-db', 'db', '1500'],
  ['uni/tn-a/BD-old', 'old', 'inherit'],
  ['uni/tn-a/BD-new', 'new', null],
])

describe('filter', () => {
  it.each<[string, Record<string, unknown>, string[]]>([
    ['numbers', { filters: [{ property: 'mtu', operator: 'gt', value: 1500 }] }, ['web']],
    [
      'trees',
      {
        filters: [
          {
            any: [{ property: 'name', operator: 'eq', value: 'db' }, { not: { property: 'mtu', operator: 'is_set' } }],
          },
        ],
      },
      ['db', 'new'],
    ],
    ['nothing at all', { filters: [] }, ['web', 'db', 'old', 'new']],
    ['an expression', { expression: 'name.startsWith("d") || mtu == null' }, ['db', 'new']],
  ])('keeps rows by %s', (_, config, names) => {
    const { columns, cells, warnings } = runStep('filter', config, bds)

    expect(cells.map(([, name]) => name)).toEqual(names)
    expect(columns).toBe('dn name mtu')
    expect(warnings).toEqual([])
  })

  it('leaves out rows its expression is neither true nor false for, and counts them', () => {
    const numbers = runStep('filter', { expression: 'mtu > 1500' }, bds)
    const texts = runStep('filter', { expression: 'name' }, bds)

    expect(numbers.cells).toHaveLength(1)
    expect(numbers.warnings).toEqual([
      'filter: 2 of 4 rows were left out (the first: >: the text "inherit" and 1500 have no order)',
    ])
    expect(texts.cells).toEqual([])
    expect(texts.warnings).toEqual([
      'filter: 4 of 4 rows were left out (the first: the expression is neither true nor false)',
    ])
  })

  it.each<[Record<string, unknown>, string]>([
    [{}, 'step.config: filter: either filters or expression is required'],
    [{ filters: [], expression: 'true' }, 'step.config: filter: expected either filters or expression, not both'],
    [{ expression: '1 +' }, 'step.config.expression: filter: Unexpected token'],
    [
      { filters: [{ property: 'name', operator: 'is', value: 1 }] },
      'step.config.filters.0.operator: filter: "is" is not an operator',
    ],
    [
      { filters: [{ any: [{ property: 'name', operator: 'in', value: [] }] }] },
      'step.config.filters.0.any.0.value: filter: in',
    ],
    [{ filters: [{ property: 'name', operator: 'matches', value: '(' }] }, 'step.config.filters.0.value: filter: "("'],
    [{ filters: 'name' }, 'step.config.filters: filter: "name": expected array'],
    [
      { filters: [{ property: 'name', operator: 'is_set', vlaue: 1 }] },
      'step.config.filters.0.vlaue: filter: there is no option vlaue',
    ],
    [
      { filters: [{ any: [{ not: { property: 'name', operator: 'is_set', columns: ['dn'] } }] }] },
      'step.config.filters.0.any.0.not.columns: filter: there is no option columns; expected one of property, operator, value',
    ],
    [
      { filters: [{ any: [], not: {} }] },
      'step.config.filters.0.not: filter: there is no option not; expected one of any',
    ],
    [
      { filters: [{ property: 'nam', operator: 'is_set' }] },
      'step.config.filters.0.property: filter: there is no column nam at this step',
    ],
    [{ expression: 'nam > 1' }, 'step.config.expression: filter: there is no column nam at this step'],
  ])('reports the fault of %j', (config, fault) => {
    const faults = faultsOf('filter', config, 'dn name mtu')

    expect(faults).toHaveLength(1)
    expect(faults[0]).toContain(fault)
  })
})

describe('select', () => {
  it('returns the columns in the named order', () => {
    expect(runStep('select', { columns: ['mtu', 'name'] }, bds)).toMatchObject({ columns: 'mtu name', cells: [['9000', 'web'], ['1500', 'db'], ['inherit', 'old'], [null, 'new']] }) // prettier-ignore
  })

  it('gives null for a column that turns out to be missing, with a warning', () => {
    expect(runStep('select', { columns: ['name', 'node-1'] }, tableOf('name', [['a']]))).toEqual({
      columns: 'name node-1',
      cells: [['a', null]],
      warnings: ['select: there is no column node-1, so it is treated as empty'],
    })
  })
})

describe('rename', () => {
  it('keeps the place of columns, and can swap two', () => {
    expect(
      runStep('rename', { columns: { name: 'dn', dn: 'name' } }, tableOf('dn name mtu', [['uni', 'web', 1]])),
    ).toEqual({
      columns: 'name dn mtu',
      cells: [['uni', 'web', 1]],
      warnings: [],
    })
  })

  it('drops a column in favour of the renamed one when it was not known before the run', () => {
    expect(runStep('rename', { columns: { a: 'c' } }, tableOf('a b c', [[1, 2, 3]]))).toEqual({
      columns: 'c b',
      cells: [[1, 2]],
      warnings: ['rename: column c was dropped, because another column is now named c'],
    })
  })

  it.each<[Record<string, string>, string]>([
    [{ name: 'mtu' }, 'step.config.columns.name: rename: there is already a column mtu'],
    [{ name: 'x', dn: 'x' }, 'step.config.columns.dn: rename: name and dn would both be named x'],
    [{ nam: 'x' }, 'step.config.columns.nam: rename: there is no column nam at this step'],
    [{ name: '' }, 'step.config.columns.name: rename: "": expected some text'],
    [{}, 'step.config.columns: rename: an object: must not'],
  ])('rejects %j', (columns, fault) => {
    expect(faultsOf('rename', { columns }, 'dn name mtu')).toEqual([expect.stringContaining(fault)])
  })
})

describe('compute', () => {
  it('adds a column at the end, null where the expression fails', () => {
    expect(runStep('compute', { column: 'more', expression: 'mtu + 1' }, bds)).toEqual({
      columns: 'dn name mtu more',
      cells: [[...Object.values(bds.rows[0] ?? {}), 9001], [...Object.values(bds.rows[1] ?? {}), 1501], ['uni/tn-a/BD-old', 'old', 'inherit', null], ['uni/tn-a/BD-new', 'new', null, null]],
      warnings: ['compute more: 2 of 4 rows have null (the first: +: the text "inherit" is not a number)'],
    }) // prettier-ignore
  })

  it('replaces a column in its place', () => {
    expect(runStep('compute', { column: 'a', expression: 'a + "/" + b' }, tableOf('a b', [['x', 'y']]))).toMatchObject({
      columns: 'a b',
      cells: [['x/y', 'y']],
    })
  })

  it('reports an expression that cannot be parsed and columns that do not exist', () => {
    expect(faultsOf('compute', { column: 'x', expression: 'name +' }, 'name')).toEqual([
      expect.stringContaining('step.config.expression: compute: Unexpected token'),
    ])
    expect(faultsOf('compute', { column: 'x', expression: 'nam + mtu' }, 'name')).toHaveLength(2)
  })
})

describe('fill', () => {
  it('replaces nulls, keeps empty strings, and adds missing columns', () => {
    expect(runStep('fill', { columns: ['b', 'c'], value: 0 }, tableOf('a b', [[null, null], [1, ''], [2, false]]))).toEqual({
      columns: 'a b c',
      cells: [[null, 0, 0], [1, '', 0], [2, false, 0]],
      warnings: [],
    }) // prettier-ignore
  })
})

describe('explode', () => {
  it.each<[string, unknown, Record<string, unknown>, unknown[]]>([
    ['at commas, trimmed, without blanks', 'a, b,,c ', {}, ['a', 'b', 'c']],
    ['at a separator', 'a,b|c', { separator: '|' }, ['a,b', 'c']],
    ['into one row without a separator', 'a', {}, ['a']],
    ['into items of a list', ['a', 1], {}, ['a', 1]],
    ['into one row for null', null, {}, [null]],
    ['into one row for an empty list', [], {}, [null]],
    ['into one row for an empty string', '', {}, ['']],
    ['into one row for separators only', ' , ', {}, ['']],
    ['into one row for a number', 5, {}, [5]],
  ])('splits a value %s', (_, value, config, expected) => {
    const { cells } = runStep('explode', { column: 'v', ...config }, tableOf('n v', [['x', value as string]]))

    expect(cells).toEqual(expected.map((part) => ['x', part]))
  })

  it('fails when it exceeds the row limit', () => {
    const table = tableOf('v', [['a,b'], ['c,d']])

    expect(() => runStep('explode', { column: 'v' }, table, { maxRows: 3 })).toThrow(
      'explode v produces more than 3 rows: filter before this step',
    )
    expect(runStep('explode', { column: 'v' }, table, { maxRows: 4 }).cells).toHaveLength(4)
  })
})

describe('extract', () => {
  it('puts groups into columns, nulls where there is no match', () => {
    const table = tableOf('port', [['eth1/24'], ['on eth101/1/2'], ['po1'], [null], [12]])

    expect(runStep('extract', { column: 'port', pattern: 'eth(\\d+)/(?:\\d+/)?(\\d+)', into: ['module', 'number'] }, table)).toEqual({
      columns: 'port module number',
      cells: [['eth1/24', '1', '24'], ['on eth101/1/2', '101', '2'], ['po1', null, null], [null, null, null], [12, null, null]],
      warnings: [],
    }) // prettier-ignore
  })

  it('gives null for a group outside the match, and can replace its own column', () => {
    expect(
      runStep('extract', { column: 'v', pattern: '(a)|(b)', into: ['v', 'w'] }, tableOf('v', [['b']])).cells,
    ).toEqual([[null, 'b']])
  })

  it.each<[string, string[], string]>([
    ['(', ['a'], 'step.config.pattern: extract: "("'],
    ['(?=a)(b)', ['a'], 'step.config.pattern: extract:'],
    ['a', ['a'], 'step.config.into: extract: the pattern has 0 groups (…), so into needs 0 columns, not 1'],
    ['(a)(b)', ['a'], 'the pattern has 2 groups'],
    ['(a)(b)', ['a', 'a'], 'step.config.into: extract: a list: must not have duplicate items'],
  ])('rejects %s into %j', (pattern, into, fault) => {
    expect(faultsOf('extract', { column: 'v', pattern, into })).toEqual([expect.stringContaining(fault)])
  })
})
