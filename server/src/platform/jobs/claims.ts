import type { PgBoss } from 'pg-boss'
import { JOBS_SCHEMA } from './boss.ts'
import type { Claim, ClaimedJob, Found } from './claim.ts'
import { COUNT_DEATH } from './deaths.ts'

/** What may be claimed now. */
export const isDue = (job: string, queue = '$1'): string =>
  `${job}.name = ${queue} and ${job}.state < 'active' and not ${job}.blocked and ${job}.start_after <= ${JOBS_SCHEMA}.job_now()`

/** As the library claims a job; and counts the death of the process that had it before, if it died. */
export const CLAIMED = `
  state = 'active',
  started_on = ${JOBS_SCHEMA}.job_now(),
  heartbeat_on = ${JOBS_SCHEMA}.job_now(),
  retry_count = case when job.started_on is null then job.retry_count else job.retry_count + 1 end,
  ${COUNT_DEATH}`

/**
 * Returned by an update, lets the commit of its statement reach the disk a moment later than its answer: with the next
 * commit, at the latest. Nobody may rely on it before that.
 */
const REACHES_DISK_LATER = `set_config('synchronous_commit', 'off', true) as later`

/** For the end of what is returned. */
export const orLater = (isLater: boolean): string => (isLater ? `, ${REACHES_DISK_LATER}` : '')

export const RETURNED = `job.id, job.data, job.retry_count as "retryCount", coalesce(job.group_id, '') as lane`

/** Whether more jobs wait than are claimed. Those that other processes are claiming count as well. */
export const leavesSome = (table: string, claimed: number): string =>
  `(select count(*) > ${claimed} from (select from ${table} j where ${isDue('j')} limit ${claimed + 1}) due) as "leavesSome"`

/** Completes a job unless another process has taken it over; in a way that reaches the disk later. */
export async function completeLater(boss: PgBoss, queue: string, table: string, claim: Claim): Promise<void> {
  await boss.getDb().executeSql(
    `update ${table} job set completed_on = ${JOBS_SCHEMA}.job_now(), state = 'completed', output = null
      where job.name = $1 and job.id = $2 and job.state = 'active' and job.retry_count = $3
      returning job.id${orLater(true)}`,
    [queue, claim.id, claim.retryCount],
  )
}

/** Claims jobs in the order in which they were sent. */
export async function claimInOrder(boss: PgBoss, queue: string, table: string, most: number): Promise<Found> {
  const { rows } = await boss.getDb().executeSql(
    `with next as (
        select j.id from ${table} j where ${isDue('j')}
        order by j.priority desc, j.created_on limit ${Math.trunc(most)} for update of j skip locked)
      update ${table} job set ${CLAIMED} from next where job.name = $1 and job.id = next.id
      returning ${RETURNED}, ${leavesSome(table, Math.trunc(most))}`,
    [queue],
  )
  const found = rows as (ClaimedJob & Pick<Found, 'leavesSome'>)[]
  return { found, leavesSome: found[0]?.leavesSome ?? false }
}
