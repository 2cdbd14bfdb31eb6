import type { Wire } from '../../lib/api/wire.ts'

/** What is read of a run that was judged. */
export type JudgedRun = Pick<
  Wire.ExecutionLogItem,
  'id' | 'saved_query' | 'saved_query_name' | 'controller_connection' | 'controller_connection_name' | 'executed_at'
> & { readonly expectation: Pick<NonNullable<Wire.ExecutionLogItem['expectation']>, 'status' | 'findings'> | null }

/** The newest runs of one verdict; there are older ones where they are not all. */
export type JudgedRuns = { readonly runs: readonly JudgedRun[]; readonly isAll: boolean }

/**
 * Runs that failed where the one before, of the same query on the same connection, passed: newest first. What lies
 * further back than both lists reach is left out, for one of them may lack a run in between.
 */
export function newlyFailing(failed: JudgedRuns, passed: JudgedRuns): readonly JudgedRun[] {
  const from = [failed, passed].map(({ runs, isAll }) => (isAll ? '' : (runs.at(-1)?.executed_at ?? ''))).sort()[1]!
  const newestFirst = [...failed.runs, ...passed.runs]
    .filter(({ saved_query_name: name, executed_at: at }) => name !== null && at >= from)
    .toSorted((a, b) => b.executed_at.localeCompare(a.executed_at))
  const byCheck = Map.groupBy(
    newestFirst,
    ({ saved_query: query, controller_connection: connection }) => `${query} ${connection}`,
  )
  return [...byCheck.values()].flatMap(([newest, before]) =>
    newest?.expectation?.status === 'failed' && before?.expectation?.status === 'passed' ? [newest] : [],
  )
}
