import { randomUUID } from 'node:crypto'
import type { VerifyBody } from '@heddle/contract/automation.ts'
import type { Executor } from '../../../adapters/database/database.ts'
import type { Clock } from '../../../kernel/clock.ts'
import { SECOND } from '../../../kernel/durations.ts'
import { nextVersionTime } from '../../../kernel/versions.ts'
import type { Jobs } from '../../../platform/jobs/jobs.ts'
import type { VerificationJob } from './verification-job.ts'
import { deletePending, findNewest, insertSourceCheck, lanesOfChecks } from './verifications.store.ts'

export type CheckScheduling = {
  readonly jobs: Jobs
  readonly job: VerificationJob['job']
  readonly clock: Clock
}

/** Replaces a pending check. The new one waits for the end of the request, if that is pending too. */
export async function scheduleCheck(
  parts: CheckScheduling,
  tx: Executor,
  requestId: string,
  spec: VerifyBody,
  hasEnded = false,
): Promise<string> {
  const { clock } = parts
  await deletePending(tx, requestId)
  const newest = await findNewest(tx, requestId)
  const id = randomUUID()
  const dueAt = hasEnded ? dueAfter(clock, spec) : null
  const createdAt = newest ? nextVersionTime(clock.now(), newest.createdAt) : clock.now()
  await insertSourceCheck(tx, { id, requestId, spec, dueAt, createdAt })
  if (dueAt) await startCheck(parts, tx, { id, dueAt, spec })
  return id
}

type DueCheck = { readonly id: string; readonly dueAt: Date; readonly spec: VerifyBody }

/** The job exists once the transaction commits. */
export async function startCheck(
  { jobs, job }: CheckScheduling,
  tx: Executor,
  { id, dueAt, spec }: DueCheck,
): Promise<void> {
  const { wait_seconds: wait = 0 } = spec
  for (const { lane } of await lanesOfChecks(tx, [id]))
    await jobs.send(
      job,
      { verification_id: id },
      { tx, singletonKey: id, lane, ...(wait > 0 && { startAfter: dueAt }) },
    )
}

export const dueAfter = (clock: Clock, { wait_seconds: wait = 0 }: VerifyBody): Date =>
  new Date(clock.now().getTime() + wait * SECOND)
