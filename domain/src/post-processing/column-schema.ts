import { Type } from 'typebox'

/** A thousand columns are more than anyone reads; the limit bounds the cost of a step. */
const MOST_COLUMNS = 1_000

/** The name of a column, as users or the controller chose it. */
export const ColumnName = Type.String({ minLength: 1, maxLength: 500 })

/** One or more different columns. */
export const ColumnNames = Type.Array(ColumnName, { minItems: 1, maxItems: MOST_COLUMNS, uniqueItems: true })

/** Different columns, or none. */
export const ColumnNamesOrNone = Type.Array(ColumnName, { maxItems: MOST_COLUMNS, uniqueItems: true })

/** Anything a cell can hold except a list. */
export const CellValue = Type.Union([Type.String(), Type.Number(), Type.Boolean(), Type.Null()])
