import type { Cluster } from '../../harness/start-cluster.ts'
import type { Ledger } from '../ledger.ts'
import { fault, type Findings } from './findings.ts'

type StoredFiring = { readonly id: string; readonly slot: Date | null; readonly executions: number }
type StoredExecution = {
  readonly id: string
  readonly status: string
  readonly captures: boolean
  readonly snapshot: boolean
  readonly message: string | null
}

const FIRINGS = `
  select f.id, f.slot, (select count(*) from scheduled_executions s where s.firing_id = f.id)::int as executions from scheduled_firings f`
const TWICE = `
  select task_id::text as id from scheduled_firings where slot is not null group by task_id, slot having count(*) > 1`
const EXECUTIONS = `
  select id, status, coalesce(capture_snapshot, false) as captures, snapshot_id is not null as snapshot, error_message as message
  from scheduled_executions`

export async function judgeSchedules(cluster: Cluster, { firings: promised }: Ledger): Promise<Findings> {
  const firings = await cluster.sql<StoredFiring>(FIRINGS)
  const executions = await cluster.sql<StoredExecution>(EXECUTIONS)
  const known = new Map(executions.map((one) => [one.id, one]))
  const ids = (found: readonly { readonly id: string }[]) => found.map(({ id }) => id)
  const uncaptured = executions.filter(
    ({ status, captures, snapshot, message }) => status === 'success' && captures && !snapshot && !message,
  )
  return {
    problems: [
      ...fault('tasks fired twice for one slot', ids(await cluster.sql<{ id: string }>(TWICE))),
      ...fault('firings have not exactly one run', ids(firings.filter(({ executions }) => executions !== 1))),
      ...fault(
        'accepted firings are gone',
        [...promised].filter((id) => !known.has(id)),
      ),
      ...fault('scheduled runs should have been captured', ids(uncaptured)),
    ],
    facts: [
      `${firings.filter(({ slot }) => slot !== null).length} slots fired, ${promised.size} firings by hand, ` +
        `${executions.filter(({ status }) => status === 'success').length} of ${executions.length} succeeded`,
    ],
  }
}
