/** The columns of some rows, which need not have the same ones. */
export const columnsOf = (rows: readonly Readonly<Record<string, unknown>>[]): readonly string[] => [
  ...new Set(rows.flatMap(Object.keys)),
]
