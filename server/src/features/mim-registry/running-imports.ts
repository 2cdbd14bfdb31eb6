import type { Logger } from 'pino'
import type { Database, Transaction } from '../../adapters/database/database.ts'
import type { Clock } from '../../kernel/clock.ts'
import { MINUTE, SECOND } from '../../kernel/durations.ts'
import type { Events } from '../../platform/events/events.ts'
import { type CancelSignals, createCancelSignals } from '../../platform/work/cancel-signals.ts'
import { ImportStop } from './import-failure.ts'
import { type ImportStream, type PublishedImport, publishImport } from './import-progress.ts'
import { mimImportCancelRequested } from './mim-registry.events.ts'
import type { ImportPhase } from './mim-registry.tables.ts'
import { lockClaimed, renewClaim, type ImportRow, updateRun } from './imports.store.ts'

/** Also how long a cancel takes if its event gets lost. */
const RENEW_EVERY_MS = 5 * SECOND
/** A claim that has not been renewed for this long belongs to a dead process. */
export const CLAIM_STALE_MS = MINUTE

type Dependencies = {
  readonly database: Database
  readonly events: Events
  readonly progress: ImportStream
  readonly clock: Clock
  readonly logger: Logger
}

type Claimed = { readonly id: string; readonly claim: string }

/** An import, as seen by the process working on it. */
export type RunningImport = {
  readonly run: ImportRow
  readonly claim: string
  /** Fires with an `ImportStop`. */
  readonly signal: AbortSignal
  readonly progress: PublishedImport
  /** Runs a transaction that locks the run. Throws and rolls back if the claim was lost. Notices a cancel. */
  readonly transact: <T>(work: (tx: Transaction, row: ImportRow) => Promise<T>) => Promise<T>
  /** Stores and publishes the phase, unless the run is already in it. */
  readonly enter: (phase: ImportPhase) => Promise<void>
  readonly close: () => void
}

export type RunningImports = ReturnType<typeof createRunningImports>

/** The imports this process works on. Renews their claims and passes on cancels requested in any process. */
export function createRunningImports({ database, events, progress, clock, logger }: Dependencies) {
  const signals: CancelSignals<Claimed> = createCancelSignals({
    event: mimImportCancelRequested,
    idOf: ({ run_id }) => run_id,
    reason: () => new ImportStop('cancelled'),
    poll: async (imports) => {
      for (const { id, claim, stop } of imports) {
        const renewed = await renewClaim(database.db, id, claim, clock.now())
        if (!renewed) stop(new ImportStop('lost'))
        else if (renewed.cancelRequested) stop(new ImportStop('cancelled'))
      }
    },
    pollEveryMs: RENEW_EVERY_MS,
    events,
    clock,
    logger,
  })

  return {
    listen: signals.listen,

    open: (run: ImportRow, claim: string, jobSignal: AbortSignal): RunningImport => {
      const { signal, stop, done } = signals.begin({ id: run.id, claim })
      const stopWithJob = (): void => stop(new ImportStop('stopped'))
      jobSignal.addEventListener('abort', stopWithJob, { once: true })
      if (jobSignal.aborted) stopWithJob()
      const published = publishImport(progress.open(run))
      let phase: ImportPhase = run.phase

      const transact: RunningImport['transact'] = async (work) => {
        const { value, cancelRequested } = await database.transaction(async (tx) => {
          const row = await lockClaimed(tx, run.id, claim)
          if (!row) throw new ImportStop('lost')
          return { value: await work(tx, row), cancelRequested: row.cancelRequested }
        })
        if (cancelRequested) stop(new ImportStop('cancelled'))
        return value
      }

      return {
        run,
        claim,
        signal,
        progress: published,
        transact,
        enter: async (next) => {
          if (next === phase) return
          await transact((tx) => updateRun(tx, run.id, { phase: next, claimedAt: clock.now(), attempts: 0 }))
          phase = next
          published.phase(next)
          logger.info({ run_id: run.id, version_key: run.versionKey, phase: next }, 'import entered a phase')
        },
        close: () => {
          done()
          jobSignal.removeEventListener('abort', stopWithJob)
        },
      }
    },
  }
}
