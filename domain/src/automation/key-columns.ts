/** What makes rows of two results the same one, unless a check names other columns. */
export const DEFAULT_KEY: readonly string[] = ['dn']

export const keyColumns = ({ by }: { readonly by?: readonly string[] | undefined }): readonly string[] =>
  by ?? DEFAULT_KEY

/** Columns that only the rows of a comparison have. */
export const CHANGE_COLUMN = 'change'
export const BEFORE_PREFIX = 'before.'
export const isOfComparison = (column: string): boolean => column === CHANGE_COLUMN || column.startsWith(BEFORE_PREFIX)
