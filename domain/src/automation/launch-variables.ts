import type { ExecutionMode } from '@heddle/contract/automation-templates.ts'

export type LaunchRow = Readonly<Record<string, unknown>>
export type LaunchVariables = Readonly<Record<string, unknown>>
/** Who launches, and the request's id, by which a job is recognized later. */
export type LaunchMark = { readonly requestId: string; readonly requestedBy: string }
/** One job: its place among the rows (null: it has all of them) and what it is given. */
export type PlannedLaunch = {
  readonly rowIndex: number | null
  readonly rows: readonly LaunchRow[]
  readonly extraVars: LaunchVariables
}

/**
 * The jobs that a request consists of, in the order of its rows.
 *
 *     planLaunches('per_row', [{ tenant: 'A' }], { requestId, requestedBy: 'ann' })
 *     // [{ rowIndex: 0, rows: […], extraVars: { rows: [{ tenant: 'A' }], row_index: 0, request_id, requested_by } }]
 */
export function planLaunches(
  mode: ExecutionMode,
  rows: readonly LaunchRow[],
  { requestId, requestedBy }: LaunchMark,
): PlannedLaunch[] {
  const mark = { request_id: requestId, requested_by: requestedBy }
  // A schema without columns has no rows, but still a job.
  if (mode === 'bulk' || rows.length === 0) return [{ rowIndex: null, rows, extraVars: { rows, ...mark } }]
  return rows.map((row, rowIndex) => ({
    rowIndex,
    rows: [row],
    extraVars: { rows: [row], row_index: rowIndex, ...mark },
  }))
}

/** Whether a job was launched for this row of this request, or, with null, for all of its rows. */
export function isMarkedBy(
  extraVars: LaunchVariables | undefined,
  requestId: string,
  rowIndex: number | null,
): boolean {
  return extraVars !== undefined && extraVars.request_id === requestId && (extraVars.row_index ?? null) === rowIndex
}
