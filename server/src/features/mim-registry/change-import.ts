import { randomUUID } from 'node:crypto'
import type { Database, Transaction } from '../../adapters/database/database.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Events } from '../../platform/events/events.ts'
import type { Caller } from '../../kernel/caller.ts'
import { Conflict, orNotFound } from '../../kernel/errors.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import type { AuditAction } from '@heddle/domain/audit/actions.ts'
import type { Audit } from '../audit/index.ts'
import type { Graphs } from '../mim/index.ts'
import type { ImportEnds } from './end-imports.ts'
import { importMim } from './import-job.ts'
import { deleteJobs, makePending } from './jobs.store.ts'
import { mimImportCancelRequested } from './mim-registry.events.ts'
import { CLAIM_STALE_MS } from './running-imports.ts'
import { lockRun, type NewImport, type ImportRow, updateRun } from './imports.store.ts'
import { rejectIfRunning } from './start-import.ts'

type Dependencies = {
  readonly database: Database
  readonly jobs: Jobs
  readonly graphs: Graphs
  readonly events: Events
  readonly ends: ImportEnds
  readonly audit: Audit
  readonly clock: Clock
}

const FINISHED = new Conflict('This import has already ended.', 'already_finished')

/** Cancels and resumes imports. */
export function createChangeImport({ database, jobs, graphs, events, ends, audit, clock }: Dependencies) {
  async function lock(tx: Transaction, id: string): Promise<ImportRow> {
    return orNotFound(await lockRun(tx, id))
  }

  const note = (tx: Transaction, caller: Caller, run: ImportRow, action: AuditAction, what: string): Promise<void> =>
    audit.record(tx, {
      action,
      description: `${caller.username} ${what} the import of MIM version "${run.versionKey}"`,
      target: { type: 'mim_import_run', id: run.id },
      metadata: { version_key: run.versionKey, source: run.source },
    })

  /** No process works on the import, or the one that did is gone. */
  const isAbandoned = ({ claimedAt }: ImportRow): boolean =>
    claimedAt === null || clock.now().getTime() - claimedAt.getTime() > CLAIM_STALE_MS

  /** The state a resumed run starts from. Without its graph, it starts over. */
  async function prepare(tx: Transaction, run: ImportRow): Promise<Partial<NewImport>> {
    const now = clock.now()
    if (run.graphId !== null) {
      await makePending(tx, run.id, ['failed', 'in_progress'], now)
      return { failedCount: 0, phase: run.phase === 'init' ? 'init' : 'downloading' }
    }
    const graphId = randomUUID()
    await graphs.create(tx, graphId)
    await deleteJobs(tx, run.id)
    return {
      graphId,
      phase: 'init',
      completedCount: 0,
      fallbackCount: 0,
      notFoundCount: 0,
      failedCount: 0,
      coreReadyAt: null,
    }
  }

  async function resume(tx: Transaction, caller: Caller, id: string): Promise<void> {
    const run = await lock(tx, id)
    if (run.state === 'running') throw new Conflict('This import is running.', 'import_running', { active_run_id: id })
    if (run.state === 'succeeded') throw FINISHED
    await updateRun(tx, id, {
      ...(await prepare(tx, run)),
      state: 'running',
      finishedAt: null,
      errorSummary: '',
      cancelRequested: false,
      generation: run.generation + 1,
      attempts: 0,
    })
    await note(tx, caller, run, 'mim_import_resume', 'resumed')
    await jobs.send(importMim, { run_id: id }, { tx, singletonKey: id })
  }

  return {
    /**
     * The process working on the import stops after its current chunk. If there is none, the import ends immediately.
     */
    cancel: (caller: Caller, id: string): Promise<{ cancelled: boolean }> =>
      database.transaction(async (tx) => {
        const run = await lock(tx, id)
        if (run.state === 'succeeded' || run.state === 'failed') throw FINISHED
        await note(tx, caller, run, 'mim_import_cancel', 'cancelled')
        if (run.state === 'cancelled') return { cancelled: true }
        await updateRun(tx, id, { cancelRequested: true })
        if (isAbandoned(run)) await ends.cancel(tx, run)
        else database.afterCommit(() => void events.publish(mimImportCancelRequested, { run_id: id }))
        return { cancelled: true }
      }),

    resume: async (caller: Caller, id: string): Promise<{ run_id: string; task_id: string }> => {
      await rejectIfRunning(database, () => database.transaction((tx) => resume(tx, caller, id)))
      return { run_id: id, task_id: id }
    },
  }
}
