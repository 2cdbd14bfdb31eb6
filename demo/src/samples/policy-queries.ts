import { containsEdge, classNode, canvasStep, type SampleQuery } from './sample-query.ts'

/** What is configured: groups, addresses, policies of ports and VLANs. */
export const POLICY_QUERIES: readonly SampleQuery[] = [
  {
    name: 'EPGs and external EPGs of each tenant',
    description:
      'Two classes in one list, by tenant, with their tags and whether policy is enforced between their members.',
    nodes: [
      classNode('tenant', 'fvTenant', { properties: ['name'] }),
      {
        id: 'group',
        class_names: ['fvAEPg', 'l3extInstP'],
        primary: true,
        properties: ['name', 'pcEnfPref', 'pcTag'],
      },
    ],
    edges: [containsEdge('e1', 'tenant', 'group')],
    post_processors: [
      canvasStep('order', 'sort', { by: [{ column: 'tenant.name' }, { column: 'className' }, { column: 'name' }] }),
      canvasStep('pick', 'select', { columns: ['tenant.name', 'className', 'name', 'pcEnfPref', 'pcTag'] }),
    ],
  },
  {
    name: 'Subnets that overlap a network',
    description: 'Before a network is used: which subnets of bridge domains have addresses in common with it?',
    nodes: [
      classNode('bd', 'fvBD', { properties: ['name'] }),
      classNode('subnet', 'fvSubnet', {
        primary: true,
        properties: ['ip', 'scope'],
        filters: [{ property: 'ip', operator: 'overlaps', value: '{{network=10.0.0.0/21}}' }],
      }),
    ],
    edges: [containsEdge('e1', 'bd', 'subnet')],
    post_processors: [
      canvasStep('split', 'split_dn', { parts: ['tenant'] }),
      canvasStep('order', 'sort', { by: [{ column: 'ip' }] }),
      canvasStep('pick', 'select', { columns: ['ip', 'tenant', 'bd.name', 'scope'] }),
    ],
  },
  {
    name: 'Which interface policies reach a port?',
    description:
      'The policy groups of a leaf port: its node id lies within a node block of a leaf profile, its number within a port block of a selector of the interface profile.',
    nodes: [
      classNode('node', 'fabricNode', {
        filters: [{ property: 'id', operator: 'eq', value: '{{node=101}}' }],
        properties: ['id'],
      }),
      classNode('port', 'l1PhysIf', {
        filters: [{ property: 'id', operator: 'eq', value: '{{port=eth1/7}}' }],
        properties: ['id'],
      }),
      classNode('leaves', 'infraNodeP', { properties: ['name'] }),
      classNode('nodes', 'infraNodeBlk', { properties: ['from_', 'to_'] }),
      classNode('profile', 'infraAccPortP', { properties: ['name'] }),
      classNode('selector', 'infraHPortS', { properties: ['name'] }),
      classNode('ports', 'infraPortBlk', { properties: ['fromCard', 'toCard', 'fromPort', 'toPort'] }),
      classNode('group', 'infraAccBaseGrp', { primary: true, properties: ['name'] }),
      classNode('lldp', 'lldpIfPol', { properties: ['name', 'adminTxSt'] }),
    ],
    edges: [
      containsEdge('e1', 'node', 'port'),
      {
        id: 'e2',
        source: 'node',
        target: 'nodes',
        kind: 'match',
        on: [{ source: 'id', target: ['from_', 'to_'], op: 'between' }],
      },
      containsEdge('e3', 'leaves', 'nodes'),
      { id: 'e4', source: 'leaves', target: 'profile', kind: 'references', through: 'infraRsAccPortP' },
      containsEdge('e5', 'profile', 'selector'),
      containsEdge('e6', 'selector', 'ports'),
      {
        id: 'e7',
        source: 'port',
        target: 'ports',
        kind: 'match',
        on: [
          {
            source: { expression: 'int(id.substring(3, id.indexOf("/")))' },
            target: ['fromCard', 'toCard'],
            op: 'between',
          },
          { source: { expression: 'int(id.split("/")[1])' }, target: ['fromPort', 'toPort'], op: 'between' },
        ],
      },
      {
        id: 'e8',
        source: 'selector',
        target: 'group',
        kind: 'references',
        through: 'infraRsAccBaseGrp',
        properties: ['tCl'],
      },
      { id: 'e9', source: 'group', target: 'lldp', kind: 'references', through: 'infraRsLldpIfPol', join: 'left' },
    ],
    post_processors: [
      canvasStep('pick', 'select', {
        columns: [
          'node.id',
          'port.id',
          'profile.name',
          'selector.name',
          'name',
          'e8.tCl',
          'lldp.name',
          'lldp.adminTxSt',
        ],
      }),
    ],
  },
  {
    name: 'VLAN ranges that overlap',
    description: 'Ranges of VLANs that begin within another one, of the same pool or of another.',
    nodes: [
      classNode('range', 'fvnsEncapBlk', { primary: true, properties: ['from', 'to'] }),
      classNode('other', 'fvnsEncapBlk', { properties: ['from', 'to'] }),
    ],
    edges: [
      {
        id: 'e1',
        source: 'range',
        target: 'other',
        kind: 'match',
        on: [
          {
            source: { expression: 'int(from.split("-")[1])' },
            target: [{ expression: 'int(from.split("-")[1])' }, { expression: 'int(to.split("-")[1])' }],
            op: 'between',
          },
        ],
      },
    ],
    post_processors: [
      canvasStep('apart', 'filter', { expression: 'dn != row["other.dn"]' }),
      canvasStep('pick', 'select', { columns: ['from', 'to', 'dn', 'other.from', 'other.to', 'other.dn'] }),
    ],
  },
]
