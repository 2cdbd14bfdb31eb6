/** A value of a column. Controller attributes are strings; post-processors can produce the other kinds. */
export type Value = string | number | boolean | null | readonly Value[]

/** One result row: column name to value. Rows of one table share their columns. */
export type Row = Record<string, Value>
