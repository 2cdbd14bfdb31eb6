import { describe, expect, it } from 'vitest'
import { FABRIC_SIZES } from './fabric/fabric-size.ts'
import { generateFabric } from './generate-fabric.ts'
import { splitDn } from './model/dn.ts'
import { attributeNames, readAttribute } from './model/layout.ts'
import type { ManagedObject } from './model/managed-object.ts'
import type { ObjectStore } from './model/object-store.ts'

const small = generateFabric()

function contentOf(store: ObjectStore): string[] {
  const objects = Object.keys(store.classCounts()).flatMap((name) => store.ofClass(name))
  return objects.map(
    (object) =>
      `${object.layout.className} ${object.dn} ${attributeNames(object.layout)
        .map((name) => readAttribute(object, name))
        .join()}`,
  )
}

const read = (name: string) => (object: ManagedObject) => readAttribute(object, name)

/** Relation objects and where they point. */
function relations(store: ObjectStore): ManagedObject[] {
  const names = Object.keys(store.classCounts()).filter((name) => /^[a-z0-9]+R[st][A-Z]/.test(name))
  return names.flatMap((name) => store.ofClass(name))
}

function targetOf(relation: ManagedObject): ManagedObject | undefined {
  const dn = readAttribute(relation, 'tDn')
  return dn ? small.get(dn) : undefined
}

describe('a generated fabric', () => {
  it('is equal for equal seeds and differs for different seeds', () => {
    const content = contentOf(small)

    expect(contentOf(generateFabric({ seed: 1 }))).toEqual(content)
    expect(contentOf(generateFabric({ seed: 2 }))).not.toEqual(content)
  })

  it.each([
    ['small', 4500, 5500],
    ['medium', 90_000, 110_000],
  ] as const)('has, in size %s, %d to %d objects', (size, least, most) => {
    const { size: objects } = generateFabric({ size })

    expect(objects).toBeGreaterThan(least)
    expect(objects).toBeLessThan(most)
  })

  it('would have 15,000 EPGs and 750,000 static ports in size large', () => {
    const { tenants, appsPerTenant, epgsPerApp, staticPortsPerEpg } = FABRIC_SIZES.large
    const epgs = tenants * appsPerTenant * epgsPerApp

    expect([epgs, epgs * staticPortsPerEpg]).toEqual([15_000, 750_000])
  })

  it('accepts custom numbers', () => {
    const store = generateFabric({ size: { ...FABRIC_SIZES.small, tenants: 3, leaves: 1 } })

    expect([store.ofClass('fvTenant').length, store.ofClass('fabricNode').length]).toEqual([3, 6])
  })

  it('has the nodes of its size, with releases', () => {
    const roles = small.ofClass('fabricNode').map(read('role'))
    const versions = new Set(small.ofClass('topSystem').map(read('version')))

    expect(roles.sort()).toEqual([...Array(3).fill('controller'), ...Array(4).fill('leaf'), ...Array(2).fill('spine')])
    expect([...versions].sort()).toEqual(['6.2(1g)', 'n9000-16.2(1g)'])
  })

  it('has well-formed DNs, each below an existing object', () => {
    const objects = Object.keys(small.classCounts()).flatMap((name) => small.ofClass(name))
    const orphans = objects.filter(({ parent }) => parent && !small.get(parent.dn))

    expect(objects.filter(({ dn }) => splitDn(dn) === undefined)).toEqual([])
    // Inventory containers that no query needs are left out.
    expect([...new Set(orphans.map(({ layout }) => layout.className))].sort()).toEqual(['lldpInst'])
  })

  it('sets only properties that the class table knows', () => {
    const unknown = Object.keys(small.classCounts()).flatMap((name) => {
      const properties = small.table.get(name)?.properties
      const used = new Set(small.ofClass(name).flatMap(({ layout }) => attributeNames(layout)))
      return [...used]
        .filter((property) => property !== 'dn' && !properties?.has(property))
        .map((property) => `${name}.${property}`)
    })

    expect(unknown).toEqual([])
  })

  it('has relations whose targets exist, except those in state missing-target', () => {
    const dangling = relations(small).filter((relation) => targetOf(relation) === undefined)

    expect(new Set(dangling.map(read('state')))).toEqual(new Set(['missing-target']))
  })

  it('names the class of each target', () => {
    const wrong = relations(small).filter((relation) => {
      const target = targetOf(relation)
      return target && target.layout.className !== readAttribute(relation, 'tCl')
    })

    expect(wrong.map(({ dn }) => dn)).toEqual([])
  })

  it('contains the mistakes operators look for', () => {
    const unrelated = small.ofClass('fvBD').filter(({ dn }) => !small.get(`${dn}/rsctx`))
    const missing = small.ofClass('fvRsCtx').filter((relation) => readAttribute(relation, 'state') === 'missing-target')
    const deadPorts = small.ofClass('ethpmPhysIf').filter((port) => readAttribute(port, 'operSt') === 'down')
    const severities = new Set(small.ofClass('faultInst').map(read('severity')))

    expect(Math.min(unrelated.length, missing.length, deadPorts.length)).toBeGreaterThan(2)
    expect(severities).toEqual(new Set(['critical', 'major', 'minor', 'warning']))
  })

  it('has the odd attribute names of the real model', () => {
    expect(small.ofClass('infraNodeBlk').map(read('from_'))).toContain('101')
    expect(small.ofClass('fvnsEncapBlk').map(read('from'))).toContain('vlan-100')
  })
})
