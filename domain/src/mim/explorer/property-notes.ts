import type { PropertyRecord } from '../class-record.ts'
import type { ClassGraph } from '../graph/class-graph.ts'
import { isRequired } from './mim-properties.ts'
import { enumerate, type ClassNote } from './note.ts'

const MOST_NAMED = 10
/** With at least this many values, typing a filter is easier than choosing one. */
const LARGE_ENUMERATION = 40

/** Notes on special properties. */
export function propertyNotes(graph: ClassGraph, id: number): ClassNote[] {
  const properties = graph.properties(id)
  const relation = graph.relationOf(id)
  const isConfigurable = graph.has(id, 'is_configurable')
  return [
    ...note('Required', properties.filter((one) => isConfigurable && isRequired(one, relation)), 'Must be set when an object is created'),
    ...note('Secrets', properties.filter((one) => one.is_secure), 'Can be written but not read back, so they are empty in results'),
    ...note('Create-only', properties.filter((one) => one.is_create_only && !one.is_naming), 'Can be set only when an object is created'),
    ...note('Deprecated properties', properties.filter((one) => one.is_deprecated), 'May be missing in later releases'),
    ...note('Large enumerations', properties.filter((one) => one.value_count >= LARGE_ENUMERATION), 'Have dozens of values'),
  ] // prettier-ignore
}

function note(title: string, properties: readonly PropertyRecord[], text: string): ClassNote[] {
  const names = properties.map(({ name }) => `\`${name}\``)
  return names.length === 0 ? [] : [{ title, text: `${text}: ${enumerate(names, MOST_NAMED)}.` }]
}
