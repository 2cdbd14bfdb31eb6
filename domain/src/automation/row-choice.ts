import type { Mapping } from '@heddle/contract/automation.ts'
import { compileExpression } from '../expression/expression.ts'
import type { SchemaColumn } from './column.ts'

type FieldMessages = Record<string, string[]>

/** What a launch says about the rows of its source, once it is known to be sound. */
export type RowChoice = { readonly mapping: Mapping; readonly filter: string | null }

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
