import { Type } from 'typebox'
import { Uuid } from '@heddle/contract/common.ts'
import { HOUR, SECOND } from '../../kernel/durations.ts'
import { defineJob } from '../../platform/jobs/job.ts'

/** Runs an import to its end. May be delivered more than once per run, even after the run has ended. */
export const importMim = defineJob({
  name: 'import-mim',
  payload: Type.Object({ run_id: Uuid }),
  timeoutMs: 12 * HOUR,
  // After the last retry, the upkeep sends another job while the run is still running.
  retries: 5,
  retryDelayMs: SECOND,
  exclusive: true,
})
