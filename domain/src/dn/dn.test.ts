import { describe, expect, it } from 'vitest'
import { processorMs } from '../testing/processor-ms.ts'
import { ancestorDns, compareDn, isBelow, joinDn, parentDn, splitDn } from './dn.ts'

const PATH_ATT = 'uni/tn-A/ap-app/epg-web/rspathAtt-[topology/pod-1/paths-101/pathep-[eth1/24]]'
const DYN_ATT =
  'uni/epp/fv-[uni/tn-TK/ap-AP1/epg-EPG1-1]/node-101/dyatt-[topology/pod-1/paths-101/pathep-[eth1/24]]/conndef/conn-[vlan-2285]-[0.0.0.0]'
const OUT_DEF =
  'resPolCont/rtdOutCont/rtdOutDef-[uni/tn-TK/out-EIGRP]/node-103/stpathatt-[N9K_VPC_3-4_13]/conndef/conn-[vlan-2052]-[20.52.0.3/24]'
const SNAPSHOT = 'uni/backupst/snapshots-[uni/fabric/configexp-daily]/snapshot-run-2023-02-14T07-53-22'

describe('splitDn', () => {
  it.each([
    ['', []],
    ['uni', ['uni']],
    ['topology/pod-1/node-101/sys/phys-[eth1/1]', ['topology', 'pod-1', 'node-101', 'sys', 'phys-[eth1/1]']],
    [PATH_ATT, ['uni', 'tn-A', 'ap-app', 'epg-web', 'rspathAtt-[topology/pod-1/paths-101/pathep-[eth1/24]]']],
    [
      DYN_ATT,
      [
        'uni',
        'epp',
        'fv-[uni/tn-TK/ap-AP1/epg-EPG1-1]',
        'node-101',
        'dyatt-[topology/pod-1/paths-101/pathep-[eth1/24]]',
        'conndef',
        'conn-[vlan-2285]-[0.0.0.0]',
      ],
    ],
    [SNAPSHOT, ['uni', 'backupst', 'snapshots-[uni/fabric/configexp-daily]', 'snapshot-run-2023-02-14T07-53-22']],
  ])('splits %s at its bare slashes', (dn, rns) => {
    expect(splitDn(dn)).toEqual(rns)
  })

  it.each(['/', '/uni', 'uni/', 'uni//tn-A', 'uni/tn-[A', 'uni/tn-A]', 'uni/tn-]A[', 'uni/a-[b/[c]', 'uni/a-[b]]/[c'])(
    'refuses %s',
    (dn) => {
      expect(splitDn(dn)).toBeUndefined()
    },
  )

  it.each([PATH_ATT, DYN_ATT, OUT_DEF, SNAPSHOT])('is undone by joining: %s', (dn) => {
    const joined = (splitDn(dn) ?? []).reduce(joinDn, '')

    expect(joined).toBe(dn)
  })

  it.each([200_000])('splits a DN with %i nested brackets', (depth) => {
    expect(splitDn(`a/b-${'['.repeat(depth)}x/y${']'.repeat(depth)}`)).toHaveLength(2)
  })
})

describe('parentDn', () => {
  it.each([
    ['', ''],
    ['uni', ''],
    ['phys-[eth1/1]', ''],
    ['uni/tn-A', 'uni'],
    [PATH_ATT, 'uni/tn-A/ap-app/epg-web'],
    [OUT_DEF, 'resPolCont/rtdOutCont/rtdOutDef-[uni/tn-TK/out-EIGRP]/node-103/stpathatt-[N9K_VPC_3-4_13]/conndef'],
    [SNAPSHOT, 'uni/backupst/snapshots-[uni/fabric/configexp-daily]'],
    ['uni/fv-[a/b]/node-101', 'uni/fv-[a/b]'],
  ])('the parent of %j is %j', (dn, parent) => {
    expect(parentDn(dn)).toBe(parent)
  })

  it.each([PATH_ATT, DYN_ATT, OUT_DEF, SNAPSHOT])('is all but the last RN of %s', (dn) => {
    expect(parentDn(dn)).toBe((splitDn(dn) ?? []).slice(0, -1).join('/'))
  })

  it('handles a hundred thousand objects quickly', () => {
    const dns = Array.from(
      { length: 100_000 },
      (_, index) => `uni/tn-T${index}/ap-a/epg-e/rspathAtt-[topology/pod-1/paths-1/pathep-[eth1/${index}]]`,
    )
    const started = processorMs()

    for (const dn of dns) parentDn(dn)

    expect(processorMs() - started).toBeLessThan(5_000)
  })
})

describe('ancestorDns', () => {
  it('lists the nearest first and omits the root', () => {
    expect(ancestorDns(PATH_ATT)).toEqual(['uni/tn-A/ap-app/epg-web', 'uni/tn-A/ap-app', 'uni/tn-A', 'uni'])
  })
})

describe('isBelow', () => {
  it.each([
    ['uni/tn-a/BD-x', 'uni/tn-a', true],
    ['uni/tn-ab/BD-x', 'uni/tn-a', false],
    ['uni/tn-a', 'uni/tn-a', false],
    ['uni', '', true],
    ['', '', false],
    ['uni/tn-a', 'uni/tn-a/BD-x', false],
  ])('says whether %s is below %s: %s', (dn, ancestor, expected) => {
    expect(isBelow(dn, ancestor)).toBe(expected)
  })
})

describe('compareDn', () => {
  it('orders by code units, not by a locale', () => {
    expect(['b', 'B', 'a', 'ä', 'Z'].sort(compareDn)).toEqual(['B', 'Z', 'a', 'b', 'ä'])
  })
})
