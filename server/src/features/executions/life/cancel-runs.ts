import type { Database } from '../../../adapters/database/database.ts'
import type { Events } from '../../../platform/events/events.ts'
import type { Caller } from '../../../kernel/caller.ts'
import { Conflict, Forbidden, orNotFound } from '../../../kernel/errors.ts'
import type { Audit } from '../../audit/index.ts'
import type { RunAdmission } from './admission.ts'
import type { RunEnds } from './end-runs.ts'
import { CANCELLED_ENDING } from '../ending.ts'
import { runCancelRequested } from '../executions.events.ts'
import type { FoundPipeline } from '../logs/pipeline-executions.store.ts'
import { lockRunRow, requestCancel } from './claims.store.ts'

type Dependencies = {
  readonly database: Database
  readonly events: Events
  readonly audit: Audit
  readonly admission: RunAdmission
  readonly ends: RunEnds
}

const RETRIES = 3

/** Signals a run to stop, in whichever process it runs; one that has not started ends immediately. */
export function createCancel({ database, events, audit, admission, ends }: Dependencies) {
  return async (caller: Caller, pipeline: FoundPipeline): Promise<void> => {
    const { executionId: id, userId } = pipeline
    if (userId !== caller.id && !caller.managesWorkspace) {
      throw new Forbidden('Only the user of a run, an operator or an administrator may cancel it.')
    }
    await database.transaction(
      async (tx) => {
        if (userId !== null) await admission.lock(tx, userId)
        const run = orNotFound(await lockRunRow(tx, id))
        if (run.status !== 'running') throw new Conflict('This run has already ended.', 'already_finished')
        if (run.cancelRequestedAt === null) await requestCancel(tx, id)
        await audit.record(tx, {
          action: 'run_cancel',
          description: `${caller.username} cancelled a run of ${pipeline.username}`,
          target: { type: 'pipeline_execution', id: pipeline.id },
          metadata: { execution_log: id, saved_query: pipeline.savedQueryId },
        })
        if (run.attempts === 0) await ends.endForOther(tx, run, { ending: CANCELLED_ENDING })
        else database.afterCommit(() => void events.publish(runCancelRequested, { execution_id: id }))
      },
      { retries: RETRIES },
    )
  }
}
