import type { SchemaColumn } from '@heddle/domain/automation/column.ts'
import type { MappedRow } from '@heddle/domain/automation/map-rows.ts'
import type { RowChoice } from '@heddle/domain/automation/row-choice.ts'
import { SECOND } from '../../../kernel/durations.ts'
import { FieldErrors } from '../../../kernel/errors.ts'
import type { FieldMessages } from '../../../kernel/field-messages.ts'
import type { Lane } from '../../../kernel/lane.ts'
import { readPages, type RowSession, type RowWork, TooMuchRowWork } from '../../row-work/index.ts'
import { NoRowsLeft } from './no-rows-left.ts'
import type { OpenedSource } from './opened-source.ts'

/** Of processor time: unpacking, filtering and mapping a hundred thousand rows of a kilobyte takes about two. */
const CHOOSING_MS = 5 * SECOND

type Wanted = RowChoice & {
  readonly columns: readonly SchemaColumn[]
  readonly maxRows: number
  /** Whose rows they will be. */
  readonly lane: Lane
  readonly signal: AbortSignal
  readonly faultsOfResult: () => FieldMessages
}

type Chosen = {
  readonly rows: readonly MappedRow[]
  readonly rowCount: number
  readonly warnings: readonly string[]
}

/** Reads the source to its end and keeps what passes the filter, in a thread. */
export async function chooseRows(rowWork: Pick<RowWork, 'use'>, opened: OpenedSource, wanted: Wanted): Promise<Chosen> {
  const { mapping, filter, columns, maxRows, lane, signal } = wanted
  const start = { mapping, filter, columns, maxRows }
  const terms = { lane, signal, workMs: CHOOSING_MS }
  try {
    return await rowWork.use('choice', start, terms, (choice) => chooseIn(choice, opened, wanted))
  } catch (error) {
    if (!(error instanceof TooMuchRowWork)) throw error
    throw refusal(opened, { [filter === null ? 'rows_from' : 'filter']: [error.message] })
  }
}

/** A result without rows may lack columns that it usually has, so only one with rows is blamed for them. */
async function chooseIn(
  choice: RowSession<'choice'>,
  opened: OpenedSource,
  { maxRows, faultsOfResult }: Wanted,
): Promise<Chosen> {
  let rowCount = 0
  for await (const part of opened.rows) {
    const before = rowCount
    const soFar = await choice.call('add', part)
    rowCount = soFar.rowCount
    const faults = before === 0 && rowCount > 0 ? faultsOfResult() : {}
    if (Object.keys(faults).length > 0) throw refusal(opened, faults)
    if (soFar.isFull)
      throw refusal(opened, {
        rows_from: [`More than ${maxRows} rows: expected at most that many. Narrow the filter.`],
      })
  }
  const { count, warnings } = await choice.call('end', { byChange: opened.source.type === 'compare' })
  if (count === 0) throw noRowLeft(opened, rowCount, warnings)
  return { rows: await readPages((from) => choice.call('page', from)), rowCount, warnings }
}

function noRowLeft(opened: OpenedSource, rowCount: number, warnings: readonly string[]): FieldErrors {
  const faults = {
    ...executionOf(opened),
    rows_from: [rowCount === 0 ? 'The source has no rows.' : `No row is left of ${rowCount}.`, ...warnings],
  }
  return warnings.length === 0 ? new NoRowsLeft(faults) : new FieldErrors(faults)
}

const refusal = (opened: OpenedSource, faults: FieldMessages): FieldErrors =>
  new FieldErrors({ ...faults, ...executionOf(opened) })

const executionOf = ({ source }: OpenedSource): FieldMessages =>
  source.type === 'saved_query' && source.execution !== null ? { execution_id: [source.execution] } : {}
