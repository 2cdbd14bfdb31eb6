/** What each column of a template takes, as it is typed: a column of the source, or a text for all rows. */
export type MappingDraft = Readonly<Record<string, string>>

/** As the API takes it; what was left empty takes nothing. */
export function mappingOf(
  draft: MappingDraft,
  columns: readonly string[],
): Readonly<Record<string, string | { readonly value: string }>> {
  const given = Object.entries(draft).filter(([, text]) => text.trim() !== '')
  return Object.fromEntries(given.map(([name, text]) => [name, columns.includes(text) ? text : { value: text.trim() }]))
}
