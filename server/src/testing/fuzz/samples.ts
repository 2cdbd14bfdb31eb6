// What people and programs really send: nonsense alone would get no further than the first check.

export const CONDITIONS = [
  { property: 'name', operator: 'eq', value: 'web' },
  { any: [{ property: 'mtu', operator: 'between', value: [1, '9000'] }, { not: { property: 'name', operator: 'matches', value: '^a+$' } }] },
  { all: [{ property: 'modTs', operator: 'since', value: '24h' }, { property: 'ip', operator: 'in_subnet', value: '10.0.0.0/8' }] },
  { property: 'name', operator: 'in', value: ['a', '{{tenant=common}}'] },
] // prettier-ignore

export const CANVAS = {
  nodes: [
    { id: 't', class_name: 'fvTenant', properties: ['name'], filters: [CONDITIONS[0]], position: { x: 1, y: 2 } },
    { id: 'bd', class_name: 'fvBD', scope_dn: 'uni/tn-{{tenant=common}}', filters: CONDITIONS.slice(1), limit: 5, sort: [{ property: 'name', order: 'natural' }] },
    { id: 's', class_names: ['fvSubnet', 'fvCtx'], time_range: { from: '{{now-24h}}', to: '{{now}}' } },
  ],
  edges: [
    { id: 'e1', source: 't', target: 'bd', kind: 'contains', join: 'left' },
    { id: 'e2', source: 'bd', target: 's', kind: 'match', on: [{ source: 'name', target: 'name', compare: 'eq' }] },
  ],
  post_processors: [
    { id: 'p1', type: 'split_dn', config: { column: 'dn', columns: { tenant: 'tn-{name}' } } },
    { id: 'p2', type: 'computed_column', enabled: true, config: { column: 'x', expression: 'has(row.mtu) ? int(mtu) + 1 : 0' } },
    { id: 'p3', type: 'aggregate', config: { group_by: ['tenant'], aggregates: [{ function: 'percentile', percentile: 95, column: 'mtu', as: 'p' }] } },
    { id: 'p4', type: 'rank', config: { by: ['tenant'], order: [{ column: 'p', direction: 'desc' }], as: 'r', ties: 'dense' } },
    { id: 'p5', type: 'filter', config: { expression: 'name.matches("^a") && n > 3' } },
  ],
} // prettier-ignore

export const COLUMNS = [
  { name: 'switch', field_type: 'text', required: true, min_length: 1, max_length: 20 },
  { name: 'vlan', field_type: 'integer', min: 1, max: 4094, unique: true },
  { name: 'mode', field_type: 'enum', choices: ['trunk', 'access'], default: 'trunk' },
  { name: 'ip', field_type: 'ip_address' },
  { name: 'tags', field_type: 'multi_enum', choices: ['a', 'b'] },
  { name: 'at', field_type: 'datetime' },
]

export const PARAMETERS = [
  { name: 'tenant', label: 'Tenant', type: 'string', required: true, default: 'common' },
  { name: 'size', type: 'integer', default: 5, choices: [1, 5, { value: 9, label: 'nine' }] },
  { name: 'bd', type: 'enum', choices_from: { saved_query: '00000000-0000-4000-8000-000000000000', column: 'dn' } },
]

export const ROWS = [
  { switch: 'leaf-101', vlan: 210, mode: 'trunk', ip: '10.0.0.1', tags: ['a'], at: '2026-01-01T00:00:00Z' },
  { switch: 'leaf-102', vlan: '211', mode: 'access', ip: '', tags: 'a,b', at: null },
]

export const CLASS_DOCUMENT = {
  'fv:BD': {
    identifiedBy: ['name'],
    rnFormat: 'BD-{name}',
    containedBy: { 'fv:Tenant': '' },
    contains: { 'fv:Subnet': '' },
    superClasses: ['fv:ABDPol'],
    label: 'Bridge Domain',
    properties: {
      mtu: { isConfigurable: true, baseType: 'scalar:Uint16', validators: [{ min: 576, max: 9216 }], comment: ['x'] },
    },
  },
}
