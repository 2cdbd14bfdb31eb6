import type { Pool } from 'pg'
import { SECOND } from '../../kernel/durations.ts'
import { keptFor } from '../../kernel/kept-for.ts'
import { sharedGauge } from '../metrics/metric.ts'
import type { Metrics } from '../metrics/metrics.ts'
import { JOBS_SCHEMA } from './boss.ts'

const JOBS = sharedGauge('heddle_jobs', 'Jobs by queue: waiting for a worker, delayed until later, or active.', [
  'queue',
  'state',
])
const OLDEST = sharedGauge(
  'heddle_job_oldest_seconds',
  'How long the oldest waiting job of a queue could have been running.',
  ['queue'],
)

export const JOB_METRICS = [JOBS, OLDEST]

export type QueueLength = {
  readonly queue: string
  readonly waiting: number
  readonly delayed: number
  readonly active: number
  readonly oldestSeconds: number
}

// The library's own queues begin with two underscores. The database's clock wrote these instants, so it also judges
// them.
const READ = `
  select queue.name as queue,
    count(*) filter (where job.state < 'active' and job.start_after <= now())::int as waiting,
    count(*) filter (where job.state < 'active' and job.start_after > now())::int as delayed,
    count(*) filter (where job.state = 'active')::int as active,
    coalesce(extract(epoch from now() - min(greatest(job.start_after, job.created_on))
      filter (where job.state < 'active' and job.start_after <= now())), 0)::float8 as "oldestSeconds"
  from ${JOBS_SCHEMA}.queue left join ${JOBS_SCHEMA}.job on job.name = queue.name and job.state <= 'active'
  where queue.name not like '\\_\\_%'
  group by queue.name
  order by queue.name`
const KEPT_MS = 10 * SECOND

/** Every queue, also one without jobs, so that its line on a chart does not break off. */
export async function readQueueLengths(pool: Pool): Promise<readonly QueueLength[]> {
  const { rows } = await pool.query<QueueLength>(READ)
  return rows
}

export function measureJobs(pool: Pool, metrics: Pick<Metrics, 'shared'>): void {
  const lengths = keptFor(KEPT_MS, () => readQueueLengths(pool))
  metrics.shared(JOBS, async () =>
    (await lengths()).flatMap(({ queue, ...length }) =>
      (['waiting', 'delayed', 'active'] as const).map((state) => ({ labels: { queue, state }, value: length[state] })),
    ),
  )
  metrics.shared(OLDEST, async () =>
    (await lengths()).map(({ queue, oldestSeconds }) => ({ labels: { queue }, value: oldestSeconds })),
  )
}
