import type { Mapping } from '@heddle/contract/automation.ts'
import { compileExpression } from '../expression/expression.ts'
import { cellOf } from '../values/cells.ts'
import type { Row, Value } from '../values/row.ts'
import type { SchemaColumn } from './column.ts'

type FieldMessages = Record<string, string[]>

/** What a launch says about the rows of its source, once it is known to be sound. */
export type RowChoice = { readonly mapping: Mapping; readonly filter: string | null }

/** What a template takes from a row of the source, and the row. */
export type MappedRow = { readonly values: Record<string, unknown>; readonly source: Row }

const MOST_NAMES = 20

/**
 * Everything that is wrong with a mapping and a filter. Without `available`, the columns of the result, only what can
 * be said before the source is read.
 */
export function rowChoiceFaults(
  wire: { readonly mapping?: unknown; readonly filter?: unknown },
  columns: readonly SchemaColumn[],
  available?: readonly string[],
): FieldMessages {
  return { ...mappingFaults(wire.mapping ?? {}, columns, available), ...filterFaults(wire.filter, available) }
}

/** Reads a mapping and a filter that have no faults. */
export function readRowChoice(wire: { readonly mapping?: unknown; readonly filter?: unknown }): RowChoice {
  return { mapping: (wire.mapping ?? {}) as Mapping, filter: (wire.filter ?? null) as string | null }
}

function mappingFaults(
  mapping: unknown,
  columns: readonly SchemaColumn[],
  available: readonly string[] | undefined,
): FieldMessages {
  if (!isObject(mapping))
    return { mapping: ['Expected an object: schema column to result column, or to {"value": …}.'] }
  const byName = new Map(columns.map((column) => [column.name, column]))
  const faults: FieldMessages = {}
  for (const [name, target] of Object.entries(mapping)) {
    const message = byName.has(name) ? targetFault(target, available) : 'The template has no such column.'
    if (message !== undefined) faults[`mapping.${name}`] = [message]
  }
  for (const { name, required, default: standsIn } of columns) {
    if (required && standsIn === undefined && !Object.hasOwn(mapping, name))
      faults[`mapping.${name}`] = ['This column is required.']
  }
  return faults
}

function targetFault(target: unknown, available: readonly string[] | undefined): string | undefined {
  if (typeof target === 'string') return available && lackingFault(target, available)
  return isObject(target) && Object.hasOwn(target, 'value')
    ? undefined
    : 'Expected the name of a result column, or {"value": …}.'
}

const lackingFault = (column: string, available: readonly string[]): string | undefined =>
  available.includes(column)
    ? undefined
    : `${column.slice(0, 200)}: expected a column of the result, such as ${available.slice(0, MOST_NAMES).join(', ')}.`

function filterFaults(filter: unknown, available: readonly string[] | undefined): FieldMessages {
  if (filter === undefined || filter === null) return {}
  if (typeof filter !== 'string') return { filter: ['Expected an expression, as text.'] }
  const compiled = compileExpression(filter)
  if (!compiled.ok) return { filter: [`${compiled.message}.`] }
  const messages = available ? compiled.columns.flatMap((column) => lackingFault(column, available) ?? []) : []
  return messages.length > 0 ? { filter: messages } : {}
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

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
