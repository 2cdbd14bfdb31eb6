import { describe, expect, it } from 'vitest'
import { usedProperties } from './class-uses.ts'

const CANVAS = {
  nodes: [
    { id: 'bd', class_name: 'fv:BD', properties: ['name'], filters: [{ any: [{ property: 'mtu', value: '9000' }] }] },
    { id: 'bd2', class_names: ['fvBD', 'fvSubnet'], properties: ['name', 'descr'] },
    { id: 'vrf', class_name: 'fvCtx' },
  ],
  edges: [{ source: 'bd', target: 'vrf', through: 'fvRsCtx', on: [{ source: 'vrfName', target: 'name' }] }],
}

describe('a canvas uses', () => {
  it('a class with what it shows, filters and joins by, on every node that has it', () => {
    expect(usedProperties(CANVAS, 'fvBD')).toEqual(['name', 'mtu', 'vrfName', 'descr'])
    expect(usedProperties(CANVAS, 'fvCtx')).toEqual(['name'])
  })

  it('a relation class that an edge goes through', () => {
    expect(usedProperties(CANVAS, 'fvRsCtx')).toEqual([])
  })

  it('no other class, whatever was received', () => {
    expect(usedProperties(CANVAS, 'fvAEPg')).toBeUndefined()
    expect(usedProperties({ nodes: 'none', edges: null }, 'fvBD')).toBeUndefined()
  })
})
