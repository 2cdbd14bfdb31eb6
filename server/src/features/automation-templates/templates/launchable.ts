import type { ExecutionMode } from '@heddle/contract/automation-templates.ts'
import type { SchemaColumn } from '@heddle/domain/automation/column.ts'
import type { CheckedRows } from '@heddle/domain/automation/check-rows.ts'
import type { AllowedValues } from '@heddle/domain/automation/compile-column.ts'
import { resolveColumns } from '@heddle/domain/automation/resolve-columns.ts'
import type { Database } from '../../../adapters/database/database.ts'
import type { Actor } from '../../../kernel/caller.ts'
import { SECOND } from '../../../kernel/durations.ts'
import { type Lane, laneOf } from '../../../kernel/lane.ts'
import { readPages, type RowWork, TooMuchRowWork } from '../../row-work/index.ts'
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
  /** All faults of all rows, or the rows as they are passed on; in a thread. */
  readonly checkRows: (rows: readonly unknown[]) => Promise<CheckedRows>
}

type Dependencies = {
  readonly database: Database
  readonly readAllowed: AllowedValuesReader
  readonly rowWork: Pick<RowWork, 'use'>
}

/** Of processor time: ten thousand rows of sixty columns take about one. */
const CHECKING_MS = 5 * SECOND
/** So many pass into the thread at once. */
const ROWS_AT_ONCE = 500

/** A template with everything that its columns refer to, and its lists as they are now. */
export async function openLaunchable(
  { database, readAllowed, rowWork }: Dependencies,
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
    checkRows: (rows) =>
      checkInThread(rowWork, { columns, allowed, count: rows.length }, rows, { lane: laneOf(actor), signal }),
  }
}

type CheckOrder = {
  readonly columns: readonly SchemaColumn[]
  readonly allowed: AllowedValues
  readonly count: number
}

async function checkInThread(
  rowWork: Pick<RowWork, 'use'>,
  order: CheckOrder,
  rows: readonly unknown[],
  by: { readonly lane: Lane; readonly signal: AbortSignal },
): Promise<CheckedRows> {
  try {
    return await rowWork.use('check', order, { ...by, workMs: CHECKING_MS }, async (check) => {
      for (let from = 0; from < rows.length; from += ROWS_AT_ONCE)
        await check.call('add', rows.slice(from, from + ROWS_AT_ONCE))
      const faults = await check.call('end', undefined)
      return faults ? { faults } : { rows: await readPages((from) => check.call('page', from)) }
    })
  } catch (error) {
    if (error instanceof TooMuchRowWork) return { faults: { rows: [error.message] } }
    throw error
  }
}
