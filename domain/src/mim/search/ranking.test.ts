import { expect, it } from 'vitest'
import { searchOver } from '../../testing/search-world.ts'

const world = searchOver({
  classes: [
    { name: 'fvTenant', label: 'Tenant', description: 'A policy owner' },
    { name: 'fvBDDef', rank: 2, label: 'Bridge Domain', description: 'A layer 2 context' },
    { name: 'l2BD', rank: 2, label: 'Bridge Domain', description: 'The boundary of layer 2 traffic' },
    { name: 'fvBD', label: 'Bridge Domain', description: 'A unique layer 2 forwarding domain that contains subnets' },
    { name: 'fvABDPol', rank: 3, label: 'Bridge Domain', description: 'What bridge domains have in common' },
    {
      name: 'fvRsBd',
      rank: 1,
      label: 'Bridge Domain for the EPG',
      description: 'The bridge domain of an endpoint group',
    },
    { name: 'fvSubnet', label: 'Subnet', description: 'An address range within the bridge domain' },
    { name: 'fvBDPublicSubnetHolder', rank: 2, label: 'Public Subnet Holder', description: '' },
    { name: 'fvAEPg', label: 'Application EPG', description: 'Endpoints with the same policy' },
    {
      name: 'l1PhysIf',
      rank: 2,
      label: 'Layer 1 Physical Interface Configuration',
      description: 'The Ethernet interface',
    },
    { name: 'hcloudIf', rank: 2, label: 'Interface', description: 'Not a physical one' },
    { name: 'vzBrCP', label: 'Contract', description: 'What a tenant lets endpoints say to each other' },
    { name: 'fabricNode', rank: 2, label: 'Node', description: '' },
    { name: 'fabricNodeIdentP', label: 'Node Identity', description: '' },
  ],
  properties: [
    { name: 'name', label: 'Name', owners: ['fvBD', 'fvTenant', 'fvAEPg', 'vzBrCP', 'fvSubnet', 'fabricNode', 'l2BD'] },
    { name: 'name', label: 'Name', description: 'The identity', owners: ['fabricNodeIdentP'] },
    { name: 'nameAlias', label: 'Display Name', owners: ['fvBD', 'fvTenant'] },
    { name: 'bd', label: 'Bridge Domain', owners: ['fvAEPg'] },
    {
      name: 'arpFlood',
      label: 'ARP Flooding',
      description: 'Floods requests in the bridge domain',
      owners: ['fvBD', 'fvBDDef'],
    },
    { name: 'mode', label: 'Mode', owners: ['l1PhysIf'] },
    { name: 'unused', label: 'Of No Class', owners: [] },
  ],
  packages: [{ name: 'fv', description: 'Virtual fabric' }, { name: 'l1', description: 'Layer one' }, { name: 'arp' }],
})

it.each([
  ['fvBD', 'fvBD'],
  ['fvbd', 'fvBD'],
  ['FVBD', 'fvBD'],
  ['fv:BD', 'fvBD'],
  [' fvBD ', 'fvBD'],
  ['fv BD', 'fvBD'],
  ['BD', 'fvBD'],
  ['bd', 'fvBD'],
  ['bridge domain', 'fvBD'],
  ['Bridge  Domain', 'fvBD'],
  ['domain bridge', 'fvBD'],
  ['brigde domain', 'fvBD'],
  ['fvBDs', 'fvBD'],
  ['vfBD', 'fvBD'],
  ['forwarding', 'fvBD'],
  ['bd subnet', 'fvBDPublicSubnetHolder'],
  ['subnet public', 'fvBDPublicSubnetHolder'],
  ['subnet', 'fvSubnet'],
  ['bridge address', 'fvSubnet'],
  ['physical interface', 'l1PhysIf'],
  ['the interface of ethernet', 'l1PhysIf'],
  ['PhysIf', 'l1PhysIf'],
  ['epg', 'fvAEPg'],
  ['AEPg', 'fvAEPg'],
  ['contract', 'vzBrCP'],
  ['contarct', 'vzBrCP'],
  ['arpFlood', 'arpFlood of fvBD'],
  ['flood', 'arpFlood of fvBD'],
  ['arp flooding', 'arpFlood of fvBD'],
  ['aprFlood', 'arpFlood of fvBD'],
  ['Flo', 'arpFlood of fvBD'],
  ['lood', 'arpFlood of fvBD'],
  ['fv', 'package fv'],
  ['arp', 'package arp'],
  ['virtual fabric', 'package fv'],
])('for %j finds %s first', (query, first) => {
  expect(world.find(query)[0]).toBe(first)
})

it('ranks exact name, prefix, word, label, description and typo in this order', () => {
  const { find } = searchOver({
    classes: [
      { name: 'aaTypo', label: 'x' },
      { name: 'fvNone', description: 'all about zzTypo' },
      { name: 'fvLabel', label: 'A zzTypo' },
      { name: 'fvQqZzTypoQq' },
      { name: 'zzTypoMore' },
      { name: 'zzTypo' },
      { name: 'zzTyp' },
    ],
  })

  expect(find('zzTypo')).toEqual(['zzTypo', 'zzTypoMore', 'fvQqZzTypoQq', 'fvLabel', 'fvNone', 'zzTyp'])
})

it('ranks configurable classes before read-only ones, then shorter names first', () => {
  expect(world.find('bridge domain', { type: 'class' }).slice(0, 5)).toEqual([
    'fvBD',
    'l2BD',
    'fvBDDef',
    'fvABDPol',
    'fvRsBd',
  ])
})

it('lists a property per class that has it, the most central first, at most five times unless only properties are requested', () => {
  expect(world.find('name').slice(0, 6)).toEqual([
    'name of fvBD',
    'name of fvTenant',
    'name of fvAEPg',
    'name of vzBrCP',
    'name of fvSubnet',
    'nameAlias of fvBD',
  ])
  expect(world.find('name', { type: 'property' }).filter((found) => found.startsWith('name of'))).toHaveLength(8)
})

it('filters by type', () => {
  expect(world.hits('bd', { type: 'class' }).every(({ type }) => type === 'class')).toBe(true)
  expect(world.find('bd', { type: 'property' })[0]).toBe('bd of fvAEPg')
  expect(world.find('fv', { type: 'package' })).toEqual(['package fv'])
})

it('reserves places for names one typo away, however many better matches there are', () => {
  const classes = Array.from({ length: 50 }, (_, at) => ({ name: `x${at}Node` }))
  const { find } = searchOver({ classes, properties: [{ name: 'mode', owners: ['x7Node'] }] })

  expect(find('node')).toHaveLength(20)
  expect(find('node')).toContain('mode of x7Node')
  expect(find('node', { limit: 1 })).toEqual(['x0Node'])
})

it('returns ordered scores above 0 and at most 1, and is repeatable', () => {
  for (const query of ['bd', 'bridge', 'node', 'nmae', 'bridge domain', 'layer context']) {
    const hits = world.hits(query)
    const scores = hits.map(({ score }) => score)

    expect(Math.min(...scores)).toBeGreaterThan(0)
    expect(Math.max(...scores)).toBeLessThanOrEqual(1)
    expect(scores).toEqual(scores.toSorted((a, b) => b - a))
    expect(world.hits(query)).toEqual(hits)
  }
})

it('requires every word to match', () => {
  expect(world.find('bridge nonsense')).toEqual([])
  expect(world.find('bridge endpoint')).toEqual(['fvRsBd'])
})

it('does not return a property that no class has', () => {
  expect(world.find('unused')).toEqual([])
})
