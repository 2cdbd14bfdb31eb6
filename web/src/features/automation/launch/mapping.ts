import type { MappingDraft } from '../../../resources/row-mapping.ts'
import { matchingColumns } from './sheet.ts'

/** Columns of the same name, to begin with. */
export function likelyMapping(names: readonly string[], columns: readonly string[]): MappingDraft {
  const sources = matchingColumns(columns, names)
  return Object.fromEntries(names.map((name, index) => [name, columns[sources[index] ?? -1] ?? '']))
}
