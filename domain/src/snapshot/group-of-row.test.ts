import { describe, expect, it } from 'vitest'
import { aboveDn, groupsOf, placeOfDn } from './group-of-row.ts'

describe('the place of an object', () => {
  it.each([
    ['uni/tn-common/BD-app', 'tn-common'],
    ['uni/tn-common', 'tn-common'],
    ['topology/pod-1/node-101/sys/phys-[eth1/9]', 'pod-1/node-101'],
    ['topology/pod-1', 'pod-1'],
    ['uni', ''],
    ['comp/prov-VMware/ctrlr-[a]-b', 'comp'],
    ['', ''],
  ])('of %s is %s', (dn, place) => {
    expect(placeOfDn(dn)).toBe(place)
  })
})

describe('the groups of rows', () => {
  const rows = [
    { dn: 'uni/tn-a/BD-1', className: 'fvBD' },
    { dn: 'uni/tn-a/BD-2', className: 'fvBD' },
    { dn: 'uni/tn-b/ctx-1', className: 'fvCtx' },
  ]

  it('are those of any of them', () => {
    expect([...groupsOf(rows, 'place')]).toEqual(['tn-a', 'tn-b'])
    expect([...groupsOf(rows, 'class')]).toEqual(['fvBD', 'fvCtx'])
    expect([...groupsOf(rows, 'parent')]).toEqual(['uni/tn-a', 'uni/tn-b'])
  })

  it('are without one where the text is no DN', () => {
    expect(aboveDn('a]b')).toBe('')
  })
})
