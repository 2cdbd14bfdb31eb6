import { describe, expect, it } from 'vitest'
import { generateModel } from './generate-model.ts'
import { readKnownClasses } from './known-classes.ts'
import { loadModel } from './load-model.ts'
import { splitName } from './model/class-spec.ts'
import { classBody } from './simulated-model.ts'
import { hasRealDocuments, realDocumentsFolder } from './testing/real-documents.ts'

const known = readKnownClasses()

describe('the known classes', () => {
  it('are more than 1,000, each listed once', () => {
    const names = known.map(({ name }) => name)

    expect(names.length).toBeGreaterThan(1000)
    expect(new Set(names).size).toBe(names.length)
  })

  it('refer only to each other', () => {
    const names = new Set(known.map(({ name }) => name))

    const referred = known.flatMap(({ superClass, parents, relation }) => [
      ...(superClass === undefined ? [] : [superClass]),
      ...parents.filter((parent) => !parent.startsWith('*')),
      ...(relation ? [relation.from, relation.to, relation.target] : []),
    ])

    expect(referred.filter((name) => !names.has(name))).toEqual([])
  })

  it('all have a description; concrete ones also an RN and, below the root, a container', () => {
    const concrete = known.filter(({ name, traits }) => !traits.has('abstract') && name !== 'top:Root')

    expect(known.filter(({ description }) => description === '').map(({ name }) => name)).toEqual([])
    expect(concrete.filter(({ rnFormat }) => rnFormat === '').map(({ name }) => name)).toEqual([])
    expect(concrete.filter(({ parents }) => parents.length === 0).map(({ name }) => name)).toEqual([])
  })

  it('cover all parts of the model', () => {
    const names = new Set(known.map(({ name }) => name))
    const wanted = [
      'top:Root',
      'pol:Uni',
      'fv:Tenant',
      'infra:Infra',
      'fabric:Node',
      'top:System',
      'l1:PhysIf',
      'ethpm:PhysIf',
      'vmm:DomP',
    ]
    const more = [
      'comp:Vm',
      'fault:Inst',
      'health:Inst',
      'tag:Tag',
      'fv:FltCounter5min',
      'vns:FolderInst',
      'aaa:ModLR',
      'pol:Obj',
      'reln:Inst',
    ]

    expect([...wanted, ...more].filter((name) => !names.has(name))).toEqual([])
    expect(new Set(known.map(({ name }) => splitName(name)[0])).size).toBeGreaterThan(80)
  })
})

describe.skipIf(!hasRealDocuments)('the known classes, compared with real documents', () => {
  const real = hasRealDocuments ? loadModel(realDocumentsFolder) : undefined
  const model = generateModel({ classes: known.length })
  const body = (source: typeof real, name: string) => classBody(source?.document(name) ?? {})

  it.each(real?.classNames ?? [])('give %s the same naming, containers and relation', (name) => {
    const facts = [
      'rnFormat',
      'identifiedBy',
      'containedBy',
      'relationInfo',
      'superClasses',
      'isConfigurable',
      'isContextRoot',
    ] as const
    const [simulated, genuine] = [body(model, name), body(real, name)]

    // The table does not say whether a relation can be enforced and resolved.
    const pick = (source: typeof genuine) => facts.map((fact) => withoutFlags(source[fact]))

    expect(pick(simulated)).toEqual(pick(genuine))
  })
})

function withoutFlags(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || !('enforceable' in value)) return value
  return { ...value, enforceable: true, resolvable: true }
}
