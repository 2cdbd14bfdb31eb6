/** The files of a new pack, which pass their own test: a place to begin at. */
export const newPack = (name: string): Readonly<Record<string, string>> => ({
  'heddle-pack.yaml': `pack: ${name}
version: 0.1.0
title: ${name}
description: What these checks are about.
parameters: []
groups:
  - title: Switches
    checks: ['node-*']
`,
  'checks/node-active.yaml': `id: node-active
title: Switches that are not active
severity: high
why: A switch that is not active forwards nothing.
remedy: Look at its console, or take it out of the fabric.
needs: state
sources: []
nodes:
  - id: node
    class_name: fabricNode
    properties: [id, name, role, fabricSt]
    filters:
      - { property: role, operator: in, value: [leaf, spine] }
      - { property: fabricSt, operator: ne, value: active }
expect: { rows: { max: 0 } }
examples:
  - name: all are active
    objects: fixtures/nodes.json
    rows: 0
    status: passed
  - name: a leaf is gone
    objects:
      - fabricNode: { attributes: { dn: topology/pod-1/node-102, id: '102', role: leaf, fabricSt: inactive } }
    rows: 1
    status: failed
`,
  'fixtures/nodes.json': `[
  { "fabricNode": { "attributes": { "dn": "topology/pod-1/node-1", "id": "1", "role": "controller", "fabricSt": "unknown" } } },
  { "fabricNode": { "attributes": { "dn": "topology/pod-1/node-101", "id": "101", "role": "leaf", "fabricSt": "active" } } }
]
`,
})
