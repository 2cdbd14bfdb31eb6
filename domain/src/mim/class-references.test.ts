import { describe, expect, it } from 'vitest'
import { hasRealDocuments, readRealDocuments } from '../testing/real-documents.ts'
import { referencedClasses } from './class-references.ts'
import { splitWireName, wireName } from './wire-name.ts'

describe('the references of a class document', () => {
  it('are all other classes it names in containment, inheritance and relations, without duplicates', () => {
    const references = referencedClasses({
      'a:Self': {
        contains: { 'a:Child': '', 'a:Self': '' },
        containedBy: { 'b:Parent': '' },
        superClasses: ['b:Base', 'b:Parent'],
        subClasses: { 'a:Sub': '' },
        relationTo: { 'a:RsX': 'a:X' },
        relationFrom: { 'a:RtY': 'b:Y' },
        relationInfo: { fromMo: 'c:From', fromRelMo: 'a:RsX', toMo: 'c:To', toRelMo: 'c:RtTo' },
        properties: { note: { comment: ['no:Reference'] } },
      },
    })

    expect(references.map(({ package: pkg, class_name }) => `${pkg}:${class_name}`)).toEqual([
      'a:Child', 'b:Parent', 'a:Sub', 'b:Base', 'a:RsX', 'a:X', 'a:RtY', 'b:Y', 'c:From', 'c:To', 'c:RtTo',
    ]) // prettier-ignore
  })

  it.each([
    [undefined],
    [{}],
    [{ 'a:B': { contains: 5, superClasses: 'x:Y', relationTo: { nonsense: 'also' }, relationInfo: [] } }],
  ])('are empty for %j', (document) => {
    expect(referencedClasses(document)).toEqual([])
  })

  it.skipIf(!hasRealDocuments)('can be split from their wire names in all real documents', () => {
    const references = readRealDocuments().flatMap(referencedClasses)

    expect(references.length).toBeGreaterThan(5_000)
    for (const reference of references)
      expect(splitWireName(reference.package + reference.class_name)).toEqual(reference)
  })
})

describe('wire names', () => {
  it.each([
    ['fvBD', { package: 'fv', class_name: 'BD' }],
    ['l3extOut', { package: 'l3ext', class_name: 'Out' }],
    ['lower', undefined],
    ['BD', undefined],
    ['', undefined],
  ])('splits %s into %j', (name, expected) => {
    expect(splitWireName(name)).toEqual(expected)
  })

  it.each([
    ['fv:BD', 'fvBD'],
    ['fvBD', undefined],
    ['fv:', undefined],
    ['a:b:c', undefined],
    [`a:${'x'.repeat(300)}`, undefined],
  ])('converts %s to %s', (reference, expected) => {
    expect(wireName(reference)).toBe(expected)
  })
})
