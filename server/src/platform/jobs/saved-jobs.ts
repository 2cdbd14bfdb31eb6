import type { ClientBase } from 'pg'
import type { JobInsert, PgBoss } from 'pg-boss'
import { type Static, Type } from 'typebox'
import { Check } from 'typebox/value'
import { type BossOptions, createBoss, JOBS_SCHEMA } from './boss.ts'

const Nullable = <T extends ReturnType<typeof Type.Integer | typeof Type.String>>(type: T) =>
  Type.Union([type, Type.Null()])

/** A job that has not ended, independent of how the library stores it: that changes with its versions. */
const SavedJob = Type.Object({
  id: Type.String(),
  queue: Type.String(),
  policy: Type.String(),
  data: Type.Unknown(),
  priority: Type.Integer(),
  singleton_key: Nullable(Type.String()),
  /** Null: at once. */
  start_after: Nullable(Type.String()),
  retry_limit: Type.Integer(),
  retry_delay: Type.Integer(),
  retry_backoff: Type.Boolean(),
  expire_seconds: Type.Integer(),
  deletion_seconds: Type.Integer(),
  heartbeat_seconds: Nullable(Type.Integer()),
  dead_letter: Nullable(Type.String()),
  /** Where it takes turns; backups of earlier versions have none. */
  group_id: Type.Optional(Nullable(Type.String())),
})
type SavedJob = Static<typeof SavedJob>

const BATCH = 500
// What a job that is running now will find after the restore: nobody works on it, so it waits again.
const WAITING_JOBS = `
  select j.id, j.name as queue, q.policy, j.data, j.priority, j.singleton_key,
         case when j.state <> 'active' and j.start_after > now()
              then to_char(j.start_after at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') end as start_after,
         j.retry_limit, j.retry_delay, j.retry_backoff, j.expire_seconds, j.deletion_seconds, j.heartbeat_seconds, j.dead_letter,
         j.group_id
  from ${JOBS_SCHEMA}.job j join ${JOBS_SCHEMA}.queue q on q.name = j.name
  where j.state in ('created', 'retry', 'active') and j.name not like '\\_\\_%'
  order by j.created_on, j.id`

/** The jobs that have not ended, in batches. Needs a transaction. */
export async function* readWaitingJobs(client: ClientBase): AsyncGenerator<SavedJob[]> {
  const { rows } = await client.query<{ exists: boolean }>(
    `select to_regclass('${JOBS_SCHEMA}.job') is not null as exists`,
  )
  // The service has never been started on this database.
  if (!rows[0]?.exists) return
  await client.query(`declare waiting_jobs no scroll cursor for ${WAITING_JOBS}`)
  for (;;) {
    const { rows: jobs } = await client.query<SavedJob>(`fetch ${BATCH} from waiting_jobs`)
    if (jobs.length > 0) yield jobs
    if (jobs.length < BATCH) break
  }
  await client.query('close waiting_jobs')
}

/** Drops the queue's tables. */
export async function removeJobs(client: Pick<ClientBase, 'query'>): Promise<void> {
  await client.query(`drop schema if exists ${JOBS_SCHEMA} cascade`)
}

type Restore = {
  readonly jobs: AsyncIterable<unknown>
  /** The queue for a job of this one. */
  readonly queueFor: (queue: string) => string
}

/** Creates the queue's tables in an empty database and sends the saved jobs again. */
export async function restoreJobs(
  options: Pick<BossOptions, 'database' | 'logger'>,
  { jobs, queueFor }: Restore,
): Promise<void> {
  const boss = createBoss({ ...options, works: false })
  await boss.start()
  try {
    const queues = new Set<string>()
    const batch: SavedJob[] = []
    for await (const job of jobs) {
      if (!Check(SavedJob, job)) throw new Error('the backup has a job of an unknown shape')
      batch.push({ ...job, queue: queueFor(job.queue) })
      if (batch.length === BATCH) await send(boss, queues, batch.splice(0))
    }
    await send(boss, queues, batch)
  } finally {
    await boss.stop({ graceful: false, close: false })
  }
}

async function send(boss: PgBoss, queues: Set<string>, jobs: readonly SavedJob[]): Promise<void> {
  for (const [queue, ours] of Map.groupBy(jobs, (job) => job.queue)) {
    // Their other settings follow at the next start of the service.
    for (const { dead_letter, policy } of ours) {
      if (dead_letter !== null) await ensureQueue(boss, queues, dead_letter, 'standard')
      await ensureQueue(boss, queues, queue, queue === dead_letter ? 'standard' : policy)
    }
    await boss.insert(queue, ours.map(insertOf))
  }
}

function insertOf(job: SavedJob): JobInsert {
  return {
    id: job.id,
    data: job.data as object,
    priority: job.priority,
    ...(job.singleton_key !== null && { singletonKey: job.singleton_key }),
    ...(job.group_id != null && { group: { id: job.group_id } }),
    ...(job.start_after !== null && { startAfter: job.start_after }),
    retryLimit: job.retry_limit,
    retryDelay: job.retry_delay,
    retryBackoff: job.retry_backoff,
    expireInSeconds: job.expire_seconds,
    deleteAfterSeconds: job.deletion_seconds,
    ...(job.heartbeat_seconds !== null && { heartbeatSeconds: job.heartbeat_seconds }),
    ...(job.dead_letter !== null && job.dead_letter !== job.queue && { deadLetter: job.dead_letter }),
  }
}

async function ensureQueue(boss: PgBoss, queues: Set<string>, name: string, policy: string): Promise<void> {
  if (queues.has(name)) return
  await boss.createQueue(name, { policy })
  queues.add(name)
}
