import type { Cluster } from '../../harness/start-cluster.ts'
import type { Happened } from '../disturb.ts'
import type { Ledger, PromisedRun } from '../ledger.ts'
import { fault, type Findings } from './findings.ts'

type StoredRun = {
  readonly id: string
  readonly trigger: string
  readonly status: string
  readonly message: string | null
  readonly rows: number
  readonly stored_rows: number
  readonly captured: boolean
  readonly ends: number
  readonly marker: string | null
  readonly ended_at: Date
}

/** Every run with how many ends the audit log has for it, and the rows that are kept. */
const RUNS = `
  select e.id, e.trigger, e.status, e.error_message as message, e.row_count as rows, e.snapshot_id is not null as captured,
         coalesce((select sum(c.row_count) from execution_result_chunks c where c.execution_id = e.id), 0)::int as stored_rows,
         (select count(*) from audit_entries a where a.action = 'query_run' and a.target_id = e.id::text)::int as ends,
         e.variables ->> 'marker' as marker, p.finished_at as ended_at
  from executions e join pipeline_executions p on p.execution_id = e.id`

const LOST = /^The server stopped or failed twice|^The server stopped during this run/
/** How long what a disturbance has done goes on: until heartbeats and leases have run out, and a poll. */
const AFTERMATH_MS = 45_000

export async function judgeRuns(cluster: Cluster, ledger: Ledger, happened: readonly Happened[]): Promise<Findings> {
  const stored = new Map((await cluster.sql<StoredRun>(RUNS)).map((run) => [run.id, run]))
  const all = [...stored.values()]
  const promised = [...ledger.runs].map(([id, promise]) => ({ id, promise, run: stored.get(id) }))
  const ids = (runs: readonly { readonly id: string }[]) => runs.map(({ id }) => id)
  const background = promised.filter(({ id, promise }) => promise.kind === 'background' && !ledger.cancelled.has(id))
  const executions = countExecutions(cluster)
  const repeated = promised.filter(({ promise, run }) => run && isRepeated(promise, run, executions, happened))
  const unasked = promised.filter(({ promise, run }) => run?.status === 'success' && !executions.has(promise.marker))
  return {
    problems: [
      ...fault('accepted runs have no log', ids(promised.filter(({ run }) => !run))),
      ...fault('runs did not end exactly once', ids(all.filter(({ ends }) => ends !== 1))),
      ...fault(
        'logs differ from the answer',
        ids(promised.filter(({ promise, run }) => run && isAnotherAnswer(promise, run))),
      ),
      ...fault(
        'background runs failed without having lost their process',
        background.flatMap(({ id, run }) =>
          run && run.status !== 'success' && !LOST.test(run.message ?? '') ? `${id} (${run.message})` : [],
        ),
      ),
      ...fault(
        'cancelled runs ended otherwise',
        [...ledger.cancelled].filter((id) => stored.get(id)?.message !== 'cancelled'),
      ),
      ...fault(
        'runs do not have the rows that they say',
        ids(all.filter((run) => !run.captured && run.rows !== run.stored_rows)),
      ),
      ...fault('runs succeeded without asking the controller', ids(unasked)),
      ...fault('runs were executed again although nothing had happened', ids(repeated)),
    ],
    facts: [
      `${promised.length} runs accepted, ${all.length} run in all, ${all.filter(({ status }) => status === 'success').length} successes`,
      `${background.filter(({ run }) => run?.status === 'success').length} of ${background.length} background runs succeeded, the rest had lost their process twice`,
      `${promised.filter(({ promise }) => (executions.get(promise.marker) ?? 0) > 1).length} of ${executions.size} runs at the controller were executed more than once`,
      `${ledger.cancelled.size} runs cancelled`,
    ],
  }
}

const isAnotherAnswer = (promise: PromisedRun, run: StoredRun): boolean =>
  promise.status !== undefined && (promise.status !== run.status || promise.rowCount !== run.rows)

/** By marker. A run asks for its first page once each time that it is executed. */
function countExecutions({ controller }: Cluster): Map<string, number> {
  const counts = new Map<string, number>()
  for (const { kind, query } of controller.requests) {
    const marker = /marker-\d+\./.exec(query)?.[0]
    if (kind !== 'data' || marker === undefined || !query.includes('page=0&') || query.includes('page-size=1&'))
      continue
    counts.set(marker, (counts.get(marker) ?? 0) + 1)
  }
  return counts
}

function isRepeated(
  promise: PromisedRun,
  run: StoredRun,
  executions: Map<string, number>,
  happened: readonly Happened[],
): boolean {
  if ((executions.get(promise.marker) ?? 0) <= 1) return false
  return !happened.some(({ from, to }) => from <= run.ended_at.getTime() && to + AFTERMATH_MS >= promise.requestedAt)
}
