import { describe, expect, it } from 'vitest'
import { hasRealDocuments, readRealDocuments } from '../testing/real-documents.ts'
import { parseClassDocument } from './parse-class-document.ts'

const relationDocument = {
  'fv:RsCtx': {
    classPkg: 'fv',
    className: 'RsCtx',
    rnFormat: 'rsctx',
    identifiedBy: [],
    containedBy: { 'fv:BD': '' },
    superClasses: ['pol:NToRef'],
    relationInfo: { fromMo: 'fv:ABDPol', fromRelMo: 'fv:RsCtx', toMo: 'fv:Ctx', toRelMo: 'fv:RtCtx' },
    properties: {
      tnFvCtxName: { baseType: 'string:Basic' },
      state: {
        baseType: 'scalar:Enum8',
        validValues: [{ localName: 'formed' }, { localName: 'unformed' }, { localName: 'defaultValue', value: 'unformed' }],
      },
      tDn: { baseType: 'reference:BinRef' },
      secret: { baseType: 'string:Basic', secure: true },
    },
    somethingNew: { any: 'thing' },
  },
}

describe('parseClassDocument', () => {
  it('reads names in wire form, without the colon', () => {
    const info = parseClassDocument(relationDocument)

    expect(info).toMatchObject({ name: 'fvRsCtx', rn_format: 'rsctx', super_classes: ['polNToRef'], contained_by: new Set(['fvBD']) })
  })

  it('reads both ends of a relation from its source class', () => {
    expect(parseClassDocument(relationDocument)?.relation).toEqual({ from_class: 'fvABDPol', to_class: 'fvCtx' })
  })

  it('sees no relation in the read-only class at the target, which describes the same one', () => {
    const target = { 'fv:RtCtx': { ...relationDocument['fv:RsCtx'], className: 'RtCtx' } }

    expect(parseClassDocument(target)?.relation).toBeUndefined()
  })

  it.each([
    ['tnFvCtxName', 'string', []],
    ['state', 'enum', ['formed', 'unformed']],
    ['tDn', 'dn', []],
    ['secret', 'password', []],
  ])('reads property %s as %s with its values', (name, type, values) => {
    expect(parseClassDocument(relationDocument)?.properties?.get(name)).toEqual({ name, type, values })
  })

  it('takes a class with nothing but a name', () => {
    expect(parseClassDocument({ 'fv:BD': {} })).toMatchObject({ name: 'fvBD', properties: undefined, relation: undefined, naming: [] })
  })

  it.each([[undefined], [null], ['text'], [[]], [{}], [{ 'fv:BD': 'text' }]])('refuses %j, which is no class document', (document) => {
    expect(parseClassDocument(document)).toBeUndefined()
  })

  it.skipIf(!hasRealDocuments)('reads every real document completely', () => {
    const parsed = readRealDocuments().map(parseClassDocument)

    expect(parsed.length).toBeGreaterThan(100)
    for (const info of parsed) {
      expect(info?.rn_format).not.toBe('')
      expect(info?.properties?.get('dn')?.type).toBe('dn')
      expect(info?.naming.every((name) => info.properties?.has(name))).toBe(true)
      expect(info?.relation !== undefined).toBe(/^[a-z0-9]+Rs[A-Z]/.test(info?.name ?? ''))
    }
  })
})
