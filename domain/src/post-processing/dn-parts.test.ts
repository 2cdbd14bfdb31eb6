import { describe, expect, it } from 'vitest'
import { faultsOf, runStep, tableOf } from '../testing/step-runner.ts'
import { DN_PARTS, dnParts } from './dn-parts.ts'

describe('dnParts', () => {
  it.each<[string, Record<string, string>]>([
    ['uni/tn-A/ctx-prod', { tenant: 'A', vrf: 'prod' }],
    ['uni/tn-A/BD-web/subnet-[10.0.0.1/24]', { tenant: 'A', bd: 'web', subnet: '10.0.0.1/24' }],
    ['uni/tn-A/BD-web/subnet-[2001:db8::1/64]', { tenant: 'A', bd: 'web', subnet: '2001:db8::1/64' }],
    ['uni/tn-a-b/ap-c-d/epg-tn-x', { tenant: 'a-b', ap: 'c-d', epg: 'tn-x' }],
    ['uni/tn-A/ap-x/esg-y', { tenant: 'A', ap: 'x', esg: 'y' }],
    ['uni/tn-A/ap-x/epg-y/cep-00:22:BD:F8:19:FF', { tenant: 'A', ap: 'x', epg: 'y', endpoint: '00:22:BD:F8:19:FF' }],
    ['uni/tn-A/brc-c/subj-s', { tenant: 'A', contract: 'c', subject: 's' }],
    ['uni/tn-A/flt-http', { tenant: 'A', filter: 'http' }],
    [
      'uni/tn-A/out-o/instP-all/extsubnet-[0.0.0.0/0]',
      { tenant: 'A', l3out: 'o', external_epg: 'all', subnet: '0.0.0.0/0' },
    ],
    ['uni/tn-A/out-o/lnodep-n/lifp-i', { tenant: 'A', l3out: 'o', node_profile: 'n', interface_profile: 'i' }],
    ['uni/phys-lab', { domain: 'lab' }],
    ['uni/l3dom-wan', { domain: 'wan' }],
    ['uni/vmmp-VMware/dom-DC1', { vmm_provider: 'VMware', domain: 'DC1' }],
    ['topology/pod-1/node-101/sys/phys-[eth1/1]', { pod: '1', node: '101', interface: 'eth1/1' }],
    ['topology/pod-1/node-101/sys/aggr-[po3]', { pod: '1', node: '101', interface: 'po3' }],
    ['topology/pod-1/node-101/sys/ctx-[vxlan-2195456]/bd-[vxlan-15]', { pod: '1', node: '101' }],
    ['topology/pod-1/protpaths-101-102/pathep-[vpc-a]', { pod: '1', node: '101-102', interface: 'vpc-a' }],
    [
      'topology/pod-1/paths-202/extpaths-122/pathep-[eth1/22]',
      { pod: '1', node: '202', fex: '122', interface: 'eth1/22' },
    ],
    [
      'uni/tn-A/ap-app/epg-web/rspathAtt-[topology/pod-1/paths-101/pathep-[eth1/24]]',
      { tenant: 'A', ap: 'app', epg: 'web', pod: '1', node: '101', interface: 'eth1/24' },
    ],
    [
      'uni/epp/fv-[uni/tn-TK/ap-AP1/epg-E1]/node-101/dyatt-[topology/pod-1/paths-101/pathep-[eth1/24]]/conndef/conn-[vlan-2285]-[0.0.0.0]',
      { tenant: 'TK', ap: 'AP1', epg: 'E1', pod: '1', node: '101', interface: 'eth1/24' },
    ],
    ['uni/tn-A/brc-c/rtfvProv-[uni/tn-B/ap-x/epg-y]', { tenant: 'A', contract: 'c', ap: 'x', epg: 'y' }],
    ['uni/tn-', {}],
    ['uni/tn-A/BD-[broken', {}],
    ['', {}],
    ['10.0.0.1/24', {}],
  ])('finds the parts of %s', (dn, parts) => {
    expect(Object.fromEntries(dnParts(dn))).toEqual(parts)
  })
})

describe('split_dn', () => {
  const table = tableOf('dn n', [['uni/tn-A/BD-web', 1], [null, 2], ['no dn', 3], [7, 4]]) // prettier-ignore

  it('adds the requested parts, null where a DN does not name them', () => {
    expect(runStep('split_dn', { parts: ['bd', 'tenant', 'node'] }, table)).toEqual({
      columns: 'dn n bd tenant node',
      cells: [['uni/tn-A/BD-web', 1, 'web', 'A', null], [null, 2, null, null, null], ['no dn', 3, null, null, null], [7, 4, null, null, null]],
      warnings: [],
    }) // prettier-ignore
  })

  it('adds all known parts of any column when none are requested', () => {
    expect(runStep('split_dn', { column: 'tDn' }, tableOf('tDn', [['uni/tn-A/ctx-v']])).columns).toBe(
      ['tDn', ...DN_PARTS].join(' '),
    )
  })

  it('reports parts it does not know', () => {
    expect(faultsOf('split_dn', { parts: ['tenant', 'nod'] })).toEqual([
      expect.stringContaining('step.config.parts.1: split_dn: nod is not a part of a DN'),
    ])
  })
})
