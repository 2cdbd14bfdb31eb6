import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readClassTable } from './class-table.ts'

const DATA = process.env['HEDDLE_TEST_DATA'] ?? join(import.meta.dirname, '../../../../shared/data')
const isPresent = existsSync(join(DATA, 'mim'))
if (!isPresent) console.warn(`SKIPPED: no class documents in ${DATA} (set HEDDLE_TEST_DATA)`)

const table = readClassTable()
const concrete = [...table.values()].filter((info) => info.concrete.length === 0)

type Document = {
  rnFormat: string
  isConfigurable: boolean
  properties: Record<string, { isConfigurable: boolean; secure: boolean; baseType: string }>
}

function readDocuments(): Map<string, Document> {
  const files = readdirSync(join(DATA, 'mim'), { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.json'),
  )
  return new Map(
    files.flatMap((file) => {
      const json = JSON.parse(readFileSync(join(DATA, 'mim', file), 'utf8')) as Record<string, Document>
      return Object.entries(json).map(([name, document]): [string, Document] => [name.replace(':', ''), document])
    }),
  )
}

describe('the class table', () => {
  it('gives an abstract class the properties its subclasses share', () => {
    const properties = table.get('fvEPg')?.properties

    expect([properties?.has('prefGrMemb'), properties?.has('isAttrBasedEPg')]).toEqual([true, false])
  })

  it('has a naming property for each placeholder of an RN format', () => {
    const missing = concrete.filter(({ rnFormat, properties }) =>
      [...rnFormat.matchAll(/\{(\w+)\}/g)].some((match) => !properties.get(match[1]!)?.naming),
    )

    expect(missing).toEqual([])
  })
})

describe.skipIf(!isPresent)('the class table, compared with the real model', () => {
  const documents = isPresent ? readDocuments() : new Map<string, Document>()
  const shared = concrete.filter(({ name }) => documents.has(name))

  it('shares enough classes for a meaningful comparison', () => {
    expect(shared.length).toBeGreaterThan(30)
  })

  it.each(shared.map((info) => [info.name, info] as const))(
    'gives %s the properties, RN format and flags of the real class',
    (name, info) => {
      const document = documents.get(name)!

      const mine = [...info.properties.values()]
      const real = Object.entries(document.properties).filter(([property]) => !['dn', 'rn'].includes(property))
      expect(mine.map((property) => [property.name, property.configurable, property.secure]).sort()).toEqual(
        real.map(([property, { isConfigurable, secure }]) => [property, isConfigurable, secure]).sort(),
      )
      expect([info.rnFormat, info.configurable]).toEqual([document.rnFormat, document.isConfigurable])
      const booleans = real.filter(([, { baseType }]) => baseType === 'scalar:Bool').map(([property]) => property)
      expect(booleans.filter((property) => info.properties.get(property)?.values?.has('yes') !== true)).toEqual([])
    },
  )

  it('has the RN formats of the class list', () => {
    const formats = JSON.parse(readFileSync(join(DATA, 'mim-index', 'rns-all-classes.json'), 'utf8')) as Record<
      string,
      string
    >
    const configurable = readFileSync(join(DATA, 'mim-index', 'rn_formats.txt'), 'utf8').split('\n')
    for (const line of configurable) formats[line.split('\t')[0]!] = line.split('\t')[1] ?? ''

    expect(concrete.filter(({ name, rnFormat }) => formats[name] !== rnFormat).map(({ name }) => name)).toEqual([])
  })
})
