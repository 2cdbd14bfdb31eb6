import { describe, expect, it } from 'vitest'
import { hasRealDocuments, readRealDocuments } from '../testing/real-documents.ts'
import { classInfoOf } from '../testing/class-info-of.ts'
import { parseClassDocument } from './parse-class-document.ts'

const body = {
  classPkg: 'fv',
  className: 'RsCtx',
  label: ' Private  Network ',
  comment: ['The  private network\n of it.', 'TBD', 'null', 'More.'],
  rnFormat: 'rsctx',
  identifiedBy: [],
  containedBy: { 'fv:BD': '' },
  superClasses: ['pol:NToRef'],
  subClasses: { 'fv:RsOther': '' },
  relationTo: { 'fv:RsX': 'fv:Y', 'fv:RsBroken': 5 },
  relationFrom: { 'fv:RtX': 'fv:Z' },
  relationInfo: {
    type: 'named',
    cardinality: 'n-to-1',
    fromMo: 'fv:ABDPol',
    fromRelMo: 'fv:RsCtx',
    toMo: 'fv:Ctx',
    toRelMo: 'fv:RtCtx',
  },
  dnFormats: Array.from({ length: 45 }, (_, index) => `uni/${String(index)}`),
  properties: {
    tnFvCtxName: {
      baseType: 'string:Basic',
      isConfigurable: true,
      readWrite: true,
      default: '',
      comment: ['NA'],
      mandatory: true,
    },
    state: {
      baseType: 'scalar:Enum8',
      readOnly: true,
      validValues: [
        { localName: 'formed' },
        { localName: 'unformed' },
        { localName: 'defaultValue', value: 'unformed' },
      ],
      default: 'unformed',
    },
    tDn: { baseType: 'reference:BinRef', isNaming: true, isConfigurable: true, readWrite: false },
    secret: { baseType: 'string:Basic', secure: true },
    ratio: { baseType: 'scalar:Float', default: 0.5 },
    port: {
      baseType: 'scalar:Uint16',
      validValues: [
        { localName: 'https', value: '443' },
        { localName: 'defaultValue', value: '443' },
      ],
    },
    level: {
      baseType: 'scalar:UByte',
      validValues: [{ localName: 'defaultValue', value: '0' }, { localName: 'odd', value: 'x' }, 7],
    },
    huge: { baseType: 'scalar:Uint64', default: 2 ** 64 },
    hw: { baseType: 'address:MAC', default: '280487012409856' },
    odd: null,
  },
  somethingNew: { any: 'thing' },
}
const document = { 'fv:RsCtx': body }
const property = (name: string) => parseClassDocument(document)?.properties.find((one) => one.name === name)

describe('a reduced class document', () => {
  it('uses wire names, without the colon', () => {
    expect(parseClassDocument(document)).toMatchObject({
      name: 'fvRsCtx',
      package: 'fv',
      super_classes: ['polNToRef'],
      sub_classes: ['fvRsOther'],
      contained_by: ['fvBD'],
      relations_to: [['fvRsX', 'fvY']],
      relations_from: [['fvRtX', 'fvZ']],
    })
  })

  it('has a description in one line without placeholder words', () => {
    expect(parseClassDocument(document)).toMatchObject({
      label: 'Private Network',
      description: 'The private network of it. More.',
    })
    expect(property('tnFvCtxName')?.description).toBe('')
  })

  it('keeps the first DN formats and their number', () => {
    const record = parseClassDocument(document)

    expect(record?.dn_formats).toHaveLength(20)
    expect(record?.dn_format_count).toBe(45)
  })

  it('keeps the relation on both sides', () => {
    const relation = {
      from_class: 'fvABDPol',
      from_relation: 'fvRsCtx',
      to_class: 'fvCtx',
      to_relation: 'fvRtCtx',
      type: 'named',
      cardinality: 'n-to-1',
    }

    expect(parseClassDocument(document)?.relation).toEqual(relation)
    expect(parseClassDocument({ 'fv:RtCtx': { ...body, className: 'RtCtx' } })?.relation).toEqual(relation)
  })

  it.each([
    ['tnFvCtxName', { type: 'string', is_mandatory: true, is_configurable: true, is_create_only: false, default: '' }],
    [
      'state',
      { type: 'enum', values: ['formed', 'unformed'], value_count: 2, default: 'unformed', is_configurable: false },
    ],
    ['tDn', { type: 'dn', is_naming: true, is_create_only: true, raw_type: 'reference:BinRef', default: null }],
    ['secret', { type: 'password', is_secure: true }],
    ['ratio', { type: 'number', default: 0.5 }],
    ['huge', { type: 'integer', default: '18446744073709551616' }],
    ['hw', { type: 'mac', default: '280487012409856' }],
    ['port', { type: 'integer', values: [], value_count: 0, named_numbers: ['https=443'] }],
    ['odd', { type: 'string', raw_type: '', values: [], value_count: 0 }],
  ])('parses property %s', (name, expected) => {
    expect(property(name)).toMatchObject(expected)
  })

  it('keeps the first values of a very long enumeration and their number', () => {
    const validValues = Array.from({ length: 900 }, (_, index) => ({ localName: `v${String(index)}` }))
    const record = parseClassDocument({ 'a:B': { properties: { p: { baseType: 'scalar:Enum16', validValues } } } })

    expect(record?.properties[0]?.values).toHaveLength(500)
    expect(record?.properties[0]?.value_count).toBe(900)
  })

  it('truncates texts of absurd length', () => {
    const long = 'x'.repeat(1_000_000)
    const record = parseClassDocument({
      'a:B': { label: long, comment: [long], rnFormat: long, properties: { [long]: {}, p: { default: long } } },
    })

    expect(JSON.stringify(record).length).toBeLessThan(20_000)
    expect(record?.properties.map(({ name }) => name)).toEqual(['p'])
  })

  it('takes the name from the key if the body does not have it', () => {
    expect(parseClassDocument({ 'fv:BD': {} })).toMatchObject({
      name: 'fvBD',
      package: 'fv',
      naming: [],
      relation: null,
      properties: [],
    })
    expect(parseClassDocument({ anything: { classPkg: 'fv', className: 'BD' } })).toMatchObject({
      name: 'fvBD',
      package: 'fv',
    })
  })

  it.each([
    [undefined],
    [null],
    ['text'],
    [[]],
    [{}],
    [{ 'fv:BD': 'text' }],
    [{ classes: { fvBD: {} } }],
    [{ error: { text: 'x:y' } }],
  ])('rejects %j, which is not a class document', (nonsense) => {
    expect(parseClassDocument(nonsense)).toBeUndefined()
  })
})

describe("the query engine's view of a class", () => {
  const view = (of: unknown) => {
    const record = parseClassDocument(of)
    return record === undefined ? undefined : classInfoOf(record)
  }

  it('has a relation only on its source class, which holds the target DN', () => {
    expect(view(document)?.relation).toEqual({ from_class: 'fvABDPol', to_class: 'fvCtx' })
    expect(view({ 'fv:RtCtx': { ...body, className: 'RtCtx' } })?.relation).toBeUndefined()
  })

  it('treats properties as unknown if a document lists none', () => {
    expect(view({ 'fv:BD': {} })?.properties).toBeUndefined()
    expect(view(document)?.properties?.get('state')).toEqual({
      name: 'state',
      type: 'enum',
      values: ['formed', 'unformed'],
    })
  })

  it.skipIf(!hasRealDocuments)('is complete for every real document', () => {
    const views = readRealDocuments().map(view)

    expect(views.length).toBeGreaterThan(100)
    for (const info of views) {
      expect(info?.rn_format).not.toBe('')
      expect(info?.properties?.get('dn')?.type).toBe('dn')
      expect(info?.naming.every((name) => info.properties?.has(name))).toBe(true)
      expect(info?.relation !== undefined).toBe(/^[a-z0-9]+Rs[A-Z]/.test(info?.name ?? ''))
    }
  })
})
