import { describe, expect, it } from 'vitest'
import { managedGroups, mappedGroups } from './directory-groups.ts'

const map = new Map([
  ['cn=netadmins,ou=groups,dc=example,dc=test', ['Administrators']],
  ['CN=NetOps, OU=Groups, DC=example, DC=test', ['Operators', 'Editors']],
  ['cn=readers,ou=groups,dc=example,dc=test', ['Viewers']],
])

describe('groups of a directory user', () => {
  it.each<[string, string[], string[]]>([
    ['no groups', [], []],
    ['an unmapped group', ['cn=other,dc=example,dc=test'], []],
    ['any case and spacing', ['CN=netadmins,OU=groups,DC=example,DC=test'], ['Administrators']],
    ['several names for one group', ['cn=netops,ou=groups,dc=example,dc=test'], ['Operators', 'Editors']],
    ['part of a mapped name', ['cn=netadmins'], []],
  ])('are assigned by the map, for %s', (_name, dns, expected) => {
    expect(mappedGroups(dns, map)).toEqual(expected)
  })

  it('are managed by the directory only if the map names them', () => {
    expect(managedGroups(map).sort()).toEqual(['Administrators', 'Editors', 'Operators', 'Viewers'])
  })
})
