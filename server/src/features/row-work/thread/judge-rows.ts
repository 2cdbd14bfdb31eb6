import { type ChangedRow, changedRows } from '@heddle/domain/automation/changed-rows.ts'
import { type BlameJudging, type RequestedRow, rowJudge } from '@heddle/domain/automation/judge-rows.ts'
import { isOfComparison } from '@heddle/domain/automation/key-columns.ts'
import { filterReads, rowFilter } from '@heddle/domain/automation/map-rows.ts'
import type { Row } from '@heddle/domain/values/row.ts'
import { storable } from '../../../platform/text/storable.ts'
import { type RowsToRead, rowsOfPart } from './rows-part.ts'

type JudgeStart = {
  readonly spec: BlameJudging['spec']
  readonly filter: string | null
  /** Whether the rows were those of a comparison. */
  readonly isComparison: boolean
}

/** The row of the source as the JSON that is stored; null for a row that came from none. */
export type StoredRequestedRow = { readonly index: number; readonly source: string | null }

export type JudgedRows = {
  readonly rows: readonly { readonly index: number; readonly holds: boolean }[]
  /** JSON, to be stored as it is: the rows of a request are too many to pass around as objects. */
  readonly after: string
  readonly changed: readonly ChangedRow[]
}

/** Judges the rows of a request: first takes all of them, then all that the source holds now. */
export function createRowJudge({ spec, filter, isComparison }: JudgeStart) {
  const requested: RequestedRow[] = []
  let judge: ReturnType<typeof rowJudge> | undefined
  const judging = () =>
    (judge ??= rowJudge(requested, {
      spec,
      filter: rowFilter(filter),
      readsComparison: filterReads(filter, isOfComparison),
    }))

  return {
    request: (rows: readonly StoredRequestedRow[]): void => {
      for (const { index, source } of rows)
        requested.push({ index, source: source === null ? {} : (JSON.parse(source) as Row) })
    },
    see: (part: RowsToRead): void => rowsOfPart(part).forEach(judging().see),
    judge: (_: undefined): JudgedRows | { readonly fault: string } => {
      const judgement = judging().judge()
      if ('fault' in judgement) return judgement
      const { rows, after } = judgement
      const changed = changedRows(requested, after, { isComparison })
      return { rows, after: JSON.stringify(storable(after)), changed }
    },
  }
}
