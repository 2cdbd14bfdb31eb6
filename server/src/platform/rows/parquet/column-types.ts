import type { SchemaElement } from 'hyparquet-writer'

/**
 * What all values of a column have in common; `none` while all of them are null. Rows say nothing about types, and
 * Parquet allows one for each column. Nothing is guessed from what a text looks like.
 */
export type ColumnType = 'none' | 'boolean' | 'integer' | 'number' | 'text' | 'texts' | 'json' | 'instant'
export type TypedColumn = {
  readonly name: string
  readonly type: ColumnType
  /** The value in every row, for a column that is not one of the rows. */
  readonly constant?: string | Date
}

export function typeOf(value: unknown): ColumnType {
  switch (typeof value) {
    case 'string':
      return 'text'
    case 'boolean':
      return 'boolean'
    case 'number':
      return Number.isSafeInteger(value) ? 'integer' : 'number'
    default:
      if (value === null || value === undefined) return 'none'
      return Array.isArray(value) && value.every((item) => item === null || typeof item === 'string') ? 'texts' : 'json'
  }
}

/** The narrowest type that holds the values of both, without changing any. */
export function widen(one: ColumnType, other: ColumnType): ColumnType {
  if (one === other || other === 'none') return one
  if (one === 'none') return other
  return isNumeric(one) && isNumeric(other) ? 'number' : 'json'
}

const isNumeric = (type: ColumnType): boolean => type === 'integer' || type === 'number'

/** The schema of a file: every column may be null. */
export const parquetSchema = (columns: readonly TypedColumn[]): SchemaElement[] => [
  { name: 'rows', num_children: columns.length },
  ...columns.flatMap(({ name, type }) => elementsOf(name, type)),
]

const TEXT = { type: 'BYTE_ARRAY', converted_type: 'UTF8' } as const
const ELEMENTS = {
  none: TEXT,
  boolean: { type: 'BOOLEAN' },
  integer: { type: 'INT64' },
  number: { type: 'DOUBLE' },
  text: TEXT,
  json: { type: 'BYTE_ARRAY', converted_type: 'JSON' },
  instant: { type: 'INT64', logical_type: { type: 'TIMESTAMP', isAdjustedToUTC: true, unit: 'MILLIS' } },
} as const satisfies Readonly<Record<Exclude<ColumnType, 'texts'>, Omit<SchemaElement, 'name'>>>

function elementsOf(name: string, type: ColumnType): SchemaElement[] {
  if (type !== 'texts') return [{ name, repetition_type: 'OPTIONAL', ...ELEMENTS[type] }]
  return [
    { name, repetition_type: 'OPTIONAL', num_children: 1, converted_type: 'LIST' },
    { name: 'list', repetition_type: 'REPEATED', num_children: 1 },
    { name: 'element', repetition_type: 'OPTIONAL', ...TEXT },
  ]
}

/** A value as the library takes it; throws where the value is not of the type. */
export function parquetValue(value: unknown, type: ColumnType): unknown {
  if (value === null || value === undefined) return null
  if (type !== 'instant' && widen(type, typeOf(value)) !== type)
    throw new Error(`a value of the type ${typeOf(value)} in a column of the type ${type}`)
  return type === 'integer' ? BigInt(value as number) : value
}
