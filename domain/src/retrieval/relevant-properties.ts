import type { PropertyRecord } from '../mim/class-record.ts'
import type { ClassGraph } from '../mim/graph/class-graph.ts'
import type { FoundClass } from './retrieve.ts'
import { allMeanings } from './vocabulary.ts'
import { singular, wordsOf } from './words.ts'

const NEVER = -1
/** Present in every class, and asked for only by name. */
const BOOKKEEPING = new Set(
  'childAction lcOwn modTs monPolDn rn status uid userdom extMngdBy annotation ownerKey ownerTag nameAlias dn forceResolve rType tCl tType tRn stateQual tContextDn'.split(
    ' ',
  ),
)

/** The properties of a class that a question is about, then those that operators ask about most, at most `most`. */
export function relevantProperties(
  graph: ClassGraph,
  id: number,
  found: FoundClass,
  question: string,
  most: number,
): PropertyRecord[] {
  const words = new Set(wordsOf(question).map(singular))
  const asked = new Set(found.properties)
  const usual = usualProperties().get(found.name)
  const worth = (property: PropertyRecord): number => {
    if (asked.has(property.name)) return 100
    if (property.is_hidden || property.is_deprecated || property.is_secure) return NEVER
    if (property.is_naming || property.name === 'tDn') return 90
    const named = labelWords(property).filter((word) => words.has(word)).length
    if (BOOKKEEPING.has(property.name)) return words.has(property.name.toLowerCase()) ? 80 : NEVER
    return named * 20 + (usual?.has(property.name) === true ? 30 : 0) + usefulness(property)
  }
  return graph
    .properties(id)
    .map((property, place) => ({ property, place, worth: worth(property) }))
    .filter((one) => one.worth > NEVER)
    .sort((a, b) => b.worth - a.worth || a.place - b.place)
    .slice(0, most)
    .map(({ property }) => property)
}

function usefulness({ name, values, is_configurable }: PropertyRecord): number {
  if (/^(?:name|descr|operSt|adminSt|severity|state)$/.test(name) || /^tn[A-Z]\w*Name$/.test(name)) return 15
  return (values.length > 0 ? 5 : 0) + (is_configurable ? 3 : 0)
}

/** The words of a label; a name such as `arpFlood` is split at its capitals. */
function labelWords({ name, label }: PropertyRecord): string[] {
  const spaced = `${label} ${name.replace(/([a-z\d])([A-Z])/g, '$1 $2')}`
  return [...new Set(wordsOf(spaced).map(singular))].filter((word) => word.length > 2)
}

let usual: ReadonlyMap<string, ReadonlySet<string>> | undefined

/** The properties of each class that the vocabulary knows. */
function usualProperties(): ReadonlyMap<string, ReadonlySet<string>> {
  usual ??= collectUsual()
  return usual
}

function collectUsual(): Map<string, Set<string>> {
  const properties = new Map<string, Set<string>>()
  for (const { hints } of allMeanings()) {
    for (const { class_name, property } of hints) {
      const known = properties.get(class_name) ?? new Set()
      properties.set(class_name, known.add(property))
    }
  }
  return properties
}
