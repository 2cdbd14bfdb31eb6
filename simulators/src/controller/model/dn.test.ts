import { describe, expect, it } from 'vitest'
import { joinDn, namingValues, parentDn, splitDn } from './dn.ts'

describe('splitDn', () => {
  it.each([
    ['', []],
    ['uni', ['uni']],
    ['uni/tn-a/BD-web/subnet-[10.0.0.1/24]', ['uni', 'tn-a', 'BD-web', 'subnet-[10.0.0.1/24]']],
    [
      'uni/epp/fv-[uni/tn-TK/ap-AP1/epg-E]/node-101/dyatt-[topology/pod-1/paths-101/pathep-[eth1/24]]/conndef/conn-[vlan-2285]-[0.0.0.0]',
      [
        'uni',
        'epp',
        'fv-[uni/tn-TK/ap-AP1/epg-E]',
        'node-101',
        'dyatt-[topology/pod-1/paths-101/pathep-[eth1/24]]',
        'conndef',
        'conn-[vlan-2285]-[0.0.0.0]',
      ],
    ],
  ])('cuts %s at the slashes outside brackets', (dn, parts) => {
    expect(splitDn(dn)).toEqual(parts)
  })

  it.each(['uni//tn-a', '/uni', 'uni/', 'uni/x-[a/b', 'uni/x-a]'])('refuses %s', (dn) => {
    expect(splitDn(dn)).toBeUndefined()
  })
})

describe('parentDn', () => {
  it.each([
    ['uni', ''],
    ['uni/tn-a', 'uni'],
    ['uni/tn-a/ap-b/epg-c/rspathAtt-[topology/pod-1/paths-101/pathep-[eth1/1]]', 'uni/tn-a/ap-b/epg-c'],
    ['uni/tn-a/x-[b/c]-[d/e]', 'uni/tn-a'],
  ])('of %s is "%s", and joining parent and RN restores the DN', (dn, parent) => {
    expect(parentDn(dn)).toBe(parent)
    expect(joinDn(parent, dn.slice(parent === '' ? 0 : parent.length + 1))).toBe(dn)
  })
})

describe('namingValues', () => {
  it.each([
    ['tn-{name}', 'uni/tn-a', { name: 'a' }],
    ['rsctx', 'uni/tn-a/BD-b/rsctx', {}],
    ['rspathAtt-[{tDn}]', 'uni/tn-a/rspathAtt-[a/b-[c/d]]', { tDn: 'a/b-[c/d]' }],
    ['hports-{name}-typ-{type}', 'uni/infra/hports-a-b-typ-range', { name: 'a-b', type: 'range' }],
    ['from-[{from}]-to-[{to}]', 'uni/from-[vlan-1]-to-[vlan-9]', { from: 'vlan-1', to: 'vlan-9' }],
    ['tn-{name}', 'uni/other', {}],
  ])('reads the naming values of %s from %s', (format, dn, values) => {
    expect(namingValues(format, dn)).toEqual(values)
  })
})
