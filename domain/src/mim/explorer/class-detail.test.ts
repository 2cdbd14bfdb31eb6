import type { MimProperty } from '@heddle/contract/mim.ts'
import { describe, expect, it } from 'vitest'
import { classRecord, propertyRecord } from '../../testing/class-record.ts'
import { compiledGraph, idOf, realGraph } from '../../testing/compiled-graph.ts'
import { hasRealDocuments, readRealDocuments } from '../../testing/real-documents.ts'
import { describeClass } from './class-detail.ts'

type Document = Readonly<{
  classPkg: string
  className: string
  label: string
  comment?: string[]
  dnFormats: string[]
  rnFormat: string
  identifiedBy: string[]
  superClasses: string[]
  isContextRoot: boolean
  isAbstract: boolean
  isConfigurable: boolean
  isDeprecated: boolean
  relationInfo?: { type: string; fromRelMo: string }
  properties: Record<string, DocumentProperty>
}>
type DocumentProperty = Readonly<{
  label: string
  comment?: string[]
  isNaming: boolean
  isConfigurable: boolean
  readOnly: boolean
  secure: boolean
  baseType: string
  default?: string | number
  validValues?: { localName: string }[]
}>

const asDocumented = (property: MimProperty) => [
  property.name,
  property.label,
  property.raw_type,
  property.read_only,
  property.secure,
  'naming' in property && property.naming,
  property.default,
  property.values.join(),
]

function expectedProperty([name, property]: [string, DocumentProperty]): ReturnType<typeof asDocumented> {
  const isListed = /^scalar:(?:Enum|Bitmask|Bool)/.test(property.baseType) && !property.secure
  const values = (property.validValues ?? [])
    .map(({ localName }) => localName)
    .filter((value) => value !== 'defaultValue')
  const { baseType, readOnly, secure, isNaming } = property
  const label = property.label.trim().replaceAll(/\s+/g, ' ')
  return [name, label, baseType, readOnly, secure, isNaming, property.default ?? null, isListed ? values.join() : '']
}

const detail = (records: Parameters<typeof compiledGraph>[0], name: string) => {
  const graph = compiledGraph(records)
  return describeClass(graph, idOf(graph, name))
}
const documents = hasRealDocuments
  ? readRealDocuments().map((document) => Object.values(document as Record<string, Document>)[0]!)
  : []

describe.skipIf(!hasRealDocuments)('the detail of a real class', () => {
  it.each(documents.map((document) => [document.classPkg + document.className, document] as const))(
    'matches the document of %s',
    (name, document) => {
      const found = describeClass(realGraph(), idOf(realGraph(), name))

      expect(found).toMatchObject({
        name,
        package: document.classPkg,
        dn_format: document.dnFormats[0],
        dn_format_count: document.dnFormats.length,
        dn_formats: document.dnFormats.slice(0, 20),
        rn_format: document.rnFormat,
        identified_by: document.identifiedBy,
        context_root: document.isContextRoot,
        abstract: document.isAbstract,
        configurable: document.isConfigurable,
        deprecated: document.isDeprecated,
        category: document.relationInfo === undefined ? 'configuration' : 'relation',
      })
      expect(found.display_name).toBe(
        document.label.trim() === '' ? found.display_name : document.label.trim().replaceAll(/\s+/g, ' '),
      )
      expect(found.display_name).not.toBe('')
      expect(found.description.replaceAll(' ', '')).toBe(
        (document.comment ?? [])
          .filter((text) => text !== 'null')
          .join('')
          .replaceAll(/\s/g, ''),
      )
      expect(found.properties.map(asDocumented)).toEqual(Object.entries(document.properties).map(expectedProperty))
    },
  )

  it.each([
    ['fvTenant', ['name']],
    ['fvRsCtx', ['tnFvCtxName']],
    ['fvRsDomAtt', ['tDn']],
    ['fvRsBd', ['tnFvBDName']],
    ['fvEpMacTag', ['bdName', 'mac']],
  ])('shows that %s requires %j', (name, expected) => {
    const { properties } = describeClass(realGraph(), idOf(realGraph(), name))

    expect(properties.filter(({ required }) => required).map((property) => property.name).sort()).toEqual(expected) // prettier-ignore
  })

  it.each([
    ['fvBD', 'arpFlood', 'boolean'],
    ['fvBD', 'dn', 'dn'],
    ['fvBD', 'mac', 'mac'],
    ['fvBD', 'modTs', 'date'],
    ['coppProtoClassP', 'matchProto', 'flags'],
    ['fvnsUcastAddrBlk', 'from', 'ip'],
    ['pkiKeyRing', 'key', 'password'],
    ['commHttps', 'port', 'integer'],
  ])('gives %s.%s the type %s', (name, property, type) => {
    expect(
      describeClass(realGraph(), idOf(realGraph(), name)).properties.find((one) => one.name === property)?.type,
    ).toBe(type)
  })
})

describe('the DN format of a class', () => {
  const uni = classRecord('polUni', { rn_format: 'uni', contained_by: ['topRoot'] })
  const tenant = classRecord('fvTenant', { rn_format: 'tn-{name}', contained_by: ['polUni'] })

  it('is built from its containers if documents list none', () => {
    const records = [
      classRecord('topRoot'),
      uni,
      tenant,
      classRecord('fvBD', { rn_format: 'BD-{name}', contained_by: ['fvTenant'] }),
    ]

    expect(detail(records, 'fvBD').dn_format).toBe('uni/tn-{name}/BD-{name}')
  })

  it('continues the format of the nearest container that has one', () => {
    const withFormat = { ...tenant, dn_formats: ['uni/tn-{name}', 'other'] }

    expect(
      detail([withFormat, classRecord('fvBD', { rn_format: 'BD-{name}', contained_by: ['fvTenant'] })], 'fvBD')
        .dn_format,
    ).toBe('uni/tn-{name}/BD-{name}')
  })

  it('is only the RN for a class in a cycle, and empty for a class without an RN', () => {
    const circle = [
      classRecord('fvA', { rn_format: 'a', contained_by: ['fvB'] }),
      classRecord('fvB', { rn_format: 'b', contained_by: ['fvA'] }),
    ]

    expect(detail(circle, 'fvA').dn_format).toBe('a')
    expect(detail([classRecord('fvAbstract', { contained_by: ['fvA'] }), ...circle], 'fvAbstract').dn_format).toBe('')
  })
})

describe('the detail of a class', () => {
  it.each([
    ['fvEPgSelector', 'E Pg Selector'],
    ['l3extOut', 'Out'],
    ['fvBDPol', 'BD Pol'],
    ['eqptIngrTotal5min', 'Ingr Total5min'],
  ])('shows %s without a label as %s', (name, expected) => {
    expect(detail([classRecord(name)], name).display_name).toBe(expected)
  })

  it('marks the properties that creating an object requires', () => {
    const relation = {
      from_class: 'fvA',
      from_relation: 'fvRsX',
      to_class: 'fvB',
      to_relation: '',
      cardinality: 'n-to-1',
    }
    const properties = [
      propertyRecord('tDn', { type: 'dn', is_configurable: false }),
      propertyRecord('tnFvBName'),
      propertyRecord('must', { is_mandatory: true }),
      'annotation',
    ]
    const required = (type: string) =>
      detail([classRecord('fvRsX', { properties, relation: { ...relation, type } })], 'fvRsX')
        .properties.filter((property) => property.required)
        .map(({ name }) => name)

    expect(required('named')).toEqual(['tnFvBName', 'must'])
    expect(required('explicit')).toEqual(['tDn', 'must'])
  })
})
