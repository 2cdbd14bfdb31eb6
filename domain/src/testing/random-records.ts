import type { ClassRecord, PropertyRecord } from '../mim/class-record.ts'
import { classRecord, propertyRecord } from './class-record.ts'
import type { Random } from './random.ts'

const TYPES: readonly PropertyRecord['type'][] = ['string', 'enum', 'boolean', 'dn', 'integer', 'password']
const LABELS = ['', 'Name', 'Ärger', '名前', 'Some longer text with words'] // prettier-ignore

/** A small random model: recursion, one-sided edges, missing classes, relations on ancestors, shared properties. */
export function randomRecords(random: Random): ClassRecord[] {
  const names = Array.from(
    { length: 6 + random.below(20) },
    (_, at) => `${random.pick(['a', 'b2', 'tag'])}C${String(at)}`,
  )
  const spoken = [...names, 'xMissing', 'yMissing', 'topRoot']
  const some = (most: number) => [...new Set(Array.from({ length: random.below(most + 1) }, () => random.pick(spoken)))]
  const classes = names.map((name) =>
    classRecord(name, {
      ...{
        label: random.pick(LABELS),
        description: random.pick(LABELS),
        rn_format: random.pick(['', 'rn', 'x-{name}', 'y-[{tDn}]']),
      },
      dn_formats: some(3).map((step) => `uni/${step}/x-{name}`),
      contains: some(3),
      contained_by: some(2),
      super_classes: some(3).filter((above) => above !== name),
      relations_to: some(2).map((other) => [`${name.slice(0, 2)}RsR${String(random.below(4))}`, other] as const),
      ...{ is_abstract: random.chance(0.2), is_configurable: random.chance(0.6), is_deprecated: random.chance(0.1) },
      properties: ['dn', 'name', `p${String(random.below(5))}`].map((property) => randomProperty(property, random)),
    }),
  )
  const relations = Array.from({ length: 4 }, (_, at) => {
    const name = `aRsR${String(at)}`
    const ends = { from_class: random.pick(spoken), to_class: random.pick(['', ...spoken]) }
    const relation = {
      ...ends,
      from_relation: random.pick(['', name, 'aRsOther']),
      to_relation: '',
      type: 'named',
      cardinality: 'n-to-1',
    }
    return classRecord(name, { relation, contained_by: some(2) })
  })
  return [...classes, ...relations]
}

function randomProperty(name: string, random: Random): PropertyRecord {
  const listed = Array.from({ length: random.below(3) }, (_, at) => `v${String(at)}`)
  const type = random.pick(TYPES)
  // Numbers have names instead of values.
  const isNumber = type === 'integer' || type === 'number'
  const values = isNumber ? [] : listed
  return propertyRecord(name, {
    ...{ label: random.pick(LABELS), type, default: random.pick([null, '', 'x', '7', 0, -1, 0.5]) },
    ...{ is_naming: random.chance(0.3), is_secure: random.chance(0.1), values, value_count: values.length },
    ...(isNumber && listed.length > 0 && { named_numbers: listed.map((text, at) => `${text}=${String(at)}`) }),
  })
}
