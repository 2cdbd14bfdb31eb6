import { describe, expect, it } from 'vitest'
import type { PostProcessorStep } from '../canvas/canvas.ts'
import { knownModel } from '../mim/known-model.ts'
import { canvas, edge, node } from '../testing/canvas-builder.ts'
import { smallMim } from '../testing/small-mim.ts'
import { planQuery } from './plan-query.ts'

const step = (type: string, config: object, enabled = true): PostProcessorStep => ({
  id: type,
  type,
  enabled,
  config: { ...config },
})
const sort = step('sort', { by: [{ column: 'mtu' }] })
const select = step('select', { columns: ['name', 'T.name'] })

const columnsRead = (steps: readonly PostProcessorStep[], model = smallMim) => {
  const query = canvas(
    [node('t', 'fvTenant', { alias: 'T', properties: ['name', 'descr'] }), node('bd', 'fvBD')],
    [edge('t → bd')],
    steps,
  )
  return Object.fromEntries(planQuery(query, { model }).rows.tables.map(({ table, properties }) => [table, properties]))
}

describe('the columns read from the controller', () => {
  const everything = { bd: undefined, t: ['dn', 'name', 'descr'] }

  it.each([
    ['all, without steps', [], everything],
    ['those selected', [select], { bd: ['dn', 'name'], t: ['dn', 'name'] }],
    ['those sorted by and those selected', [sort, select], { bd: ['dn', 'name', 'mtu'], t: ['dn', 'name'] }],
    [
      'those grouped',
      [step('group', { by: ['T.descr'], aggregates: [{ function: 'sum', column: 'mtu' }] })],
      { bd: ['dn', 'mtu'], t: ['dn', 'descr'] },
    ],
    [
      'those the conditions of aggregates ask about',
      [
        step('group', {
          aggregates: [{ function: 'count', where: 'mtu > 1500 && has(T.descr) && "arpFlood" in row' }],
        }),
      ],
      { bd: ['dn', 'arpFlood', 'mtu'], t: ['dn', 'descr'] },
    ],
    [
      'those an expression asks about',
      [step('filter', { expression: '!has(mtu)' }), select],
      { bd: ['dn', 'name', 'mtu'], t: ['dn', 'name'] },
    ],
    [
      'all, when an expression may ask for any column',
      [step('filter', { expression: 'name in row' }), select],
      everything,
    ],
    [
      'all, when a condition may ask for any',
      [step('group', { aggregates: [{ function: 'count', where: 'name in row' }] })],
      everything,
    ],
    [
      'those ranked by and those selected',
      [step('rank', { by: ['T.name'], order: [{ column: 'mtu' }] }), step('select', { columns: ['name', 'rank'] })],
      { bd: ['dn', 'name', 'mtu'], t: ['dn', 'name'] },
    ],
    ['all, when the selecting step is disabled', [step('select', select.config, false)], everything],
    ['all, when whole rows are compared', [step('distinct', {}), select], everything],
    ['all, when a column is computed', [step('compute', { column: 'x', expression: 'name' }), select], everything],
    ['all, when columns are renamed first', [step('rename', { columns: { mtu: 'name2' } }), select], everything],
    ['all, when nothing is dropped', [sort], everything],
  ])('the columns read are %s', (_, steps, expected) => {
    expect(columnsRead(steps)).toEqual(expected)
  })

  it('are all those of a class with unknown properties, so that a misspelt one is noticed', () => {
    expect(columnsRead([select], knownModel)).toEqual({ bd: undefined, t: ['dn', 'name'] })
  })

  it('are requested as naming-only when only names are left', () => {
    const query = canvas([node('bd', 'fvBD')], [], [step('select', { columns: ['name'] })])

    expect(planQuery(query, { model: smallMim }).steps[0]?.request).toBe(
      '/api/class/fvBD.json?rsp-prop-include=naming-only&order-by=fvBD.dn',
    )
  })
})

describe('reading', () => {
  const limit = step('limit', { count: 5, offset: 2 })
  const stopOf = (steps: readonly PostProcessorStep[], parts: object = {}) =>
    planQuery(canvas([node('bd', 'fvBD', parts)], [], steps), { model: smallMim }).stop_after_rows

  it.each([
    ['at a limit', [limit], 7],
    ['at a limit after a step that works row by row', [select, limit], 7],
    ['never at a limit after a sort', [sort, limit], undefined],
    ['never without a limit', [], undefined],
  ])('stops early %s', (_, steps, expected) => {
    expect(stopOf(steps)).toBe(expected)
  })

  it('does not stop early when rows come out of a join', () => {
    const query = canvas([node('t', 'fvTenant'), node('bd', 'fvBD')], [edge('t → bd')], [limit])

    expect(planQuery(query, { model: smallMim }).stop_after_rows).toBeUndefined()
  })
})
