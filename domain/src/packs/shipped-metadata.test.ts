import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { isWireObject } from '../canvas/wire.ts'
import { hasOperatorModel, readOperatorRecords } from '../testing/operator-model.ts'
import { parseRealRecords } from '../testing/real-documents.ts'
import { confirmedProperties } from './testing/confirmed-properties.ts'
import { namedProperties } from './testing/named-properties.ts'
import { PACK_NAMES, shippedPack } from './testing/shipped-packs.ts'

const DATA = process.env.HEDDLE_TEST_DATA ?? join(import.meta.dirname, '../../../../shared/data')
const RECORDED = join(DATA, 'controller')

/** Every object has these. */
const COMMON = ['dn', 'rn', 'status', 'childAction', 'modTs', 'lcOwn', 'className']
/** And every relation these, at the end of its source. */
const RELATION = ['tDn', 'tCl', 'tRn', 'tType', 'state', 'stateQual', 'rType', 'forceResolve']
const BACK_RELATION = ['tDn', 'tCl']

/** The properties of each class: of documents, of lists of settable ones, and of recorded objects. */
function knownProperties(): ReadonlyMap<string, ReadonlySet<string>> {
  const known = new Map<string, Set<string>>()
  for (const [name, { properties }] of readOperatorRecords())
    known.set(name, new Set(properties.map((one) => one.name)))
  const files = existsSync(RECORDED) ? readdirSync(RECORDED, { recursive: true, encoding: 'utf8' }) : []
  for (const file of files.filter((name) => name.endsWith('.json')))
    addObjects(JSON.parse(readFileSync(join(RECORDED, file), 'utf8')), known)
  for (const [name, properties] of known) for (const one of [...COMMON, ...endsOf(name)]) properties.add(one)
  return known
}

function endsOf(name: string): readonly string[] {
  if (/^[a-z0-9]+Rs[A-Z]/.test(name)) return RELATION
  return /^[a-z0-9]+Rt[A-Z]/.test(name) ? BACK_RELATION : []
}

function addObjects(json: unknown, known: Map<string, Set<string>>): void {
  if (Array.isArray(json)) for (const item of json) addObjects(item, known)
  if (!isWireObject(json) || Array.isArray(json)) return
  for (const [name, value] of Object.entries(json)) {
    const attributes = isWireObject(value) ? value['attributes'] : undefined
    if (isWireObject(attributes)) for (const one of Object.keys(attributes)) known.get(name)?.add(one)
    addObjects(value, known)
  }
}

describe.skipIf(!hasOperatorModel)('the classes and properties that shipped packs name', () => {
  const known = hasOperatorModel ? knownProperties() : new Map<string, ReadonlySet<string>>()
  const named = PACK_NAMES.flatMap((pack) =>
    shippedPack(pack).checks.flatMap((check) =>
      namedProperties(check).map((one) => ({ ...one, check: `${pack} ${check.id}` })),
    ),
  )
  const listed = confirmedProperties()
  const lacking = named.flatMap(({ check, classes, properties }) =>
    properties
      .filter((property) => !classes.some((name) => known.get(name)?.has(property)))
      .map((property) => ({ check, pairs: classes.map((name) => `${name}.${property}`) })),
  )

  it('are classes of the model', () => {
    const unknown = named.flatMap(({ check, classes }) =>
      classes.filter((name) => !known.has(name)).map((name) => `${check}: ${name}`),
    )

    expect(unknown).toEqual([])
  })

  it('are properties of the class, or of one class of a union, unless a reason is written down', () => {
    const wrong = lacking.filter(({ pairs }) => !pairs.some((pair) => listed.includes(pair)))

    expect(wrong.map(({ check, pairs }) => `${check}: ${pairs.join(' or ')}`)).toEqual([])
  })

  it('leave no reason for what no check names or what the model has', () => {
    const needed = new Set(lacking.flatMap(({ pairs }) => pairs))

    expect(listed.filter((pair) => !needed.has(pair))).toEqual([])
  })

  it('leave out of a union each class in which a filter can never be true', () => {
    // Only documents have all properties of a class.
    const documented = new Set(parseRealRecords().map(({ name }) => name))
    const unions = named.filter(({ classes }) => classes.length > 1)
    const dead = unions.flatMap(({ check, classes, filtered }) =>
      classes
        .filter((name) => documented.has(name) && filtered.some((one) => !known.get(name)?.has(one)))
        .map((name) => `${check}: ${name}`),
    )

    expect(dead).toEqual([])
  })
})
