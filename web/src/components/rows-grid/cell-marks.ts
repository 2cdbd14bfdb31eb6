/**
 * What changed in rows since an earlier moment, by their DN: a row that was added, or fields with the texts they had
 * before.
 */
export type RowMarks = { readonly isAdded: boolean; readonly before: Readonly<Record<string, string>> }
export type CellMarks = ReadonlyMap<string, RowMarks>
