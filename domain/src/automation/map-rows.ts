import type { Mapping } from '@heddle/contract/automation.ts'
import { compileExpression } from '../expression/expression.ts'
import { cellOf } from '../values/cells.ts'
import type { Row, Value } from '../values/row.ts'
import type { SchemaColumn } from './column.ts'

/** What a template takes from a row of the source, and the row. */
export type MappedRow = { readonly values: Record<string, unknown>; readonly source: Row }

/** Why a filter can say nothing about a row is a text. */
export type RowFilter = (row: Row) => boolean | string

/** The filter of a sound choice. */
export function rowFilter(expression: string | null): RowFilter {
  if (expression === null) return () => true
  const compiled = compileExpression(expression)
  if (!compiled.ok) throw new Error(`an expression that was not checked: ${compiled.message}`)
  return (row) => {
    const result = compiled.evaluate(row)
    if (!result.ok) return result.message
    return typeof result.value === 'boolean' ? result.value : 'the filter is neither true nor false'
  }
}

/** Whether the filter may read a column for which this holds. */
export function filterReads(expression: string | null, isMeant: (column: string) => boolean): boolean {
  const compiled = expression === null ? undefined : compileExpression(expression)
  return compiled?.ok === true && (compiled.consulted === undefined || compiled.named.some(isMeant))
}

/**
 * What each schema column takes from a row of the source. A cell is passed on in the form that its column reads: a list
 * for `multi_enum`, text where text is expected. A list for any other column is its only item, or the items with commas
 * between; an empty list, and an empty text, are no value.
 */
export function rowMapper(mapping: Mapping, columns: readonly SchemaColumn[]): (row: Row) => Record<string, unknown> {
  const cells = columns.flatMap((column) =>
    Object.hasOwn(mapping, column.name) ? [cellReader(column, mapping[column.name]!)] : [],
  )
  return (row) =>
    Object.fromEntries(cells.map(({ name, read }) => [name, read(row)] as const).filter(([, value]) => value !== null))
}

function cellReader(
  { name, fieldType }: SchemaColumn,
  target: Mapping[string],
): { name: string; read: (row: Row) => unknown } {
  if (typeof target !== 'string') return { name, read: () => target.value }
  return { name, read: (row) => cellFor(fieldType, cellOf(row, target)) }
}

const KEEPS_SCALARS: ReadonlySet<SchemaColumn['fieldType']> = new Set(['integer', 'number', 'boolean'])

function cellFor(fieldType: SchemaColumn['fieldType'], value: Value): unknown {
  if (value === null || value === '') return null
  if (fieldType === 'multi_enum') return multiple(value)
  if (isList(value))
    return value.length === 0 ? null : value.length === 1 ? cellFor(fieldType, value[0]!) : value.map(textOf).join(',')
  return KEEPS_SCALARS.has(fieldType) ? value : textOf(value)
}

function multiple(value: Value): unknown {
  const items = isList(value) ? value : [value]
  return items.length === 0 ? null : items.map(textOf)
}

const isList = (value: Value): value is readonly Value[] => Array.isArray(value)

/** Structures inside lists, which only unusual queries have, are their JSON. */
const textOf = (value: Value): string => (typeof value === 'object' ? JSON.stringify(value) : String(value))
