import { ROW_CHANGES, type RowChange } from '@heddle/contract/automation.ts'
import type { FieldMessages } from '../../../kernel/field-messages.ts'
import { isUuid } from '@heddle/domain/values/uuid.ts'

export const SOURCE_KINDS = ['saved_query', 'snapshot', 'compare'] as const
export type SourceKind = (typeof SOURCE_KINDS)[number]

/** Where the rows of a launch are to come from. */
export type RowsFrom =
  | {
      readonly type: 'saved_query'
      readonly savedQuery: string
      readonly connection: string | undefined
      readonly variables: Readonly<Record<string, unknown>>
    }
  | { readonly type: 'snapshot'; readonly snapshot: string }
  | {
      readonly type: 'compare'
      readonly a: string
      readonly b: string
      readonly changes: readonly RowChange[]
      /** Null: as the settings of the user say. */
      readonly keyFields: readonly string[] | null
      readonly ignoreFields: readonly string[] | null
    }

export type ReadRowsFrom =
  | { readonly ok: true; readonly rowsFrom: RowsFrom }
  | { readonly ok: false; readonly type: SourceKind | undefined; readonly faults: FieldMessages }

export const MISSING_QUERY = 'This saved query does not exist.'
export const MISSING_SNAPSHOT = 'This snapshot does not exist.'
export const MISSING_CONNECTION = 'This connection does not exist.'

/** Reads `rows_from`. Whatever is no id names nothing, like the id of something that does not exist. */
export function readRowsFrom(wire: unknown): ReadRowsFrom {
  if (!isObject(wire)) return refused({ rows_from: [`Expected an object with one of ${SOURCE_KINDS.join(', ')}.`] })
  const named = SOURCE_KINDS.filter((kind) => wire[kind] !== undefined && wire[kind] !== null)
  const [type] = named
  if (type === undefined || named.length > 1)
    return refused({ rows_from: [`Expected exactly one of ${SOURCE_KINDS.join(', ')}.`] })
  const faults: FieldMessages = {}
  const rowsFrom = READERS[type](wire, faults)
  return Object.keys(faults).length > 0 ? { ok: false, type, faults } : { ok: true, rowsFrom }
}

const refused = (faults: FieldMessages): ReadRowsFrom => ({ ok: false, type: undefined, faults })

type Wire = Readonly<Record<string, unknown>>
type Reader = (wire: Wire, faults: FieldMessages) => RowsFrom

const READERS: Readonly<Record<SourceKind, Reader>> = {
  saved_query: (wire, faults) => ({
    type: 'saved_query',
    savedQuery: readId(wire.saved_query, 'rows_from.saved_query', MISSING_QUERY, faults),
    connection:
      wire.controller_connection == null
        ? undefined
        : readId(wire.controller_connection, 'rows_from.controller_connection', MISSING_CONNECTION, faults),
    variables: readVariables(wire.variables, faults),
  }),
  snapshot: (wire, faults) => ({
    type: 'snapshot',
    snapshot: readId(wire.snapshot, 'rows_from.snapshot', MISSING_SNAPSHOT, faults),
  }),
  compare: ({ compare }, faults) => {
    const wire = isObject(compare) ? compare : undefined
    if (!wire) faults['rows_from.compare'] = ['Expected an object with snapshot_a and snapshot_b.']
    const side = (name: 'snapshot_a' | 'snapshot_b') =>
      wire ? readId(wire[name], `rows_from.compare.${name}`, MISSING_SNAPSHOT, faults) : ''
    return {
      type: 'compare',
      a: side('snapshot_a'),
      b: side('snapshot_b'),
      changes: readChanges(wire?.changes, faults),
      keyFields: readNames(wire?.key_fields, 'rows_from.compare.key_fields', faults),
      ignoreFields: readNames(wire?.ignore_fields, 'rows_from.compare.ignore_fields', faults),
    }
  },
}

function readId(value: unknown, field: string, message: string, faults: FieldMessages): string {
  if (typeof value === 'string' && isUuid(value)) return value.toLowerCase()
  faults[field] = [value === undefined || value === null ? 'This field is required.' : message]
  return ''
}

function readVariables(value: unknown, faults: FieldMessages): Readonly<Record<string, unknown>> {
  if (value === undefined || value === null) return {}
  if (isObject(value)) return value
  faults['rows_from.variables'] = ['Expected an object: variable to value.']
  return {}
}

/** Without any, all of them. */
function readChanges(value: unknown, faults: FieldMessages): readonly RowChange[] {
  if (value === undefined || value === null) return ROW_CHANGES
  if (Array.isArray(value) && value.length > 0 && value.every(isChange)) return value
  faults['rows_from.compare.changes'] = [`Expected a list of ${ROW_CHANGES.join(', ')}.`]
  return []
}

function readNames(value: unknown, field: string, faults: FieldMessages): readonly string[] | null {
  if (value === undefined || value === null) return null
  if (Array.isArray(value) && value.every((name) => typeof name === 'string')) return value
  faults[field] = ['Expected a list of names of columns.']
  return null
}

const isChange = (value: unknown): value is RowChange => ROW_CHANGES.some((change) => change === value)

const isObject = (value: unknown): value is Wire => typeof value === 'object' && value !== null && !Array.isArray(value)
