import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { readPack } from './read-pack.ts'
import { runCheck } from './run-check.ts'
import { runExamples } from './run-examples.ts'

const MANIFEST = `
pack: my-pack
version: 1.0.0
title: My pack
parameters: [{ name: target, type: text, required: true }]
groups: [{ title: Fabric, checks: [node-*] }]
`
const CHECK = `
id: node-active
title: Every switch is active
nodes:
  - id: node
    class_name: fabricNode
    properties: [id, fabricSt]
    filters:
      - { property: role, operator: ne, value: controller }
      - { property: fabricSt, operator: ne, value: active }
expect: { rows: { max: 0 } }
examples:
  - { name: good, objects: fixtures/nodes.json, rows: 0, status: passed }
  - name: bad
    objects: [{ fabricNode: { attributes: { dn: topology/pod-1/node-102, id: 102, role: leaf, fabricSt: inactive } } }]
    rows: 1
    status: failed
`
const NODES = JSON.stringify([
  { fabricNode: { attributes: { dn: 'topology/pod-1/node-1', id: '1', role: 'controller', fabricSt: 'unknown' } } },
  { fabricNode: { attributes: { dn: 'topology/pod-1/node-101', id: '101', role: 'leaf', fabricSt: 'active' } } },
])

const read = (text: string) => ({ value: parse(text) as unknown })
const packOf = (files: Readonly<Record<string, string>> = {}) =>
  readPack(
    new Map(
      Object.entries({
        'heddle-pack.yaml': MANIFEST,
        'checks/active.yaml': CHECK,
        'fixtures/nodes.json': NODES,
        ...files,
      }),
    ),
    read,
  )

const changed = (before: string, after: string) => packOf({ 'checks/active.yaml': CHECK.replace(before, after) })

describe('a pack', () => {
  it('is read with its checks and their groups, and its examples hold', () => {
    const { pack, faults } = packOf()

    expect(faults).toEqual({})
    expect(pack?.checks).toMatchObject([{ id: 'node-active', group: 'Fabric', parameters: [] }])
    expect(runExamples(pack!)).toEqual([])
  })

  it('gives its parameters to the checks that use them', () => {
    const { pack } = changed('value: active }', 'value: "{{target}}" }')

    expect(pack?.checks[0]?.parameters).toEqual([{ name: 'target', type: 'text', required: true }])
  })

  it('asks facts and parameters whether a check concerns a fabric', () => {
    const when = 'when: version(fabric.version) < version(params.target)'
    const { pack } = changed('expect:', `${when}\nexpect:`)

    const check = pack!.checks[0]!
    const run = (version: string, parameters = {}) => runCheck(check, { objects: [], parameters, fabric: { version } }).status
    expect(run('5.2(7f)', { target: '6.0(2h)' })).toBe('passed')
    expect(run('6.0(2h)', { target: '6.0(2h)' })).toBe('not_applicable')
    expect(run('6.0(2h)')).toBe('error')
  }) // prettier-ignore

  it('says which examples do not hold, and why', () => {
    const { pack } = changed('rows: 1', 'rows: 2')

    expect(runExamples(pack!)).toEqual([{ check: 'node-active', example: 1, message: 'bad: 1 rows, not 2' }])
  })

  it.each([
    ['an unknown key', { 'checks/active.yaml': `${CHECK}\nseverty: high` }, 'files.checks/active.yaml.severty'],
    ['an id twice', { 'checks/again.yaml': CHECK }, 'files.checks/again.yaml.id'],
    ['no group', { 'checks/active.yaml': CHECK.replace('node-active', 'x') }, 'files.checks/active.yaml.id'],
    ['no fixture', { 'checks/active.yaml': CHECK.replace('nodes.json', 'no.json') }, 'files.checks/active.yaml.examples.0.objects'],
    ['a bad pack name', { 'heddle-pack.yaml': MANIFEST.replace('my-pack', 'My pack!') }, 'files.heddle-pack.yaml.pack'],
    ['a file without a place', { 'run.sh': 'rm' }, 'files.run.sh'],
    ['no JSON', { 'fixtures/nodes.json': '[' }, 'files.fixtures/nodes.json'],
    ['an object without a DN', { 'fixtures/nodes.json': '[{"fvBD": {"attributes": {}}}]' }, 'files.fixtures/nodes.json.0.fvBD.attributes.dn'],
    ['a file of more than 1 MB', { 'fixtures/nodes.json': `[]${' '.repeat(1_000_000)}` }, 'files.fixtures/nodes.json'],
  ])('with %s is refused, with the place', (_, files, path) => {
    const { pack, faults } = packOf(files)

    expect(pack).toBeUndefined()
    expect(Object.keys(faults)).toContain(path)
  }) // prettier-ignore

  it('lists the faults of all files at once', () => {
    const { faults } = packOf({ 'checks/active.yaml': CHECK.replace('title:', 'titel:'), 'fixtures/nodes.json': '{}' })

    expect(Object.keys(faults)).toEqual(
      expect.arrayContaining(['files.checks/active.yaml.title', 'files.checks/active.yaml.titel', 'files.fixtures/nodes.json']),
    )
  }) // prettier-ignore

  it('with more than 2,000 checks is refused before any is read', () => {
    const many = Object.fromEntries(Array.from({ length: 2_001 }, (_, index) => [`checks/${index}.yaml`, '- ['] as const))

    expect(packOf(many).faults).toEqual({ files: ['2002 checks: expected at most 2000.'] })
  }) // prettier-ignore
})
