import type { RowChange } from '@heddle/contract/automation.ts'
import { BEFORE_PREFIX, CHANGE_COLUMN } from '@heddle/domain/automation/key-columns.ts'
import { cellOf, makeRow } from '@heddle/domain/values/cells.ts'
import type { Row } from '@heddle/domain/values/row.ts'
import type { Actor } from '../../../kernel/caller.ts'
import { FieldErrors } from '../../../kernel/errors.ts'
import type { FieldMessages } from '../../../kernel/field-messages.ts'
import { type SnapshotArchive, type RowDifference, SnapshotGone, type SnapshotRow } from '../../archive/index.ts'
import type { LogsService } from '../../executions/index.ts'
import type { RowsToRead } from '../../row-work/index.ts'
import type { History } from '../../snapshots/index.ts'
import { type FoundSource, NO_SOURCE, type Origin } from './opened-source.ts'
import { MISSING_SNAPSHOT, type RowsFrom } from './read-rows-from.ts'

type Dependencies = {
  readonly findSnapshot: (id: string) => Promise<SnapshotRow | undefined>
  readonly archive: Pick<SnapshotArchive, 'rows'>
  readonly history: Pick<History, 'differingRows'>
  readonly logs: Pick<LogsService, 'findOptional'>
}
type AskedComparison = Extract<RowsFrom, { type: 'compare' }>

/** The rows of a snapshot. */
export async function findSnapshotSource(
  { findSnapshot, archive, logs }: Dependencies,
  id: string,
): Promise<FoundSource | FieldMessages> {
  const snapshot = await findSnapshot(id)
  if (!snapshot) return { 'rows_from.snapshot': [MISSING_SNAPSHOT] }
  const known = { columns: snapshot.columns, ownColumns: snapshot.columns }
  return {
    ...known,
    open: async () => ({
      ...known,
      rows: refusedWhenGone('rows_from.snapshot', asLines(archive.rows(snapshot))),
      source: {
        ...NO_SOURCE,
        type: 'snapshot',
        saved_query: snapshot.savedQueryId,
        snapshot: snapshot.id,
        execution: snapshot.executionId,
      },
      origin: await originOf(logs, snapshot),
      warnings: [],
    }),
  }
}

/** The rows that differ between two snapshots, with what they were before. */
export async function findComparisonSource(
  { findSnapshot, history, logs }: Dependencies,
  actor: Actor,
  { a, b, changes, keyFields, ignoreFields }: AskedComparison,
): Promise<FoundSource | FieldMessages> {
  const [before, after] = [await findSnapshot(a), await findSnapshot(b)]
  if (!before || !after) {
    return {
      ...(!before && { 'rows_from.compare.snapshot_a': [MISSING_SNAPSHOT] }),
      ...(!after && { 'rows_from.compare.snapshot_b': [MISSING_SNAPSHOT] }),
    }
  }
  const ownColumns = [...new Set([...after.columns, ...before.columns])]
  const terms = { key_fields: keyFields, ignore_fields: ignoreFields }
  const columns = [...ownColumns, CHANGE_COLUMN, ...ownColumns.map((column) => BEFORE_PREFIX + column)]
  return {
    columns,
    ownColumns,
    open: async () => ({
      columns,
      ownColumns,
      rows: refusedWhenGone(
        'rows_from.compare',
        comparedRows(history.differingRows(actor, before, after, terms), changes, ownColumns),
      ),
      source: {
        ...NO_SOURCE,
        type: 'compare',
        saved_query: after.savedQueryId,
        snapshot_a: before.id,
        snapshot_b: after.id,
        execution: after.executionId,
      },
      origin: await originOf(logs, after),
      warnings: [],
    }),
  }
}

/** The query is asked as it was for the capture; its variables are in the log of that run, if that is still kept. */
async function originOf(logs: Dependencies['logs'], snapshot: SnapshotRow): Promise<Origin> {
  const run = snapshot.executionId === null ? undefined : await logs.findOptional(snapshot.executionId)
  return {
    savedQuery: snapshot.savedQueryId,
    savedQueryVersion: snapshot.savedQueryVersion,
    controllerConnection: snapshot.controllerConnectionId,
    ...(snapshot.controllerConnectionIds && { mergedConnections: snapshot.controllerConnectionIds }),
    variables: run?.variables ?? {},
    skipPostProcessors: run?.skipPostProcessors ?? false,
  }
}

async function* asLines(stored: AsyncIterable<readonly string[]>): AsyncGenerator<RowsToRead> {
  for await (const lines of stored) yield { lines }
}

async function* comparedRows(
  differences: AsyncIterable<readonly RowDifference[]>,
  changes: readonly RowChange[],
  columns: readonly string[],
): AsyncGenerator<RowsToRead> {
  for await (const some of differences) {
    const wanted = some.filter(({ change }) => changes.includes(change))
    yield { rows: wanted.map((difference) => comparedRow(difference, columns)) }
  }
}

/** All rows have the same columns, so that a filter reads them whatever happened to the row. */
function comparedRow({ change, before, after }: RowDifference, columns: readonly string[]): Row {
  const own = after ?? before
  const was = before ?? {}
  return {
    ...makeRow(columns, (column) => cellOf(own, column)),
    [CHANGE_COLUMN]: change,
    ...Object.fromEntries(columns.map((column) => [BEFORE_PREFIX + column, cellOf(was, column)])),
  }
}

async function* refusedWhenGone(field: string, rows: AsyncIterable<RowsToRead>): AsyncGenerator<RowsToRead> {
  try {
    yield* rows
  } catch (error) {
    throw error instanceof SnapshotGone ? new FieldErrors({ [field]: [MISSING_SNAPSHOT] }) : error
  }
}
