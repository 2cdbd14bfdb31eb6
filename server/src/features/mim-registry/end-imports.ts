import type { Logger } from 'pino'
import type { GraphCounts } from '@heddle/domain/mim/graph/class-graph.ts'
import type { Database, Transaction } from '../../adapters/database/database.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Events } from '../../platform/events/events.ts'
import { actAs } from '../../platform/request-scope.ts'
import type { Audit } from '../audit/index.ts'
import type { Graphs } from '../mim/index.ts'
import { type ImportStream } from './import-progress.ts'
import { makePending } from './jobs.store.ts'
import { mimImportEnded } from './mim-registry.events.ts'
import { endImport, type RunEnding, type ImportRow } from './imports.store.ts'

type Dependencies = {
  readonly database: Database
  readonly graphs: Graphs
  readonly events: Events
  readonly audit: Audit
  readonly progress: ImportStream
  readonly clock: Clock
  readonly logger: Logger
}

export type ImportEnds = ReturnType<typeof createImportEnds>

const LONGEST_SUMMARY = 500
const SYSTEM = { userId: null, username: 'system', ipAddress: null, userAgent: null, apiToken: null }

/**
 * The only place where imports end, in the transaction that locks the run, so that row, audit entry and event commit
 * together.
 */
export function createImportEnds({ database, graphs, events, audit, progress, clock, logger }: Dependencies) {
  /** The audit entry names the user who started the import, not the one whose request ends it. */
  async function end(tx: Transaction, run: ImportRow, ending: RunEnding): Promise<void> {
    if (ending.state !== 'succeeded') await makePending(tx, run.id, ['in_progress'], clock.now())
    const ended = await endImport(tx, run.id, ending, clock.now())
    await actAs(SYSTEM, () => record(tx, ended))
    await events.raise(tx, mimImportEnded, {
      run_id: run.id,
      version_key: run.versionKey,
      source: run.source,
      state: ending.state,
      activates: run.activates,
      started_by: run.startedById,
      class_count: ended.classCount ?? 0,
      property_count: ended.propertyCount ?? 0,
      not_found_count: ended.notFoundCount,
      failed_count: ended.failedCount,
      error_summary: ended.errorSummary,
    })
    database.afterCommit(() => {
      progress.end(ended)
      logger.info(
        { run_id: run.id, version_key: run.versionKey, state: ended.state, ...countsOf(ended) },
        'import ended',
      )
    })
  }

  function record(tx: Transaction, run: ImportRow): Promise<void> {
    const { id, versionKey, source, state, errorSummary } = run
    return audit.record(tx, {
      action: 'mim_import_end',
      description: `The import of MIM version "${versionKey}" ended: ${state}`,
      target: { type: 'mim_import_run', id },
      metadata: {
        version_key: versionKey,
        source,
        state,
        activates: run.activates,
        ...countsOf(run),
        error_summary: errorSummary,
      },
      actor: { userId: run.startedById, username: run.startedByUsername },
    })
  }

  return {
    cancel: (tx: Transaction, run: ImportRow): Promise<void> => end(tx, run, { state: 'cancelled', errorSummary: '' }),

    fail: (tx: Transaction, run: ImportRow, summary: string): Promise<void> =>
      end(tx, run, { state: 'failed', errorSummary: summary.slice(0, LONGEST_SUMMARY) }),

    /** Switches to the new version for all readers, unless it is only compared. */
    succeed: async (
      tx: Transaction,
      run: ImportRow & { readonly graphId: string },
      counts: GraphCounts,
    ): Promise<void> => {
      const store = run.activates ? graphs.activate : graphs.keep
      await store(tx, run.graphId, {
        controllerVersion: run.versionKey,
        source: run.source,
        importedById: run.startedById,
        importedByUsername: run.startedByUsername,
      })
      const { classes: classCount, properties: propertyCount } = counts
      await end(tx, run, { state: 'succeeded', phase: 'done', errorSummary: '', classCount, propertyCount })
    },
  }
}

const countsOf = (run: ImportRow) => ({
  completed: run.completedCount,
  fallback: run.fallbackCount,
  not_found: run.notFoundCount,
  failed: run.failedCount,
})
