import type { AutomationSimulator } from '@heddle/simulators/automation/start-automation.ts'
import type { Cluster } from '../../harness/start-cluster.ts'
import type { Ledger } from '../ledger.ts'
import { fault, type Findings } from './findings.ts'

type StoredLaunch = {
  readonly id: string
  readonly request: string
  readonly marker: string
  readonly status: string
  readonly launch: string
  readonly job: string | null
}

const LAUNCHES = `
  select id, request_id as request, extra_vars #>> '{rows,0,marker}' as marker, status, launch, job_id::text as job from automation_executions`

/** What was launched, against the jobs that the automation server has. */
export async function judgeLaunches(
  { sql }: Cluster,
  { state }: AutomationSimulator,
  { launches }: Ledger,
): Promise<Findings> {
  const stored = await sql<StoredLaunch>(LAUNCHES)
  const byRequest = Map.groupBy(stored, ({ request }) => request)
  const jobs = Map.groupBy([...state.jobs.values()], markerOf)
  const uncertain = stored.filter(({ launch }) => launch === 'uncertain')
  const untrue = stored.filter(({ launch, status, job, marker }) => {
    const [started] = jobs.get(marker) ?? []
    if (launch === 'uncertain') return job !== null
    return status === 'successful'
      ? started === undefined || String(started.id) !== job
      : started !== undefined && job === null
  })
  const ids = (found: readonly { readonly id: string }[]) => found.map(({ id }) => id)
  return {
    problems: [
      ...fault('rows were launched twice', [...jobs].flatMap(([marker, { length }]) => (length > 1 ? marker : []))), // prettier-ignore
      ...fault(
        'accepted launches do not have their rows',
        [...launches].flatMap(([id, rows]) => (sameMarkers(rows, byRequest.get(id)) ? [] : id)),
      ),
      ...fault('executions say something else than their job', ids(untrue)),
    ],
    facts: [
      `${launches.size} launches accepted, ${stored.length} rows in all, ${stored.filter(({ status }) => status === 'successful').length} successful, ` +
        `${uncertain.length} that may or may not have started`,
    ],
  }
}

type Job = AutomationSimulator['state']['jobs'] extends ReadonlyMap<number, infer One> ? One : never

function markerOf({ parts }: Job): string {
  const [row] = parts.request.extraVars['rows'] as readonly { readonly marker: string }[]
  return row!.marker
}

function sameMarkers(promised: readonly string[], stored: readonly StoredLaunch[] = []): boolean {
  return promised.toSorted().join() === stored.map(({ marker }) => marker).toSorted().join() // prettier-ignore
}
