import { describe, expect, it } from 'vitest'
import type { Row } from '../values/row.ts'
import { stepOf } from '../testing/step-runner.ts'
import { cellOf, makeRow } from '../values/cells.ts'
import {
  applyStep,
  checkStep,
  columnsAfter,
  columnsRead,
  earlyStop,
  findPostProcessor,
  POST_PROCESSOR_TYPES,
  rowwisePrefix,
} from './post-processors.ts'

const valid: Readonly<Record<string, Record<string, unknown>>> = {
  filter: { expression: 'a == b' },
  select: { columns: ['b', 'a'] },
  rename: { columns: { a: 'x' } },
  compute: { column: 'x', expression: 'a + b' },
  sort: { by: [{ column: 'a' }] },
  rank: { by: ['a'], order: [{ column: 'b' }], as: 'x' },
  limit: { count: 10, offset: 5 },
  distinct: {},
  group: { by: ['a'], aggregates: [{ function: 'sum', column: 'b' }] },
  explode: { column: 'a' },
  extract: { column: 'a', pattern: '(.)', into: ['x'] },
  split_dn: { column: 'a', parts: ['node'] },
  lookup: { saved_query: 'q', on: { a: 'k' }, columns: ['k'], prefix: 'p' },
  pivot: { by: ['a'], column: 'b', function: 'count' },
  fill: { columns: ['x'], value: 0 },
}
const types = Object.keys(valid)
const step = (type: string, enabled = true) => stepOf(type, valid[type] ?? {}, enabled)

describe('the post-processors', () => {
  it('are listed in the order of the documentation', () => {
    expect(POST_PROCESSOR_TYPES).toEqual(types)
  })

  it.each(types)('accept a valid configuration: %s', (type) => {
    expect(checkStep(step(type), ['a', 'b'], 'post_processors.0')).toEqual([])
    expect(checkStep(step(type), undefined, 'post_processors.0')).toEqual([])
  })

  it.each<[string, string[] | undefined, string[] | undefined]>([
    ['filter', ['a', 'b'], undefined],
    ['select', ['b', 'a'], ['b', 'a']],
    ['rename', ['x', 'b'], undefined],
    ['compute', ['a', 'b', 'x'], undefined],
    ['rank', ['a', 'b', 'x'], undefined],
    ['group', ['a', 'sum_b'], ['a', 'sum_b']],
    ['extract', ['a', 'b', 'x'], undefined],
    ['split_dn', ['a', 'b', 'node'], undefined],
    ['lookup', ['a', 'b', 'p.k'], undefined],
    ['pivot', undefined, undefined],
    ['fill', ['a', 'b', 'x'], undefined],
  ])('announce their columns: %s gives %j', (type, known, unknown) => {
    expect(columnsAfter(step(type), ['a', 'b'])).toEqual(known)
    expect(columnsAfter(step(type), undefined)).toEqual(unknown)
  })

  it.each(types.filter((type) => type !== 'pivot' && type !== 'lookup'))(
    'return rows with the announced columns: %s',
    (type) => {
      const table = { columns: ['a', 'b'], rows: [{ a: '1', b: '2' }, { a: null, b: '3' }] } // prettier-ignore

      const result = applyStep(step(type), table, { maxRows: 100 })

      expect(result.columns).toEqual(columnsAfter(step(type), ['a', 'b']))
      for (const row of result.rows) expect(Object.keys(row)).toEqual(result.columns)
    },
  )
})

describe('columnsNeeded', () => {
  it.each<[string, Record<string, unknown>, string[] | undefined]>([
    [
      'filter',
      { filters: [{ any: [{ property: 'a', operator: 'is_set' }, { not: { property: 'b', operator: 'is_set' } }] }] },
      ['a', 'b'],
    ],
    ['filter', { expression: 'a + BD.name == has(c)' }, ['a', 'BD.name']],
    ['rename', { columns: { a: 'b' } }, ['a']],
    ['sort', { by: [{ column: 'a' }] }, ['a']],
    ['rank', { by: ['a'], order: [{ column: 'b' }, { column: 'a' }], as: 'c' }, ['a', 'b']],
    ['distinct', { columns: ['a'] }, ['a']],
    ['distinct', {}, undefined],
    [
      'group',
      {
        by: ['a'],
        aggregates: [
          { function: 'sum', column: 'b' },
          { function: 'max', column: 'b' },
        ],
      },
      ['a', 'b'],
    ],
    [
      'group',
      { by: ['a'], aggregates: [{ function: 'count', where: 'b > 1 && BD.name != c' }] },
      ['a', 'b', 'BD.name', 'c'],
    ],
    ['split_dn', {}, ['dn']],
    ['lookup', { saved_query: 'q', on: { a: 'b' } }, ['a']],
    ['pivot', { by: ['a'], column: 'b', value: 'c' }, ['a', 'b', 'c']],
    ['fill', { columns: ['a'], value: 1 }, []],
    ['limit', { count: 'faulty' }, []],
  ])('a %s step with %j needs the columns %j', (type, config, columns) => {
    expect(columnsRead(stepOf(type, config))).toEqual(columns)
  })
})

describe('checkStep', () => {
  it('suggests existing types', () => {
    expect(checkStep(stepOf('grup', {}), undefined, 'post_processors.2')).toEqual([
      expect.objectContaining({
        code: 'unknown_post_processor',
        step_id: 'step',
        path: 'post_processors.2.type',
        suggestions: ['group'],
      }),
    ])
    expect(findPostProcessor('constructor')).toBeUndefined()
  })

  it('suggests existing options and columns, with the path of the fault', () => {
    expect(checkStep(stepOf('limit', { count: 1, ofset: 2 }), undefined, 'p')).toEqual([
      expect.objectContaining({ code: 'bad_post_processor_config', path: 'p.config.ofset', suggestions: ['offset'] }),
    ])
    expect(checkStep(stepOf('sort', { by: [{ column: 'name', dir: 'desc' }] }), undefined, 'p')).toEqual([
      expect.objectContaining({ path: 'p.config.by.0.dir', step_id: 'step', suggestions: ['direction'] }),
    ])
    expect(checkStep(stepOf('sort', { by: [{ column: 'name' }, { column: 'mtuu' }] }), ['name', 'mtu'], 'p')).toEqual([
      {
        code: 'unknown_column',
        message: 'sort: there is no column mtuu at this step',
        step_id: 'step',
        path: 'p.config.by.1.column',
        suggestions: ['mtu'],
      },
    ])
  })

  it('lists more faults than the schema library does on its own', () => {
    const by = Array.from({ length: 12 }, () => ({}))

    expect(checkStep(stepOf('sort', { by, a: 1, b: 2 }), undefined, 'p').length).toBeGreaterThanOrEqual(10)
  })

  it('ignores a disabled step', () => {
    expect(checkStep(stepOf('nonsense', {}, false), [], 'p')).toEqual([])
    expect(columnsAfter(step('pivot', false), ['a'])).toEqual(['a'])
    expect(applyStep(step('select', false), { columns: ['a'], rows: [{ a: 1 }] }, { maxRows: 1 })).toEqual({
      columns: ['a'],
      rows: [{ a: 1 }],
      warnings: [],
    })
  })
})

describe('a limit', () => {
  it.each<[string[], number | undefined, string[]]>([
    [['limit'], 15, []],
    [['select', 'limit'], 15, ['select']],
    [['filter', 'explode', 'compute', 'limit', 'sort'], 15, ['filter', 'explode', 'compute']],
    [['sort', 'limit'], undefined, []],
    [['select', 'group', 'limit'], undefined, ['select']],
    [['rank', 'limit'], undefined, []],
    [['distinct', 'limit'], undefined, []],
    [['pivot', 'limit'], undefined, []],
    [['lookup', 'limit'], undefined, []],
    [['select'], undefined, ['select']],
    [['!sort', 'select', '!limit', 'limit'], 15, ['select']],
    [['nonsense', 'limit'], undefined, []],
    [[], undefined, []],
  ])('stops reading early after row-by-row steps: %j needs %s rows', (names, rows, prefix) => {
    const steps = names.map((name) => step(name.replace('!', ''), !name.startsWith('!')))

    expect(earlyStop(steps)).toBe(rows)
    expect(rowwisePrefix(steps).map(({ type }) => type)).toEqual(prefix)
  })
})

describe('columns with the names of object internals', () => {
  const columns = ['__proto__', 'constructor', 'a']
  const rows = [makeRow(columns, (_, index) => `v${index}`), makeRow(columns, (_, index) => `v${index}`)]
  const configs: Readonly<Record<string, Record<string, unknown>>> = {
    filter: { expression: 'row["__proto__"] == "v0"' },
    select: { columns },
    rename: { columns: { a: 'toString' } },
    compute: { column: '__proto__', expression: 'constructor + a' },
    sort: { by: [{ column: '__proto__' }] },
    rank: { by: ['__proto__'], order: [{ column: 'constructor' }], as: '__proto__' },
    distinct: { columns: ['__proto__'] },
    group: { by: ['__proto__'], aggregates: [{ function: 'count', as: 'constructor' }] },
    explode: { column: '__proto__' },
    extract: { column: '__proto__', pattern: '(.)', into: ['__proto__'] },
    split_dn: { column: '__proto__', parts: ['node'] },
    fill: { columns: ['__proto__', 'hasOwnProperty'], value: 'x' },
    pivot: { by: ['constructor'], column: 'a', value: '__proto__' },
  }

  it.each(Object.entries(configs))('are ordinary columns for %s', (type, config) => {
    const { columns: after, rows: made } = applyStep(stepOf(type, config), { columns, rows }, { maxRows: 10 })

    for (const row of made) {
      expect(Object.keys(row)).toEqual(after)
      expect(Object.getPrototypeOf(row)).toBe(Object.prototype)
    }
    expect(made.length).toBeGreaterThan(0)
  })

  it('are found only in rows that have them', () => {
    const row: Row = { a: 1 }

    expect(cellOf(row, 'constructor')).toBeNull()
    expect(
      applyStep(stepOf('fill', { columns: ['toString'], value: 0 }), { columns: ['a'], rows: [row] }, { maxRows: 1 })
        .rows,
    ).toEqual([{ a: 1, toString: 0 }])
  })

  it('can be looked up', () => {
    const lookup = { columns, rows: rows.slice(0, 1) }
    const config = { saved_query: 'q', on: { constructor: 'constructor' }, prefix: 'p', columns: ['__proto__'] }

    expect(
      applyStep(stepOf('lookup', config), { columns, rows: rows.slice(0, 1) }, { maxRows: 5, lookup }).columns,
    ).toEqual([...columns, 'p.__proto__'])
  })
})
