import type { PgBoss } from 'pg-boss'
import { JOBS_SCHEMA } from './boss.ts'

/** A job that stops its processes must come to an end: only so often does a stop not count as an attempt. */
const MOST_HAND_BACKS = 20

/**
 * Returns a job to the queue, to be claimed at once. It may be retried once more than before, so that the stop of its
 * process uses up no attempt. The attempts' numbers go on, as they tell claims apart. False if the claim was lost, or
 * the job was handed back too often.
 */
export async function handBack(
  boss: PgBoss,
  job: { readonly name: string; readonly retries: number },
  claim: { readonly id: string; readonly retryCount: number },
): Promise<boolean> {
  const { rows } = await boss.getDb().executeSql(
    `update ${JOBS_SCHEMA}.job
        set state = 'retry', retry_limit = retry_limit + 1, start_after = ${JOBS_SCHEMA}.job_now(), heartbeat_on = null
      where name = $1 and id = $2 and state = 'active' and retry_count = $3 and retry_limit < $4
      returning id`,
    [job.name, claim.id, claim.retryCount, job.retries + MOST_HAND_BACKS],
  )
  return rows.length > 0
}
