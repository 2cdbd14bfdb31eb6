import type { LaunchBody, RequestSource, VerifyBody } from '@heddle/contract/automation.ts'
import type { SchemaColumn } from '@heddle/domain/automation/column.ts'
import { keyColumns } from '@heddle/domain/automation/key-columns.ts'
import type { MappedRow } from '@heddle/domain/automation/map-rows.ts'
import { readRowChoice, rowChoiceFaults } from '@heddle/domain/automation/row-choice.ts'
import { may, requireAllowed } from '../../../kernel/access.ts'
import type { Actor } from '../../../kernel/caller.ts'
import { FieldErrors } from '../../../kernel/errors.ts'
import type { FieldMessages } from '../../../kernel/field-messages.ts'
import { laneOf } from '../../../kernel/lane.ts'
import type { RowWork } from '../../row-work/index.ts'
import type { LaunchSelection } from '../automation.tables.ts'
import { findQuerySource } from './find-query.ts'
import { findComparisonSource, findSnapshotSource } from './find-snapshots.ts'
import { chooseRows } from './choose-rows.ts'
import type { FoundSource } from './opened-source.ts'
import { readRowsFrom, type RowsFrom, type SourceKind } from './read-rows-from.ts'

type Dependencies = Parameters<typeof findQuerySource>[0] &
  Parameters<typeof findSnapshotSource>[0] & {
    readonly limits: { readonly maxLaunchRows: number }
    readonly rowWork: Pick<RowWork, 'use'>
  }

/** The parts of a launch that say which rows it takes from where. */
export type SourceChoice = Pick<LaunchBody, 'rows' | 'rows_from' | 'mapping' | 'filter' | 'verify_after'>

export type ChosenRows = {
  readonly rows: readonly MappedRow[]
  readonly source: RequestSource
  readonly selection: LaunchSelection
  readonly warnings: readonly string[]
}

export type SourceService = {
  /** Reads the rows of a launch from their source. Whatever is wrong with the choice is a 400 that lists all of it. */
  readonly choose: (
    actor: Actor,
    choice: SourceChoice,
    columns: readonly SchemaColumn[],
    signal: AbortSignal,
  ) => Promise<ChosenRows>
}

const PERMISSIONS = {
  saved_query: 'queries.execute_savedquery',
  snapshot: 'history.view_snapshot',
  compare: 'history.view_snapshot',
} as const satisfies Record<SourceKind, string>

export function createSourceService({ limits, rowWork, ...dependencies }: Dependencies): SourceService {
  function find(actor: Actor, rowsFrom: RowsFrom): Promise<FoundSource | FieldMessages> {
    switch (rowsFrom.type) {
      case 'saved_query':
        return findQuerySource(dependencies, actor, rowsFrom)
      case 'snapshot':
        return findSnapshotSource(dependencies, rowsFrom.snapshot)
      case 'compare':
        return findComparisonSource(dependencies, actor, rowsFrom)
    }
  }

  /** The source, when it exists and nothing that can be known before it is read speaks against the choice. */
  async function findSound(actor: Actor, choice: SourceChoice, columns: readonly SchemaColumn[]): Promise<FoundSource> {
    const read = readRowsFrom(choice.rows_from)
    const type = read.ok ? read.rowsFrom.type : read.type
    if (type !== undefined) requireAllowed(may(PERMISSIONS[type]), actor)
    const found = read.ok ? await find(actor, read.rowsFrom) : read.faults
    const source = isFound(found) ? found : undefined
    const faults: FieldMessages = {
      ...(choice.rows !== undefined && { rows_from: ['Expected either rows or rows_from, not both.'] }),
      ...(isFound(found) ? {} : found),
      ...rowChoiceFaults(choice, columns, source?.columns),
      ...(source?.ownColumns && keyFaults(choice.verify_after, source.ownColumns)),
    }
    if (!source || Object.keys(faults).length > 0) throw new FieldErrors(faults)
    return source
  }

  return {
    choose: async (actor, choice, columns, signal) => {
      const opened = await (await findSound(actor, choice, columns)).open(signal)
      const wanted = readRowChoice(choice)
      const { rows, rowCount, warnings } = await chooseRows(rowWork, opened, {
        ...wanted,
        columns,
        maxRows: limits.maxLaunchRows,
        lane: laneOf(actor),
        signal,
        faultsOfResult: () => ({
          ...rowChoiceFaults(choice, columns, opened.columns),
          ...keyFaults(choice.verify_after, opened.ownColumns),
        }),
      })
      return {
        rows,
        source: { ...opened.source, row_count: rowCount },
        selection: { ...opened.origin, ...wanted },
        warnings: [...opened.warnings, ...warnings],
      }
    },
  }
}

const isFound = (found: FoundSource | FieldMessages): found is FoundSource => typeof found.open === 'function'

/** Columns that a check would miss in every row. */
export function keyFaults(verify: VerifyBody | null | undefined, columns: readonly string[]): FieldMessages {
  const missing = verify ? keyColumns(verify).filter((column) => !columns.includes(column)) : []
  return missing.length === 0
    ? {}
    : {
        'verify_after.by': missing.map(
          (column) => `${column.slice(0, 200)}: expected a column that the source's query gives.`,
        ),
      }
}
