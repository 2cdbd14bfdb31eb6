import { describe, expect, it } from 'vitest'
import { managedGroups, mappedGroups } from './directory-groups.ts'

const map = new Map([
  ['cn=netadmins,ou=groups,dc=example,dc=test', ['Administrators']],
  ['CN=NetOps, OU=Groups, DC=example, DC=test', ['Operators', 'Editors']],
  ['cn=readers,ou=groups,dc=example,dc=test', ['Viewers']],
])

describe('groups of a directory user', () => {
  it.each<[string, string[], string[]]>([
    ['none', [], []],
    ['one that is not mapped', ['cn=other,dc=example,dc=test'], []],
    ['whatever case and spaces', ['CN=netadmins,OU=groups,DC=example,DC=test'], ['Administrators']],
    ['several names for one', ['cn=netops,ou=groups,dc=example,dc=test'], ['Operators', 'Editors']],
    ['a part of a name is another name', ['cn=netadmins'], []],
  ])('come from the map: %s', (_name, dns, expected) => {
    expect(mappedGroups(dns, map)).toEqual(expected)
  })

  it('are decided by the directory exactly where the map names them', () => {
    expect(managedGroups(map).sort()).toEqual(['Administrators', 'Editors', 'Operators', 'Viewers'])
  })
})
