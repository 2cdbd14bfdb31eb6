import type { PgBoss } from 'pg-boss'
import { JOBS_SCHEMA } from './boss.ts'
import type { Claim, ClaimedJob } from './claim.ts'

/**
 * How often the process that ran a job died at it, see docs/adr/0040-poison.md. The queue notes how each attempt ended:
 * a handler that failed leaves its error, a stop hands the job back. Only after a death somebody else has to note it,
 * and each claim counts that, in the statement that claims.
 */

/** The note on what a dead process left behind, on a database that only one process at a time can use. */
export const PROCESS_DIED = 'the process that ran it died'
/** The library's, for a job whose heartbeat stopped. */
const HEARTBEAT_STOPPED = 'job heartbeat timeout'
/** The process only lost touch with the database; it says so as soon as it can. */
const LOST_TOUCH = 'its process lost touch with the database'

/** With this death, the job is set aside: a first one may be somebody else's fault. */
export const MOST_DEATHS = 2

const isDeath = (output: string): string =>
  `coalesce(${output} #>> '{value,message}', ${output} ->> 'message') in ('${PROCESS_DIED}', '${HEARTBEAT_STOPPED}')`

const MORE = `jsonb_set(coalesce(job.data, '{}'), '{deaths}', to_jsonb(coalesce((job.data ->> 'deaths')::int, 0) + 1))`

/**
 * For an update that claims. A job that reports another as given up is a new job: it finds the last note on the other
 * at its first claim.
 */
export const COUNT_DEATH = `
  data = case when ${isDeath('(case when job.started_on is null then coalesce(job.output, job.source_output) else job.output end)')}
    then ${MORE} else job.data end,
  output = null`

export const deathsOf = ({ data }: Pick<ClaimedJob, 'data'>): number =>
  typeof data === 'object' && data !== null && 'deaths' in data && typeof data.deaths === 'number' ? data.deaths : 0

/** What a process says that has lost a job, but lives: the queue took it for dead. */
export async function takeBackDeath(boss: PgBoss, queue: string, { id, retryCount }: Claim): Promise<void> {
  await boss.getDb().executeSql(
    `update ${JOBS_SCHEMA}.job set
       output = case when state = 'retry' then $4::jsonb else output end,
       data = case when state = 'active' and (data ->> 'deaths')::int > 0
         then jsonb_set(data, '{deaths}', to_jsonb((data ->> 'deaths')::int - 1)) else data end
     where name = $1 and id = $2 and (
       (state = 'retry' and retry_count = $3 and ${isDeath('output')}) or (state = 'active' and retry_count = $3 + 1))`,
    [queue, id, retryCount, JSON.stringify({ message: LOST_TOUCH })],
  )
}

/** Fails a claimed job for good, whatever retries it has left. */
export async function failForGood(boss: PgBoss, queue: string, claim: Claim, message: string): Promise<void> {
  await boss.getDb().executeSql(
    `update ${JOBS_SCHEMA}.job set retry_limit = retry_count
     where name = $1 and id = $2 and state = 'active' and retry_count = $3`,
    [queue, claim.id, claim.retryCount],
  )
  await boss.fail(queue, claim, { message })
}
