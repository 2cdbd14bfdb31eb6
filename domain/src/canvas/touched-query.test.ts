import { describe, expect, it } from 'vitest'
import type { ClassChange } from '../mim/compare/compare-outlines.ts'
import { createTouches } from './touched-query.ts'

const change = (class_name: string, more: Partial<ClassChange>): ClassChange => ({
  ...{ class_name, removed: [], added: [], retyped: [], values: [], relation: null },
  ...more,
})
const COMPARISON = {
  removed: ['fvOld'],
  added: ['fvNew'],
  changed: [
    change('fvBD', {
      removed: ['mac'],
      added: ['descr'],
      retyped: [{ property: 'mtu', before: 'string', after: 'integer' }],
      values: [{ property: 'arpFlood', removed: ['maybe'] }],
    }),
    change('fvRsCtx', { relation: { before: 'fvBD > fvCtx', after: 'fvBD > fvVrf' } }),
    change('fvGrown', { added: ['descr'] }),
  ],
}

describe('a saved query is touched', () => {
  const touches = createTouches(COMPARISON)
  const bd = (more: object) => ({ nodes: [{ id: 'bd', class_name: 'fvBD', ...more }], edges: [] })
  const two = (edge: object) => ({
    nodes: [
      { id: 'bd', class_name: 'fv:BD' },
      { id: 'vrf', class_name: 'fvCtx' },
    ],
    edges: [{ source: 'bd', target: 'vrf', ...edge }],
  })

  it.each([
    ['a class that is gone', { nodes: [{ id: 'o', class_name: 'fvOld' }], edges: [] }, 'fvOld class_removed'],
    ['a class of a union', { nodes: [{ id: 'o', class_names: ['fvSame', 'fvOld'] }] }, 'fvOld class_removed'],
    ['a property it shows', bd({ properties: ['name', 'mac'] }), 'fvBD.mac property_removed'],
    [
      'a property in a group of filters',
      bd({ filters: [{ any: [{ not: { property: 'mac', op: 'eq', value: 'x' } }] }] }),
      'fvBD.mac property_removed',
    ],
    ['another type', bd({ filters: [{ property: 'mtu', op: 'gt', value: 9000 }] }), 'fvBD.mtu property_retyped'],
    [
      'a value that no longer exists',
      bd({ filters: [{ property: 'arpFlood', op: 'in', value: ['no', 'maybe'] }] }),
      'fvBD.arpFlood value_removed',
    ],
    [
      'a property that joins',
      two({ kind: 'match', on: { source: 'mac', target: 'name' } }),
      'fvBD.mac property_removed',
    ],
    ['a relation that leads elsewhere', two({ kind: 'references', through: 'fvRsCtx' }), 'fvRsCtx relation_moved'],
  ])('by %s', (_what, canvas, expected) => {
    const found = touches(canvas).map(
      ({ class_name, property, what }) => `${[class_name, property].filter(Boolean).join('.')} ${what}`,
    )

    expect(found).toEqual([expected])
  })

  it.each([
    ['what it does not use', bd({ properties: ['name'], filters: [{ property: 'arpFlood', op: 'eq', value: 'yes' }] })],
    ['a class that only gains', { nodes: [{ id: 'g', class_name: 'fvGrown' }], edges: [] }],
    ['nothing, as a canvas that is no canvas', { nodes: 'x', edges: null }],
  ])('not by %s', (_what, canvas) => {
    expect(touches(canvas)).toEqual([])
  })
})
