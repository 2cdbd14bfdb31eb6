import type { PgBoss } from 'pg-boss'
import { JOBS_SCHEMA } from './boss.ts'
import type { ClaimedJob } from './claim.ts'
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

export const RETURNED = `job.id, job.data, job.retry_count as "retryCount", coalesce(job.group_id, '') as lane`

/** Claims jobs in the order in which they were sent. */
export async function claimInOrder(boss: PgBoss, queue: string, table: string, most: number): Promise<ClaimedJob[]> {
  const { rows } = await boss.getDb().executeSql(
    `with next as (
        select j.id from ${table} j where ${isDue('j')}
        order by j.priority desc, j.created_on limit ${Math.trunc(most)} for update of j skip locked)
      update ${table} job set ${CLAIMED} from next where job.name = $1 and job.id = next.id
      returning ${RETURNED}`,
    [queue],
  )
  return rows as ClaimedJob[]
}
