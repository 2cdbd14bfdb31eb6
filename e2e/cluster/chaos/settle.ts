import { setTimeout as delay } from 'node:timers/promises'
import type { Cluster } from '../harness/start-cluster.ts'

/** What is not over yet, each in words. */
type Unsettled = readonly string[]

const OPEN = `
  select 'runs that are running' as what, count(*)::int as count from executions where status = 'running'
  union all select 'pipeline executions that are running', count(*)::int from pipeline_executions where status = 'running'
  union all select 'scheduled executions that are running', count(*)::int from scheduled_executions where status = 'running'
  union all select 'firings that are running', count(*)::int from scheduled_firings where status = 'running'
  union all select 'automation requests that are running', count(*)::int from automation_requests where finished_at is null
  union all select 'tasks with an open firing', count(*)::int from scheduled_tasks where open_firing is not null
  union all select 'jobs of runs and captures that are not over', count(*)::int from heddle_jobs.job
    where state in ('created', 'retry', 'active') and name in ('run-query', 'run-scheduled-query', 'capture-scheduled-run')`

/** Waits until nothing is open; returns what still is when the time is up. */
export async function settle(cluster: Cluster, withinMs: number): Promise<Unsettled> {
  const until = Date.now() + withinMs
  for (;;) {
    const left = await readOpen(cluster)
    if (left.length === 0 || Date.now() > until) return left
    await delay(1_000)
  }
}

async function readOpen({ sql }: Cluster): Promise<Unsettled> {
  const rows = await sql<{ what: string; count: number }>(OPEN)
  return rows.flatMap(({ what, count }) => (count === 0 ? [] : `${count} ${what}`))
}
