import type { PropertyRecord } from '../class-record.ts'
import type { ClassGraph } from '../graph/class-graph.ts'
import { isRequired } from './mim-properties.ts'
import { enumerate, type Note } from './note.ts'

const MOST_NAMED = 10
/** From so many values on a filter is better typed than chosen. */
const LARGE_ENUMERATION = 40

/** What to mind about single properties. */
export function propertyNotes(graph: ClassGraph, id: number): Note[] {
  const properties = graph.properties(id)
  const relation = graph.relationOf(id)
  const isConfigurable = graph.has(id, 'is_configurable')
  return [
    ...note('Required', properties.filter((one) => isConfigurable && isRequired(one, relation)), 'Have to be given when an object is made'),
    ...note('Secrets', properties.filter((one) => one.is_secure), 'Are written and never read back, so they are empty in results'),
    ...note('Only when made', properties.filter((one) => one.is_create_only && !one.is_naming), 'Can be set when an object is made, not later'),
    ...note('Deprecated properties', properties.filter((one) => one.is_deprecated), 'Later releases may come without them'),
    ...note('Large enumerations', properties.filter((one) => one.value_count >= LARGE_ENUMERATION), 'Have dozens of values'),
  ] // prettier-ignore
}

function note(title: string, properties: readonly PropertyRecord[], text: string): Note[] {
  const names = properties.map(({ name }) => `\`${name}\``)
  return names.length === 0 ? [] : [{ title, text: `${text}: ${enumerate(names, MOST_NAMED)}.` }]
}
