/** What operators ask their fabric every day, as canvases. `{{name=default}}` are variables that a run may set. */
export type SampleQuery = {
  readonly name: string
  readonly description: string
  readonly nodes: readonly object[]
  readonly edges: readonly object[]
  readonly post_processors: readonly object[]
  /** What its rows should be like: with it the query is a check. */
  readonly expect?: object
}

export const SAMPLE_QUERIES: readonly SampleQuery[] = [
  {
    name: 'Bridge domains without a VRF',
    description: 'No VRF relation, or one whose target does not exist, so nothing is routed there.',
    nodes: [node('bd', 'fvBD', { primary: true, properties: ['name', 'unicastRoute', 'modTs'] }), node('vrf', 'fvCtx')],
    edges: [{ id: 'e1', source: 'bd', target: 'vrf', kind: 'references', through: 'fvRsCtx', join: 'without' }],
    post_processors: [
      step('split', 'split_dn', { parts: ['tenant'] }),
      step('pick', 'select', { columns: ['tenant', 'name', 'unicastRoute', 'modTs'] }),
    ],
  },
  {
    name: 'Tenants',
    description: 'Their names, from which other queries take the choices of a parameter.',
    nodes: [node('tenant', 'fvTenant', { properties: ['name'] })],
    edges: [],
    post_processors: [],
  },
  {
    name: 'Subnets of a tenant',
    description:
      'A tenant, its bridge domains and their subnets: three classes joined by containment, read only below that tenant.',
    nodes: [
      node('tenant', 'fvTenant', { filters: [{ property: 'name', operator: 'eq', value: '{{tenant=prod}}' }] }),
      node('bd', 'fvBD'),
      node('subnet', 'fvSubnet', { primary: true, properties: ['ip', 'scope'] }),
    ],
    edges: [contains('e1', 'tenant', 'bd'), contains('e2', 'bd', 'subnet')],
    post_processors: [step('pick', 'select', { columns: ['tenant.name', 'bd.name', 'ip', 'scope'] })],
  },
  {
    name: 'Bridge domains and their VRFs',
    description: 'Follows the VRF relation; bridge domains without one are kept, with "(none)" as their VRF.',
    nodes: [
      node('bd', 'fvBD', { primary: true, properties: ['name'] }),
      node('vrf', 'fvCtx', { alias: 'VRF', properties: ['name', 'pcEnfPref'] }),
    ],
    edges: [{ id: 'e1', source: 'bd', target: 'vrf', kind: 'references', through: 'fvRsCtx', join: 'left' }],
    post_processors: [
      step('split', 'split_dn', { parts: ['tenant'] }),
      step('fill', 'fill', { columns: ['VRF.name'], value: '(none)' }),
      step('order', 'sort', { by: [{ column: 'VRF.name', direction: 'asc' }] }),
    ],
  },
  {
    name: 'Settings of bridge domains',
    description: 'Settings that may change over time: capture them, compare them, follow one object.',
    nodes: [node('bd', 'fvBD', { properties: ['name', 'descr', 'arpFlood', 'unicastRoute'] })],
    edges: [],
    post_processors: [],
  },
  {
    name: 'Bridge domains route',
    description: 'A check: every bridge domain has unicast routing enabled.',
    nodes: [node('bd', 'fvBD', { properties: ['name', 'unicastRoute'] })],
    edges: [],
    post_processors: [],
    expect: { rows: { min: 1 }, every: 'unicastRoute == "yes"' },
  },
  {
    name: 'Faults by severity and code',
    description: 'How many of each, most frequent first.',
    nodes: [
      node('fault', 'faultInst', {
        properties: ['code', 'severity', 'cause'],
        filters: [{ property: 'severity', operator: 'not_in', value: ['cleared', 'info'] }],
      }),
    ],
    edges: [],
    post_processors: [
      step('count', 'group', { by: ['severity', 'code', 'cause'], aggregates: [{ function: 'count', as: 'faults' }] }),
      step('order', 'sort', { by: [{ column: 'faults', direction: 'desc' }] }),
    ],
  },
  {
    name: 'Where is this endpoint?',
    description: 'Finds the MAC, EPG and path of an IP address.',
    nodes: [
      node('endpoint', 'fvCEp', { primary: true, properties: ['mac', 'encap', 'fabricPathDn'] }),
      node('address', 'fvIp', {
        filters: [{ property: 'addr', operator: 'eq', value: '{{ip=10.0.4.10}}' }],
        properties: ['addr'],
      }),
    ],
    edges: [contains('e1', 'endpoint', 'address')],
    post_processors: [step('split', 'split_dn', { parts: ['tenant', 'ap', 'epg'] })],
  },
  {
    name: 'Ports that are enabled but down',
    description: 'Administratively up, operationally down.',
    nodes: [
      node('port', 'l1PhysIf', {
        primary: true,
        properties: ['id', 'speed', 'descr'],
        filters: [{ property: 'adminSt', operator: 'eq', value: 'up' }],
      }),
      node('state', 'ethpmPhysIf', {
        properties: ['operStQual', 'lastLinkStChg'],
        filters: [{ property: 'operSt', operator: 'eq', value: 'down' }],
      }),
    ],
    edges: [contains('e1', 'port', 'state')],
    post_processors: [
      step('split', 'split_dn', { parts: ['pod', 'node'] }),
      step('pick', 'select', { columns: ['pod', 'node', 'id', 'speed', 'state.operStQual', 'state.lastLinkStChg'] }),
    ],
  },
  {
    name: 'Ports with the most errors',
    description: 'The worst ports of each node by input errors: three of each, or as many as wanted.',
    nodes: [
      node('port', 'l1PhysIf', { primary: true, properties: ['id', 'descr'] }),
      node('input', 'rmonIfIn', {
        properties: ['errors'],
        filters: [{ property: 'errors', operator: 'gt', value: 0 }],
      }),
    ],
    edges: [contains('e1', 'port', 'input')],
    post_processors: [
      step('split', 'split_dn', { parts: ['node'] }),
      step('place', 'rank', {
        by: ['node'],
        order: [{ column: 'input.errors', direction: 'desc' }],
        as: 'place',
        ties: 'row',
      }),
      step('worst', 'filter', { filters: [{ property: 'place', operator: 'le', value: '{{places=3}}' }] }),
      step('order', 'sort', { by: [{ column: 'node' }, { column: 'place' }] }),
      step('pick', 'select', { columns: ['node', 'place', 'id', 'input.errors', 'descr'] }),
    ],
  },
  {
    name: 'State and traffic of the ports of each node',
    description:
      'How many ports each node has and how many are up, its different speeds, and how much most ports have received.',
    nodes: [
      node('port', 'l1PhysIf', { primary: true, properties: ['id'] }),
      node('state', 'ethpmPhysIf', { properties: ['operSt', 'operSpeed'] }),
      node('input', 'rmonIfIn', { properties: ['octets'] }),
    ],
    edges: [contains('e1', 'port', 'state'), contains('e2', 'port', 'input')],
    post_processors: [
      step('split', 'split_dn', { parts: ['node'] }),
      step('count', 'group', {
        by: ['node'],
        aggregates: [
          { function: 'count', as: 'ports' },
          { function: 'count', where: 'state.operSt == "up"', as: 'up' },
          { function: 'list', column: 'state.operSpeed', distinct: true, where: 'state.operSt == "up"', as: 'speeds' },
          { function: 'percentile', percentile: 90, column: 'input.octets', as: 'octets_p90' },
        ],
      }),
      step('order', 'sort', { by: [{ column: 'node' }] }),
    ],
  },
  {
    name: 'Static ports of an EPG',
    description: 'Paths and VLANs bound to the EPGs whose name contains a given text.',
    nodes: [
      node('epg', 'fvAEPg', {
        filters: [{ property: 'name', operator: 'contains', value: '{{epg=web}}' }],
        properties: ['name'],
      }),
      node('binding', 'fvRsPathAtt', { primary: true, properties: ['tDn', 'encap', 'mode'] }),
    ],
    edges: [contains('e1', 'epg', 'binding')],
    post_processors: [
      step('path', 'extract', {
        column: 'tDn',
        pattern: 'paths-(\\d+)/pathep-\\[(.+)\\]',
        into: ['leaf', 'interface'],
      }),
      step('tenant', 'split_dn', { parts: ['tenant', 'ap'] }),
      step('pick', 'select', { columns: ['tenant', 'ap', 'epg.name', 'leaf', 'interface', 'encap', 'mode'] }),
    ],
  },
  {
    name: 'Who changed what recently?',
    description: 'The latest audit records of one object, or of all.',
    nodes: [
      node('change', 'aaaModLR', {
        properties: ['affected', 'created', 'user', 'ind', 'descr'],
        filters: [{ property: 'affected', operator: 'contains', value: '{{object=uni/tn-prod}}' }],
      }),
    ],
    edges: [],
    post_processors: [
      step('order', 'sort', { by: [{ column: 'created', direction: 'desc' }] }),
      step('few', 'limit', { count: 20 }),
      step('pick', 'select', { columns: ['created', 'user', 'ind', 'affected'] }),
    ],
  },
  {
    name: 'What changed since yesterday?',
    description:
      'How often each user changed which objects within the last 24 hours, or since another time, such as 7d.',
    nodes: [
      node('change', 'aaaModLR', {
        properties: ['affected', 'created', 'user', 'ind'],
        filters: [{ property: 'created', operator: 'since', value: '{{since=24h}}' }],
      }),
    ],
    edges: [],
    post_processors: [
      step('count', 'group', {
        by: ['affected', 'user'],
        aggregates: [
          { function: 'count', as: 'changes' },
          { function: 'max', column: 'created', as: 'last' },
        ],
      }),
      step('order', 'sort', { by: [{ column: 'last', direction: 'desc' }] }),
    ],
  },
  {
    name: 'Audit records of the last day',
    description: 'Who changed what within the last 24 hours, newest first; the controller searches its log by time.',
    nodes: [
      node('change', 'aaaModLR', {
        properties: ['created', 'user', 'ind', 'affected'],
        time_range: { from: '{{now-24h}}', to: '{{now}}' },
      }),
    ],
    edges: [],
    post_processors: [step('order', 'sort', { by: [{ column: 'created', direction: 'desc' }] })],
  },
  {
    name: 'EPGs and external EPGs of each tenant',
    description:
      'Two classes in one list, by tenant, with their tags and whether policy is enforced between their members.',
    nodes: [
      node('tenant', 'fvTenant', { properties: ['name'] }),
      {
        id: 'group',
        class_names: ['fvAEPg', 'l3extInstP'],
        primary: true,
        properties: ['name', 'pcEnfPref', 'pcTag'],
      },
    ],
    edges: [contains('e1', 'tenant', 'group')],
    post_processors: [
      step('order', 'sort', { by: [{ column: 'tenant.name' }, { column: 'className' }, { column: 'name' }] }),
      step('pick', 'select', { columns: ['tenant.name', 'className', 'name', 'pcEnfPref', 'pcTag'] }),
    ],
  },
  {
    name: 'Subnets that overlap a network',
    description: 'Before a network is used: which subnets of bridge domains have addresses in common with it?',
    nodes: [
      node('bd', 'fvBD', { properties: ['name'] }),
      node('subnet', 'fvSubnet', {
        primary: true,
        properties: ['ip', 'scope'],
        filters: [{ property: 'ip', operator: 'overlaps', value: '{{network=10.0.0.0/21}}' }],
      }),
    ],
    edges: [contains('e1', 'bd', 'subnet')],
    post_processors: [
      step('split', 'split_dn', { parts: ['tenant'] }),
      step('order', 'sort', { by: [{ column: 'ip' }] }),
      step('pick', 'select', { columns: ['ip', 'tenant', 'bd.name', 'scope'] }),
    ],
  },
  {
    name: 'Which interface policies reach a port?',
    description:
      'The policy groups of a leaf port: its node id lies within a node block of a leaf profile, its number within a port block of a selector of the interface profile.',
    nodes: [
      node('node', 'fabricNode', {
        filters: [{ property: 'id', operator: 'eq', value: '{{node=101}}' }],
        properties: ['id'],
      }),
      node('port', 'l1PhysIf', {
        filters: [{ property: 'id', operator: 'eq', value: '{{port=eth1/7}}' }],
        properties: ['id'],
      }),
      node('leaves', 'infraNodeP', { properties: ['name'] }),
      node('nodes', 'infraNodeBlk', { properties: ['from_', 'to_'] }),
      node('profile', 'infraAccPortP', { properties: ['name'] }),
      node('selector', 'infraHPortS', { properties: ['name'] }),
      node('ports', 'infraPortBlk', { properties: ['fromCard', 'toCard', 'fromPort', 'toPort'] }),
      node('group', 'infraAccBaseGrp', { primary: true, properties: ['name'] }),
      node('lldp', 'lldpIfPol', { properties: ['name', 'adminTxSt'] }),
    ],
    edges: [
      contains('e1', 'node', 'port'),
      {
        id: 'e2',
        source: 'node',
        target: 'nodes',
        kind: 'match',
        on: [{ source: 'id', target: ['from_', 'to_'], op: 'between' }],
      },
      contains('e3', 'leaves', 'nodes'),
      { id: 'e4', source: 'leaves', target: 'profile', kind: 'references', through: 'infraRsAccPortP' },
      contains('e5', 'profile', 'selector'),
      contains('e6', 'selector', 'ports'),
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
      step('pick', 'select', {
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
      node('range', 'fvnsEncapBlk', { primary: true, properties: ['from', 'to'] }),
      node('other', 'fvnsEncapBlk', { properties: ['from', 'to'] }),
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
      step('apart', 'filter', { expression: 'dn != row["other.dn"]' }),
      step('pick', 'select', { columns: ['from', 'to', 'dn', 'other.from', 'other.to', 'other.dn'] }),
    ],
  },
]

function node(id: string, class_name: string, more: object = {}): object {
  return { id, class_name, ...more }
}

function contains(id: string, source: string, target: string): object {
  return { id, source, target, kind: 'contains' }
}

function step(id: string, type: string, config: object): object {
  return { id, type, enabled: true, config }
}
