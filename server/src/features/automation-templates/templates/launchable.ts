import { setImmediate } from 'node:timers/promises'
import type { ExecutionMode } from '@heddle/contract/automation-templates.ts'
import type { SchemaColumn } from '@heddle/domain/automation/column.ts'
import { type CheckedRows, openRowCheck } from '@heddle/domain/automation/check-rows.ts'
import type { AllowedValues } from '@heddle/domain/automation/compile-column.ts'
import { resolveColumns } from '@heddle/domain/automation/resolve-columns.ts'
import type { Database } from '../../../adapters/database/database.ts'
import type { Actor } from '../../../kernel/caller.ts'
import type { AllowedValuesReader } from '../reference/allowed-values.ts'
import { lockKnownReferences } from '../reference/known-references.ts'
import type { TemplateRow } from './automation-templates.store.ts'

/** A template as it is launched now. */
export type Launchable = {
  readonly id: string
  readonly name: string
  readonly categoryId: number | null
  readonly template: {
    readonly name: string
    readonly connectionId: string
    readonly jobTemplateId: number
    readonly executionMode: ExecutionMode
    readonly rowConcurrency: number
    readonly columns: readonly SchemaColumn[]
  }
  /** All faults of all rows, or the rows as they are passed on. Serves others while it checks many. */
  readonly checkRows: (rows: readonly unknown[]) => Promise<CheckedRows>
}

type Dependencies = { readonly database: Database; readonly readAllowed: AllowedValuesReader }

const SLICE_MS = 20

/** A template with everything that its columns refer to, and its lists as they are now. */
export async function openLaunchable(
  { database, readAllowed }: Dependencies,
  { row, actor, signal }: { readonly row: TemplateRow; readonly actor: Actor; readonly signal: AbortSignal },
): Promise<Launchable> {
  const columns = resolveColumns(row.schema, await database.transaction((tx) => lockKnownReferences(tx, row.schema)))
  const listIds = new Set(columns.flatMap(({ list }) => (list ? [list.id] : [])))
  const allowed = await readAllowed(actor, [...listIds], signal)
  const { id, name, categoryId, connectionId, jobTemplateId, executionMode, rowConcurrency } = row
  return {
    id,
    name,
    categoryId,
    template: { name, connectionId, jobTemplateId, executionMode, rowConcurrency, columns },
    checkRows: (rows) => checkInSlices(columns, rows, allowed),
  }
}

async function checkInSlices(
  columns: readonly SchemaColumn[],
  rows: readonly unknown[],
  allowed: AllowedValues,
): Promise<CheckedRows> {
  const check = openRowCheck(columns, allowed, rows.length)
  let startedAt = performance.now()
  for (const row of rows) {
    check.add(row)
    if (performance.now() - startedAt < SLICE_MS) continue
    await setImmediate()
    startedAt = performance.now()
  }
  return check.result()
}
