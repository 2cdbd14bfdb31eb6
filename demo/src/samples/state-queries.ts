import { containsEdge, classNode, canvasStep, type SampleQuery } from './sample-query.ts'

/** How the fabric is: its faults, endpoints and ports. */
export const STATE_QUERIES: readonly SampleQuery[] = [
  {
    name: 'Faults by severity and code',
    description: 'How many of each, most frequent first.',
    nodes: [
      classNode('fault', 'faultInst', {
        properties: ['code', 'severity', 'cause'],
        filters: [{ property: 'severity', operator: 'not_in', value: ['cleared', 'info'] }],
      }),
    ],
    edges: [],
    post_processors: [
      canvasStep('count', 'group', {
        by: ['severity', 'code', 'cause'],
        aggregates: [{ function: 'count', as: 'faults' }],
      }),
      canvasStep('order', 'sort', { by: [{ column: 'faults', direction: 'desc' }] }),
    ],
  },
  {
    name: 'Where is this endpoint?',
    description: 'Finds the MAC, EPG and path of an IP address.',
    nodes: [
      classNode('endpoint', 'fvCEp', { primary: true, properties: ['mac', 'encap', 'fabricPathDn'] }),
      classNode('address', 'fvIp', {
        filters: [{ property: 'addr', operator: 'eq', value: '{{ip=10.0.4.10}}' }],
        properties: ['addr'],
      }),
    ],
    edges: [containsEdge('e1', 'endpoint', 'address')],
    post_processors: [canvasStep('split', 'split_dn', { parts: ['tenant', 'ap', 'epg'] })],
  },
  {
    name: 'Ports that are enabled but down',
    description: 'Administratively up, operationally down.',
    nodes: [
      classNode('port', 'l1PhysIf', {
        primary: true,
        properties: ['id', 'speed', 'descr'],
        filters: [{ property: 'adminSt', operator: 'eq', value: 'up' }],
      }),
      classNode('state', 'ethpmPhysIf', {
        properties: ['operStQual', 'lastLinkStChg'],
        filters: [{ property: 'operSt', operator: 'eq', value: 'down' }],
      }),
    ],
    edges: [containsEdge('e1', 'port', 'state')],
    post_processors: [
      canvasStep('split', 'split_dn', { parts: ['pod', 'node'] }),
      canvasStep('pick', 'select', {
        columns: ['pod', 'node', 'id', 'speed', 'state.operStQual', 'state.lastLinkStChg'],
      }),
    ],
  },
  {
    name: 'Ports with the most errors',
    description: 'The worst ports of each node by input errors: three of each, or as many as wanted.',
    nodes: [
      classNode('port', 'l1PhysIf', { primary: true, properties: ['id', 'descr'] }),
      classNode('input', 'rmonIfIn', {
        properties: ['errors'],
        filters: [{ property: 'errors', operator: 'gt', value: 0 }],
      }),
    ],
    edges: [containsEdge('e1', 'port', 'input')],
    post_processors: [
      canvasStep('split', 'split_dn', { parts: ['node'] }),
      canvasStep('place', 'rank', {
        by: ['node'],
        order: [{ column: 'input.errors', direction: 'desc' }],
        as: 'place',
        ties: 'row',
      }),
      canvasStep('worst', 'filter', { filters: [{ property: 'place', operator: 'le', value: '{{places=3}}' }] }),
      canvasStep('order', 'sort', { by: [{ column: 'node' }, { column: 'place' }] }),
      canvasStep('pick', 'select', { columns: ['node', 'place', 'id', 'input.errors', 'descr'] }),
    ],
  },
  {
    name: 'State and traffic of the ports of each node',
    description:
      'How many ports each node has and how many are up, its different speeds, and how much most ports have received.',
    nodes: [
      classNode('port', 'l1PhysIf', { primary: true, properties: ['id'] }),
      classNode('state', 'ethpmPhysIf', { properties: ['operSt', 'operSpeed'] }),
      classNode('input', 'rmonIfIn', { properties: ['octets'] }),
    ],
    edges: [containsEdge('e1', 'port', 'state'), containsEdge('e2', 'port', 'input')],
    post_processors: [
      canvasStep('split', 'split_dn', { parts: ['node'] }),
      canvasStep('count', 'group', {
        by: ['node'],
        aggregates: [
          { function: 'count', as: 'ports' },
          { function: 'count', where: 'state.operSt == "up"', as: 'up' },
          { function: 'list', column: 'state.operSpeed', distinct: true, where: 'state.operSt == "up"', as: 'speeds' },
          { function: 'percentile', percentile: 90, column: 'input.octets', as: 'octets_p90' },
        ],
      }),
      canvasStep('order', 'sort', { by: [{ column: 'node' }] }),
    ],
  },
  {
    name: 'Static ports of an EPG',
    description: 'Paths and VLANs bound to the EPGs whose name contains a given text.',
    nodes: [
      classNode('epg', 'fvAEPg', {
        filters: [{ property: 'name', operator: 'contains', value: '{{epg=web}}' }],
        properties: ['name'],
      }),
      classNode('binding', 'fvRsPathAtt', { primary: true, properties: ['tDn', 'encap', 'mode'] }),
    ],
    edges: [containsEdge('e1', 'epg', 'binding')],
    post_processors: [
      canvasStep('path', 'extract', {
        column: 'tDn',
        pattern: 'paths-(\\d+)/pathep-\\[(.+)\\]',
        into: ['leaf', 'interface'],
      }),
      canvasStep('tenant', 'split_dn', { parts: ['tenant', 'ap'] }),
      canvasStep('pick', 'select', { columns: ['tenant', 'ap', 'epg.name', 'leaf', 'interface', 'encap', 'mode'] }),
    ],
  },
]
