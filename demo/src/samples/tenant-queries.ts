import { containsEdge, classNode, canvasStep, type SampleQuery } from './sample-query.ts'

/** Tenants, their bridge domains, subnets and VRFs. */
export const TENANT_QUERIES: readonly SampleQuery[] = [
  {
    name: 'Bridge domains without a VRF',
    description: 'No VRF relation, or one whose target does not exist, so nothing is routed there.',
    nodes: [
      classNode('bd', 'fvBD', { primary: true, properties: ['name', 'unicastRoute', 'modTs'] }),
      classNode('vrf', 'fvCtx'),
    ],
    edges: [{ id: 'e1', source: 'bd', target: 'vrf', kind: 'references', through: 'fvRsCtx', join: 'without' }],
    post_processors: [
      canvasStep('split', 'split_dn', { parts: ['tenant'] }),
      canvasStep('pick', 'select', { columns: ['tenant', 'name', 'unicastRoute', 'modTs', 'dn'] }),
    ],
  },
  {
    name: 'Tenants',
    description: 'Their names, from which other queries take the choices of a parameter.',
    nodes: [classNode('tenant', 'fvTenant', { properties: ['name'] })],
    edges: [],
    post_processors: [],
  },
  {
    name: 'Subnets of a tenant',
    description:
      'A tenant, its bridge domains and their subnets: three classes joined by containment, read only below that tenant.',
    nodes: [
      classNode('tenant', 'fvTenant', { filters: [{ property: 'name', operator: 'eq', value: '{{tenant=prod}}' }] }),
      classNode('bd', 'fvBD'),
      classNode('subnet', 'fvSubnet', { primary: true, properties: ['ip', 'scope'] }),
    ],
    edges: [containsEdge('e1', 'tenant', 'bd'), containsEdge('e2', 'bd', 'subnet')],
    post_processors: [canvasStep('pick', 'select', { columns: ['tenant.name', 'bd.name', 'ip', 'scope'] })],
  },
  {
    name: 'Bridge domains and their VRFs',
    description: 'Follows the VRF relation; bridge domains without one are kept, with "(none)" as their VRF.',
    nodes: [
      classNode('bd', 'fvBD', { primary: true, properties: ['name'] }),
      classNode('vrf', 'fvCtx', { alias: 'VRF', properties: ['name', 'pcEnfPref'] }),
    ],
    edges: [{ id: 'e1', source: 'bd', target: 'vrf', kind: 'references', through: 'fvRsCtx', join: 'left' }],
    post_processors: [
      canvasStep('split', 'split_dn', { parts: ['tenant'] }),
      canvasStep('fill', 'fill', { columns: ['VRF.name'], value: '(none)' }),
      canvasStep('order', 'sort', { by: [{ column: 'VRF.name', direction: 'asc' }] }),
    ],
  },
  {
    name: 'Settings of bridge domains',
    description: 'Settings that may change over time: capture them, compare them, follow one object.',
    nodes: [classNode('bd', 'fvBD', { properties: ['name', 'descr', 'arpFlood', 'unicastRoute'] })],
    edges: [],
    post_processors: [],
  },
  {
    name: 'Bridge domains route',
    description: 'A check: every bridge domain has unicast routing enabled.',
    nodes: [classNode('bd', 'fvBD', { properties: ['name', 'unicastRoute'] })],
    edges: [],
    post_processors: [],
    expect: { rows: { min: 1 }, every: 'unicastRoute == "yes"' },
  },
]
