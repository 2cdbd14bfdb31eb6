import { expect, it } from 'vitest'
import { isDnColumn, readableDn } from './readable-dn.ts'

it.each([
  ['uni/tn-common/BD-app', 'tn- common, BD- app'],
  ['topology/pod-1/paths-101/pathep-[eth1/10]', 'pod- 1, paths- 101, pathep- eth1/10'],
  ['uni/tn-a/BD-b/rsctx', 'tn- a, BD- b,  rsctx'],
])('%s reads %s', (dn, expected) => {
  const parts = readableDn(dn) ?? []

  expect(parts.map(({ prefix, name }) => `${prefix} ${name}`).join(', ')).toBe(expected)
})

it.each(['', 'uni', 'plain text', 'a//b', 'uni/[x'])('%j is no DN to split', (text) => {
  expect(readableDn(text)).toBeUndefined()
})

it('knows columns of DNs by their names', () => {
  expect(['dn', 'VRF.dn', 'tDn', 'monPolDn', 'name', 'dnx'].filter(isDnColumn)).toEqual([
    'dn',
    'VRF.dn',
    'tDn',
    'monPolDn',
  ])
})
