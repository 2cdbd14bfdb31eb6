import type { Database } from '../../adapters/database/database.ts'
import type { Clock } from '../../kernel/clock.ts'
import { DAY } from '../../kernel/durations.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import { deleteInBatches } from '../../platform/sql/delete-in-batches.ts'
import type { Graphs } from '../mim/index.ts'
import { importMim } from './import-job.ts'
import { deleteJobs } from './jobs.store.ts'
import type { JobState } from './mim-registry.tables.ts'
import { CLAIM_STALE_MS } from './running-imports.ts'
import { findEndedBefore, findRunning, detachGraph } from './imports.store.ts'

type Dependencies = { readonly database: Database; readonly jobs: Jobs; readonly graphs: Graphs; readonly clock: Clock }

/** How long an import can be resumed and its failed classes are listed. */
const KEEP_MS = 30 * DAY
/** Successful jobs are of no further use. */
const KEEP_DONE_MS = 7 * DAY
const BATCH = 2_000

/** Restarts abandoned imports and deletes old data. */
export function createImportSweep({ database, jobs, graphs, clock }: Dependencies) {
  const ago = (ms: number): Date => new Date(clock.now().getTime() - ms)

  const deleteAllJobs = (runId: string, state?: JobState): Promise<number> =>
    deleteInBatches(BATCH, (limit) => deleteJobs(database.db, runId, { state, limit }))

  return {
    /** Sending the job again is safe: a duplicate of a queued or running job is dropped. */
    resumeLost: async (): Promise<void> => {
      const run = await findRunning(database.db)
      if (!run || (run.claimedAt !== null && run.claimedAt > ago(CLAIM_STALE_MS))) return
      await jobs.send(importMim, { run_id: run.id }, { singletonKey: run.id })
    },

    deleteOld: async (): Promise<void> => {
      for (const { id, state } of await findEndedBefore(database.db, ago(KEEP_DONE_MS))) {
        if (state === 'succeeded') await deleteAllJobs(id, 'done')
      }
      for (const { id } of await findEndedBefore(database.db, ago(KEEP_MS))) {
        // First make the run impossible to resume, so that no user resumes what is being deleted.
        const graphId = await database.transaction((tx) => detachGraph(tx, id, ago(KEEP_MS)))
        if (graphId === undefined) continue
        if (graphId !== null) await graphs.discard([graphId])
        await deleteAllJobs(id)
      }
    },
  }
}
