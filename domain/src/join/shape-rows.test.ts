import { describe, expect, it } from 'vitest'
import type { RowShape } from '../query/plan.ts'
import type { Match } from './execute-joins.ts'
import { shapeRows } from './shape-rows.ts'
import type { TableRow } from './table-row.ts'

const row = (dn: string, values: Record<string, string> = {}, class_name = 'fvBD'): TableRow => ({
  dn,
  class_name,
  values,
})
const SLOTS = new Map([['sub', 0], ['bd', 1]]) // prettier-ignore
const shape = (bd: readonly string[] | undefined, sub: readonly string[] | undefined): RowShape => ({
  primary: 'bd',
  tables: [
    { table: 'bd', prefix: '', properties: bd },
    { table: 'sub', prefix: 'S', properties: sub },
  ],
})

describe('shapeRows', () => {
  it('gives the primary its plain names and the others a prefix', () => {
    const matches: Match[] = [[row('b/s', { ip: '1', dn: 'b/s' }, 'fvSubnet'), row('b', { name: 'x', mtu: '9' })]]

    const { columns, rows } = shapeRows(SLOTS, matches, shape(['dn', 'name'], ['dn', 'ip']))

    expect(columns).toEqual(['dn', 'className', 'name', 'S.dn', 'S.ip'])
    expect(rows).toEqual([{ dn: 'b', className: 'fvBD', name: 'x', 'S.dn': 'b/s', 'S.ip': '1' }])
    expect(Object.keys(rows[0] ?? {})).toEqual(columns)
  })

  it('gives the properties of relation objects last, null where there are none, and orders rows by them too', () => {
    const slots = new Map([...SLOTS, ['rel', 2]])
    const own: RowShape = {
      ...shape(['dn'], ['dn']),
      relations: [{ table: 'rel', prefix: 'e1', properties: ['mode', 'dn'] }],
    }
    const [bd, sub] = [row('b'), row('b/s')]
    const matches: Match[] = [
      [undefined, row('c'), undefined],
      [sub, bd, row('r2', { mode: 'x' })],
      [sub, bd, row('r1', { mode: 'y' })],
    ]

    const { columns, rows } = shapeRows(slots, matches, own)

    expect(columns).toEqual(['dn', 'className', 'S.dn', 'e1.mode', 'e1.dn'])
    expect(rows.map((one) => [one.dn, one['e1.mode'], one['e1.dn']])).toEqual([
      ['b', 'y', 'r1'],
      ['b', 'x', 'r2'],
      ['c', null, null],
    ])
  })

  it('names the controller of each row in a merged run, after the class', () => {
    const merged = { ...shape(['dn', 'name'], ['dn']), controller: 'west' }

    const { columns, rows } = shapeRows(SLOTS, [[undefined, row('b', { name: 'x' })]], merged)

    expect(columns).toEqual(['dn', 'className', '@controller', 'name', 'S.dn'])
    expect(rows).toEqual([{ dn: 'b', className: 'fvBD', '@controller': 'west', name: 'x', 'S.dn': null }])
    expect(shapeRows(SLOTS, [], shape(['dn'], ['dn'])).columns).toEqual(['dn', 'className', 'S.dn'])
  })

  it("gives the class of another node's object only on request", () => {
    const matches: Match[] = [[row('b/s', {}, 'fvSubnet'), row('b')]]

    expect(shapeRows(SLOTS, matches, shape([], ['className'])).rows).toEqual([
      { dn: 'b', className: 'fvBD', 'S.dn': 'b/s', 'S.className': 'fvSubnet' },
    ])
  })

  it('gives every row the same columns in the same order, null where something is missing', () => {
    const matches: Match[] = [
      [undefined, row('a', { name: 'x', descr: '' })],
      [row('b/s', { ip: '1' }), row('b', { mtu: '9', name: 'y' })],
    ]

    const { columns, rows } = shapeRows(SLOTS, matches, shape(undefined, undefined))

    expect(columns).toEqual(['dn', 'className', 'descr', 'mtu', 'name', 'S.dn', 'S.ip'])
    expect(rows.map((one) => Object.keys(one))).toEqual([columns, columns])
    expect(rows.map((one) => Object.values(one))).toEqual([
      ['a', 'fvBD', '', null, 'x', null, null],
      ['b', 'fvBD', null, '9', 'y', 'b/s', '1'],
    ])
  })

  it('orders rows by the DN of the primary, then by the others, those without a primary last', () => {
    const matches: Match[] = [
      [row('z'), undefined],
      [row('b/2'), row('b')],
      [undefined, row('b')],
      [row('b/1'), row('b')],
      [row('y'), undefined],
      [row('B/1'), row('B')],
    ]

    const { rows } = shapeRows(SLOTS, matches, shape([], []))

    expect(rows.map((one) => [one['dn'], one['S.dn']])).toEqual([['B', 'B/1'], ['b', 'b/1'], ['b', 'b/2'], ['b', null], [null, 'y'], [null, 'z']]) // prettier-ignore
  })

  it('gives the listed columns even when there are no rows', () => {
    expect(shapeRows(SLOTS, [], shape(['name'], undefined))).toEqual({
      columns: ['dn', 'className', 'name', 'S.dn'],
      rows: [],
    })
  })

  it('treats hostile property names as plain data', () => {
    const hostile = Object.fromEntries([['__proto__', 'x'], ['constructor', 'y']]) // prettier-ignore

    const { columns, rows } = shapeRows(new Map([['bd', 0]]), [[row('a', hostile)], [row('b')]], {
      primary: 'bd',
      tables: [{ table: 'bd', prefix: '', properties: undefined }],
    })

    expect(columns).toEqual(['dn', 'className', 'constructor'])
    expect(rows.map((one) => one['constructor'])).toEqual(['y', null])
  })

  it('shapes a hundred thousand rows quickly', () => {
    const values = Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`prop${index}`, `value${index}`]))
    const matches = Array.from({ length: 100_000 }, (_, index) => [
      row(`uni/BD-${String(index).padStart(6, '0')}`, values),
    ])
    const before = process.cpuUsage()

    shapeRows(new Map([['bd', 0]]), matches, {
      primary: 'bd',
      tables: [{ table: 'bd', prefix: '', properties: undefined }],
    })

    // CPU time, not wall time; about 100 ms is usual.
    expect(process.cpuUsage(before).user / 1_000).toBeLessThan(1_000)
  })
})
