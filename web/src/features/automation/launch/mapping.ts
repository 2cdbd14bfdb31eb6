import type { MappingDraft, mappingOf } from '../../../resources/row-mapping.ts'
import { matchingColumns } from './sheet.ts'

/** What was given at the last launch, as far as the source still has it; columns of the same name for the others. */
export function knownMapping(
  names: readonly string[],
  columns: readonly string[],
  before: Mapping | undefined,
): MappingDraft {
  const likely = likelyMapping(names, columns)
  return Object.fromEntries(names.map((name) => [name, textOf(before?.[name], columns) ?? likely[name] ?? '']))
}

/** As a launch has it: a column, or a text for all rows. */
type Mapping = ReturnType<typeof mappingOf>

const textOf = (given: Mapping[string] | undefined, columns: readonly string[]): string | undefined =>
  typeof given === 'string' ? (columns.includes(given) ? given : undefined) : given?.value

/** Columns of the same name, to begin with. */
function likelyMapping(names: readonly string[], columns: readonly string[]): MappingDraft {
  const sources = matchingColumns(columns, names)
  return Object.fromEntries(names.map((name, index) => [name, columns[sources[index] ?? -1] ?? '']))
}
