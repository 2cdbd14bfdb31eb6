import { matchingColumns } from './sheet.ts'

/** What each column of the template takes, as it is typed: a column of the source, or a text for all rows. */
export type MappingDraft = Readonly<Record<string, string>>

/** Columns of the same name, to begin with. */
export function likelyMapping(names: readonly string[], columns: readonly string[]): MappingDraft {
  const sources = matchingColumns(columns, names)
  return Object.fromEntries(names.map((name, index) => [name, columns[sources[index] ?? -1] ?? '']))
}

/** As the API takes it; what was left empty takes nothing. */
export function mappingOf(
  draft: MappingDraft,
  columns: readonly string[],
): Readonly<Record<string, string | { readonly value: string }>> {
  const given = Object.entries(draft).filter(([, text]) => text.trim() !== '')
  return Object.fromEntries(given.map(([name, text]) => [name, columns.includes(text) ? text : { value: text.trim() }]))
}
