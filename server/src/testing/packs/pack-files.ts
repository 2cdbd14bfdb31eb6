/** The files of a small pack. */
export const packFiles = (name: string, version = '1.0.0', more: Readonly<Record<string, string>> = {}) => ({
  'heddle-pack.yaml': `pack: ${name}
version: ${version}
title: Pack ${name}
description: For tests
groups: [{ title: Switches, checks: ['node-*'] }]
`,
  'checks/node-active.yaml': checkFile('node-active'),
  'checks/node-named.yaml': checkFile('node-named', 'low'),
  ...more,
})

export const checkFile = (id: string, severity = 'high', value = 'active') => `id: ${id}
title: Check ${id}
severity: ${severity}
parameters: [{ name: state, type: text, default: ${value} }]
nodes:
  - id: node
    class_name: fabricNode
    properties: [id, fabricSt]
    filters: [{ property: fabricSt, operator: ne, value: '{{state}}' }]
expect: { rows: { max: 0 } }
examples:
  - name: bad
    objects: [{ fabricNode: { attributes: { dn: topology/pod-1/node-102, id: '102', fabricSt: gone } } }]
    rows: 1
    status: failed
`
