import { describe, expect, it } from 'vitest'
import type { PostProcessorStep } from '../canvas/canvas.ts'
import { documentModel } from '../testing/document-model.ts'
import type { PropertyInfo } from '../mim/model.ts'
import { applyStep } from '../post-processing/post-processors.ts'
import { canvas, edge, node } from '../testing/canvas-builder.ts'
import { classInfo } from '../testing/class-info.ts'
import { tableOf } from '../testing/step-runner.ts'
import { planQuery } from './plan-query.ts'

const property = (name: string, type: PropertyInfo['type']): PropertyInfo => ({ name, type, values: [] })
const endpoints = classInfo('fvCEp', { rn_format: 'cep-{mac}', naming: ['mac'], contained_by: new Set(['fvBD']) })
const model = documentModel([
  {
    ...endpoints,
    properties: new Map(
      [property('mac', 'mac'), property('ip', 'ip'), property('name', 'string')].map((info) => [info.name, info]),
    ),
  },
  {
    ...classInfo('fvBD', { rn_format: 'BD-{name}', naming: ['name'] }),
    properties: new Map([['mtu', property('mtu', 'integer')]]),
  },
])

const step = (type: string, config: object): PostProcessorStep => ({
  id: type,
  type,
  enabled: true,
  config: { ...config },
})
const equal = (column: string, value: unknown) =>
  step('filter', { filters: [{ not: { property: column, operator: 'ne', value } }] })

/** How many of the rows are left after the steps, as the plan has them. */
function countAfter(...steps: readonly PostProcessorStep[]): number {
  const query = canvas(
    [node('bd', 'fvBD', { alias: 'BD', properties: ['mtu'] }), node('ep', 'fvCEp', { primary: true })],
    [edge('bd → ep')],
    steps,
  )
  const rows = tableOf('dn mac ip name BD.mtu', [['uni', '00:22:BD:F8:19:FF', '2001:DB8::1', '0022.bdf8.19ff', '9000']])
  return planQuery(query, { model }).post_processors.reduce(
    (table, next) => applyStep(next, table, { maxRows: 9 }),
    rows,
  ).rows.length
}
const mac = equal('mac', '0022.bdf8.19ff')

describe('a filter step', () => {
  it.each<[string, number, PostProcessorStep[]]>([
    ['a MAC in any spelling', 1, [mac]],
    ['an address in any spelling', 1, [equal('ip', '2001:db8:0::1')]],
    [
      'one of several',
      1,
      [step('filter', { filters: [{ property: 'ip', operator: 'in', value: ['::', '2001:db8:0::1'] }] })],
    ],
    ['a number of another node in any spelling', 1, [equal('BD.mtu', '9000.0')]],
    ['text as it is', 0, [equal('name', '0022.bdf8.19fe')]],
    ['text as it is, whatever it looks like', 0, [equal('name', '00:22:BD:F8:19:FF')]],
    [
      'a MAC after steps that leave it',
      1,
      [step('select', { columns: ['mac', 'ip'] }), step('rank', { order: [{ column: 'ip' }] }), mac],
    ],
    ['a MAC that rows were grouped by', 1, [step('group', { by: ['mac'] }), mac]],
    ['a MAC beside a computed column', 1, [step('compute', { column: 'x', expression: 'mac' }), mac]],
    ['a computed MAC as text', 0, [step('compute', { column: 'mac', expression: 'mac' }), mac]],
    ['a MAC beside a filled column', 1, [step('fill', { columns: ['name'], value: '' }), mac]],
    ['a MAC under another name', 1, [step('rename', { columns: { mac: 'm' } }), equal('m', '0022.bdf8.19ff')]],
    [
      'text under the name of a MAC',
      0,
      [step('rename', { columns: { mac: 'm', name: 'mac' } }), equal('mac', '00:22:BD:F8:19:FF')],
    ],
  ])('finds %s', (_, count, steps) => {
    expect(countAfter(...steps)).toBe(count)
  })
})
