import { Type } from 'typebox'
import { Uuid } from '@heddle/contract/common.ts'
import { HOUR, SECOND } from '../../platform/durations.ts'
import { defineJob } from '../../platform/jobs/job.ts'

/** Brings an import to its end. May come more often than once for a run, also for one that has ended. */
export const importMim = defineJob({
  name: 'import-mim',
  payload: Type.Object({ run_id: Uuid }),
  timeoutMs: 12 * HOUR,
  // Afterwards the upkeep sends another one, as long as the run is running.
  retries: 5,
  retryDelayMs: SECOND,
  exclusive: true,
})
