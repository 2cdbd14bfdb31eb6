import { describe, expect, it } from 'vitest'
import { hasRealDocuments, parseRealDocuments } from '../testing/real-documents.ts'
import { findKnownClass, KNOWN_CLASSES, LARGE_CLASS, typicalSize } from './known-classes.ts'
import { knownContainment, knownModel } from './known-model.ts'

describe('the built-in class table', () => {
  it('has a few hundred well-formed lines', () => {
    expect(KNOWN_CLASSES.size).toBeGreaterThan(200)
    for (const known of KNOWN_CLASSES.values()) {
      expect(known.name).toMatch(/^[a-z0-9]+[A-Z]\w+$/)
      expect(known.rn_format).not.toBe('')
      expect(known.typicalSize).toBeGreaterThan(0)
      expect([...known.contained_by].every((parent) => /^[a-z0-9]+[A-Z]\w+$/.test(parent))).toBe(true)
    }
  })

  it('contains both ends of every relation class', () => {
    const relations = [...KNOWN_CLASSES.values()].filter(({ name }) => /^[a-z0-9]+Rs[A-Z]/.test(name))

    expect(relations.length).toBeGreaterThan(50)
    expect(relations.every(({ relation }) => relation !== undefined)).toBe(true)
  })

  it.each([
    'fvRsPathAtt', 'fvIfConn', 'vlanCktEp', 'fvCEp', 'fvIp', 'fvRsCEpToPathEp', 'l1PhysIf', 'ethpmPhysIf', 'faultInst', 'faultDelegate',
    'faultRecord', 'eventRecord', 'aaaModLR', 'actrlRule', 'ipRouteP', 'uribv4Route', 'epmMacEp', 'epmIpEp', 'fvRsCons', 'fvRsProv',
    'eqptIngrTotal5min', 'procSysCPU1d',
  ])('considers %s large', (name) => {
    expect(typicalSize(name)).toBeGreaterThanOrEqual(LARGE_CLASS)
  }) // prettier-ignore

  it.each(['fvTenant', 'fvBD', 'fvAEPg', 'fvSubnet', 'fabricNode', 'vzEntry'])('does not consider %s large', (name) => {
    expect(typicalSize(name)).toBeLessThan(LARGE_CLASS)
  })

  it('derives naming properties from the RN format', () => {
    expect(findKnownClass('fvEpMacTag')?.naming).toEqual(['mac', 'bdName'])
  })

  it.skipIf(!hasRealDocuments)('agrees with the real documents', () => {
    const shared = parseRealDocuments().flatMap((real) => ({ real, known: findKnownClass(real.name) }))

    for (const { real, known } of shared) {
      if (known === undefined) continue
      expect({ name: real.name, rn_format: known.rn_format, naming: known.naming }).toEqual({
        name: real.name,
        rn_format: real.rn_format,
        naming: real.naming,
      })
      expect(known.relation).toEqual(real.relation)
      expect(known.super_classes.every((ancestor) => real.super_classes.includes(ancestor))).toBe(true)
    }
  })
})

describe('what the table knows about containment', () => {
  it.each([
    ['fvTenant', 'fvSubnet', 'any', 'possible'],
    ['fvTenant', 'fvSubnet', 'child', 'impossible'],
    ['fvBD', 'fvCtx', 'any', 'impossible'],
    ['fvBD', 'customThing', 'any', 'unknown'],
    ['fvAEPg', 'fvIfConn', 'any', 'unknown'],
    ['fvAEPg', 'fvRsCons', 'any', 'unknown'],
  ] as const)('%s with %s below it (%s) is %s', (parent, child, depth, expected) => {
    expect(knownContainment(parent, child, depth)).toBe(expected)
  })

  it.skipIf(!hasRealDocuments)('contradicts no real document', () => {
    const pairs = parseRealDocuments().flatMap(({ name, contained_by, contains }) => [
      ...[...contained_by].map((parent) => [parent, name] as const),
      ...[...contains].map((child) => [name, child] as const),
    ])

    expect(pairs.length).toBeGreaterThan(1_000)
    expect(pairs.filter(([parent, child]) => knownContainment(parent, child, 'child') === 'impossible')).toEqual([])
  })
})

describe('the model without a MIM', () => {
  it('assumes that an unknown class can contain and be contained', () => {
    expect(knownModel.canContain('fvTenant', 'customThing', 'any')).toBe(true)
    expect(knownModel.canContain('customThing', 'fvTenant', 'any')).toBe(true)
  })

  it.each([
    ['fvTenant', 'fvSubnet', 'any', true],
    ['fvBD', 'fvTenant', 'any', false],
  ] as const)('decides whether %s can contain %s (%s): %s', (parent, child, depth, expected) => {
    expect(knownModel.canContain(parent, child, depth)).toBe(expected)
  })

  it('includes common relations through ancestors', () => {
    expect(knownModel.relationsBetween('fvBD', 'fvCtx')).toEqual(['fvRsCtx'])
    expect(knownModel.relationsBetween('l3extInstP', 'vzBrCP')).toEqual(['fvRsCons', 'fvRsIntraEpg', 'fvRsProv'])
    expect(knownModel.relationsBetween('fvAEPg', 'physDomP')).toEqual(['fvRsDomAtt'])
  })

  it('has naming properties but no full property tables', () => {
    expect(knownModel.installed).toBe(false)
    expect(knownModel.find('fvBD')).toMatchObject({ naming: ['name'], properties: undefined })
  })
})
