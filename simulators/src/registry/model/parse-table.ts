import {
  type ClassSpec,
  type PropertySpec,
  type RelationSpec,
  type Trait,
  namingProperties,
  wireName,
} from './class-spec.ts'
import { parseProperty } from './parse-property.ts'
import { expandStatistics } from './statistics.ts'
import { targetSpec } from './relation-target.ts'

const TRAITS: readonly string[] = [
  ...[
    'config',
    'oper',
    'abstract',
    'statistic',
    'record',
    'fault',
    'delegate',
    'health',
    'root',
    'deprecated',
    'hidden',
    'cloud',
  ],
]

/**
 * Reads the class table's notation, one class per line:
 * `class | label | rnFormat | containers | superclass | traits | settable ; read-only properties | description`.
 * See `parseProperty` for properties. The traits of a relation start with its facts, such as
 * `named n-to-1 fv:ABDPol>fv:Ctx fv:RtCtx`; the class of its target end is derived from them. A name ending in `*` is a
 * family of statistics: one line gives its superclasses and all sampling intervals. Throws for an invalid line.
 */
export function parseTable(text: string): ClassSpec[] {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  return lines.flatMap(parseLine)
}

function parseLine(line: string): ClassSpec[] {
  const cells = line.split('|').map((cell) => cell.trim())
  const [
    name = '',
    label = '',
    rnFormat = '',
    parents = '',
    superClass = '',
    traitText = '',
    propertyText = '',
    description = '',
  ] = cells
  if (cells.length !== 8 || !/^\w+:\w+\*?$/.test(name)) throw new Error(`class table: "${line}" is not a class`)
  const words = list(traitText, ' ')
  const relation = parseRelation(name, words)
  const traits = new Set<Trait>(relation ? ['config', 'relation'] : [])
  for (const word of relation ? words.slice(4) : words) traits.add(traitOf(word, line))
  const shape = {
    name,
    label,
    description,
    rnFormat,
    parents: list(parents, ','),
    superClass: superClass || undefined,
    traits,
    relation,
  }
  if (name.endsWith('*')) return expandStatistics({ ...shape, properties: parseProperties(propertyText, shape) })
  const spec = { ...shape, properties: parseProperties(propertyText, shape) }
  return relation ? [spec, targetSpec(spec, relation)] : [spec]
}

function parseRelation(
  name: string,
  [type, cardinality = '', ends = '', target = '']: readonly string[],
): RelationSpec | undefined {
  if (type !== 'named' && type !== 'explicit') return undefined
  const [from = '', to = ''] = ends.split('>')
  return { type, cardinality, from, to, source: name, target }
}

function traitOf(word: string, line: string): Trait {
  if (!TRAITS.includes(word)) throw new Error(`class table: "${word}" in "${line}" is not a trait`)
  return word as Trait
}

type Shape = Pick<ClassSpec, 'rnFormat' | 'traits' | 'relation'>

/** Naming properties come from the RN format; the property that sets a relation, and its target class, from it. */
function parseProperties(text: string, shape: Shape): ClassSpec['properties'] {
  const [settable = '', readOnly = ''] = text.split(';')
  const isSettable = shape.traits.has('config') || shape.traits.has('abstract')
  const written = [
    ...list(settable, ' ').map((word) => parseProperty(word, isSettable)),
    ...list(readOnly, ' ').map((word) => parseProperty(word, false)),
  ]
  const implied = [...namingProperties(shape.rnFormat), ...endProperties(shape)].map((name) => {
    return parseProperty(/Dn$/.test(name) ? `${name}@dn` : name, isSettable)
  })
  const all = [...implied, ...targetClass(shape), ...written]
  return [...new Map(all.map((property) => [property.name, property])).values()]
}

function endProperties({ relation, rnFormat }: Shape): string[] {
  if (relation?.type === 'explicit') return ['tDn']
  if (!relation || /\{tn[A-Z]/.test(rnFormat)) return []
  const target = wireName(relation.to)
  return [`tn${target.charAt(0).toUpperCase()}${target.slice(1)}Name`]
}

function targetClass({ relation }: Shape): PropertySpec[] {
  if (!relation) return []
  const target = wireName(relation.to)
  return [parseProperty(`tCl{${target}/unspecified}=${target}`, false)]
}

function list(text: string, separator: string): string[] {
  return text
    .split(separator)
    .map((word) => word.trim())
    .filter((word) => word !== '')
}
