import { describe, expect, it } from 'vitest'
import { classInfo } from '../testing/class-info.ts'
import { hasRealDocuments, parseRealDocuments } from '../testing/real-documents.ts'
import { documentModel } from '../testing/document-model.ts'

describe('containment in a model', () => {
  const model = documentModel([
    classInfo('tenant', { contains: new Set(['ap']) }),
    classInfo('ap', { contained_by: new Set(['tenant']) }),
    classInfo('anyGroup', { is_abstract: true }),
    classInfo('epg', { contained_by: new Set(['ap']), super_classes: ['anyGroup'] }),
    classInfo('folder', { contained_by: new Set(['folder', 'epg']), contains: new Set(['folder']) }),
    classInfo('unusedBase', { is_abstract: true }),
  ])

  it.each([
    ['tenant', 'ap', 'child', true],
    ['tenant', 'epg', 'child', false],
    ['tenant', 'epg', 'any', true],
    ['epg', 'tenant', 'any', false],
    ['tenant', 'folder', 'any', true],
    ['folder', 'folder', 'any', true],
    ['folder', 'ap', 'any', false],
    ['ap', 'anyGroup', 'child', true],
    ['anyGroup', 'folder', 'child', true],
    ['unusedBase', 'ap', 'any', true],
  ] as const)('decides whether %s can contain %s (%s): %s', (parent, child, depth, expected) => {
    expect(model.canContain(parent, child, depth)).toBe(expected)
  })
})

describe('relations in a model', () => {
  const model = documentModel([
    classInfo('bd', { super_classes: ['bdBase'] }),
    classInfo('physDom', { super_classes: ['dom'] }),
    classInfo('ctx'),
    classInfo('bdRsCtx', { relation: { from_class: 'bdBase', to_class: 'ctx' } }),
    classInfo('bdRsDom', { relation: { from_class: 'bd', to_class: 'dom' } }),
  ])

  it('include those declared on ancestors of either end', () => {
    expect(model.relationsBetween('bd', 'ctx')).toEqual(['bdRsCtx'])
    expect(model.relationsBetween('bd', 'physDom')).toEqual(['bdRsDom'])
  })

  it('are directed from source to target', () => {
    expect(model.relationsBetween('ctx', 'bd')).toEqual([])
  })
})

describe.skipIf(!hasRealDocuments)('a model of the real documents', () => {
  const model = hasRealDocuments ? documentModel(parseRealDocuments()) : documentModel([])

  it.each([
    ['fvTenant', 'fvBD', 'child', true],
    ['fvTenant', 'fvAEPg', 'child', false],
    ['fvTenant', 'fvAEPg', 'any', true],
    ['fvAEPg', 'fvTenant', 'any', false],
    ['fvCtx', 'fvBD', 'any', false],
  ] as const)('decides whether %s can contain %s (%s): %s', (parent, child, depth, expected) => {
    expect(model.canContain(parent, child, depth)).toBe(expected)
  })

  it('finds the relations between policy classes', () => {
    expect(model.relationsBetween('fvBD', 'fvCtx')).toEqual(['fvRsCtx'])
    expect(model.relationsBetween('fvAEPg', 'fvBD')).toEqual(['fvRsBd'])
    expect(model.relationsBetween('fvAEPg', 'vmmDomP')).toEqual(['fvRsDomAtt'])
  })

  it('suggests the correct spelling of a class', () => {
    expect(model.suggestClasses('fvTennant')[0]).toBe('fvTenant')
  })
})
