import type { Logger } from 'pino'
import { type AutomationServer } from '../../../adapters/automation-server/automation-server.ts'
import type { Database } from '../../../adapters/database/database.ts'
import type { Clock } from '../../../kernel/clock.ts'
import { SECOND } from '../../../kernel/durations.ts'
import { updateExecution } from './changes.store.ts'
import { claimCollect, findUncollected, findWatched, type OutputWork, setCollectUntil } from './collect.store.ts'
import type { ExecutionReports } from './execution-reports.ts'
import type { RequestChanges } from './request-changes.ts'
import type { Servers } from './servers.ts'
import { AutomationFailure } from '../../../kernel/automation-failure.ts'

/** Reads the output of jobs, see `output`. */
export type ReadsOutput = {
  /** To its end; afterwards `output_complete_at` is set. */
  readonly collect: (execution: OutputWork, server: AutomationServer, signal: AbortSignal) => Promise<void>
  /** One step, while somebody watches. */
  readonly followLive: (execution: OutputWork, server: AutomationServer, signal: AbortSignal) => Promise<void>
}

type Dependencies = {
  readonly database: Database
  readonly servers: Servers
  readonly changes: RequestChanges
  readonly reports: ExecutionReports
  readonly output: ReadsOutput
  /** Called when there is room for the next output. */
  readonly wake: () => void
  readonly clock: Clock
  readonly logger: Logger
}

export type Collector = ReturnType<typeof createCollector>

const MOST_PER_CONNECTION = 4
const MOST_WATCHED = 4
const MOST_LOOKED_AT = 200
/** A process that dies while it reads an output holds it as long. */
const LEASE_MS = 30 * SECOND
const RENEW_MS = 10 * SECOND
/** After a failure of ours; those of the automation server are part of reading. */
const AGAIN_MS = 5 * SECOND

/** Reads what ended jobs printed, each once over all processes, and settles their requests afterwards. */
export function createCollector({ database, servers, changes, reports, output, wake, clock, logger }: Dependencies) {
  const collecting = new Map<string, { readonly connectionId: string; readonly done: Promise<void> }>()
  const following = new Map<string, { readonly connectionId: string; readonly done: Promise<void> }>()
  const stopping = new AbortController()

  const after = (ms: number): Date => new Date(clock.now().getTime() + ms)

  async function collect(id: string): Promise<void> {
    const work = await claimCollect(database.db, id, clock.now(), after(LEASE_MS))
    if (!work) return
    const renewal = clock.repeat(() => setCollectUntil(database.db, id, after(LEASE_MS)), RENEW_MS)
    try {
      if (work.outputCompleteAt === null) await read(work)
      await settle(id)
    } catch (error: unknown) {
      renewal.cancel()
      if (!stopping.signal.aborted)
        logger.error({ err: error, execution: id }, 'could not read the output of a job; trying again')
      await setCollectUntil(database.db, id, stopping.signal.aborted ? new Date(0) : after(AGAIN_MS))
    } finally {
      renewal.cancel()
    }
  }

  async function read(work: OutputWork): Promise<void> {
    const server = await servers.server(work.connectionId)
    if (!server || work.jobId === null) return
    await readArtifacts(work, server)
    await output.collect(work, server, stopping.signal)
  }

  /** Only the detail of a job has them; a job that is gone by now has none. */
  async function readArtifacts({ id, jobId, jobKind }: OutputWork, server: AutomationServer): Promise<void> {
    try {
      await reports.apply(id, await server.job({ id: jobId!, kind: jobKind ?? 'job' }, stopping.signal))
    } catch (error: unknown) {
      stopping.signal.throwIfAborted()
      if (!(error instanceof AutomationFailure)) throw error
    }
  }

  async function settle(id: string): Promise<void> {
    await changes.inExecution(id, async (tx, execution) => {
      await updateExecution(tx, id, { collectUntil: null, outputCompleteAt: execution.outputCompleteAt ?? clock.now() })
      return true
    })
  }

  async function follow(work: OutputWork): Promise<void> {
    const server = await servers.server(work.connectionId)
    if (server) await output.followLive(work, server, stopping.signal)
  }

  return {
    /** Begins to read what may be read now, without waiting for it. */
    collectDue: async (): Promise<void> => {
      if (stopping.signal.aborted) return
      for (const { id, connectionId } of await findUncollected(database.db, clock.now(), MOST_LOOKED_AT)) {
        if (collecting.has(id) || countOf(collecting, connectionId) >= MOST_PER_CONNECTION) continue
        const done = collect(id)
          .catch((error: unknown) =>
            logger.error({ err: error, execution: id }, 'could not note that an output is to be read again'),
          )
          .finally(() => {
            collecting.delete(id)
            wake()
          })
        collecting.set(id, { connectionId, done })
      }
    },

    followWatched: async (): Promise<void> => {
      if (stopping.signal.aborted) return
      for (const work of await findWatched(database.db, clock.now(), MOST_LOOKED_AT)) {
        const { id, connectionId } = work
        if (following.has(id) || countOf(following, connectionId) >= MOST_WATCHED) continue
        const done = follow(work)
          // The next step reads the same again, and the end reads everything.
          .catch((error: unknown) => logger.debug({ err: error, execution: id }, 'could not read live output'))
          .finally(() => following.delete(id))
        following.set(id, { connectionId, done })
      }
    },

    stop: async (): Promise<void> => {
      stopping.abort()
      await Promise.all([...collecting.values(), ...following.values()].map(({ done }) => done))
    },
  }
}

function countOf(work: ReadonlyMap<string, { readonly connectionId: string }>, connectionId: string): number {
  return [...work.values()].filter((one) => one.connectionId === connectionId).length
}
