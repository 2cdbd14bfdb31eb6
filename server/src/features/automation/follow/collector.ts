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
import { AutomationFailure } from '../../../adapters/automation-server/automation-failure.ts'

/** Reads the output of jobs, see `output`. */
export type ReadsOutput = {
  /** To its end; afterwards `output_complete_at` is set. */
  readonly collect: (execution: OutputWork, server: AutomationServer, signal: AbortSignal) => Promise<void>
  /** One step, while somebody watches. */
  readonly followLive: (execution: OutputWork, server: AutomationServer, signal: AbortSignal) => Promise<void>
}

type CollectorParts = {
  readonly database: Database
  readonly servers: Servers
  readonly changes: RequestChanges
  readonly reports: ExecutionReports
  readonly output: ReadsOutput
  readonly clock: Clock
  readonly logger: Logger
}

type Reads = Map<string, { readonly connectionId: string; readonly done: Promise<void> }>

const MOST_PER_CONNECTION = 4
const MOST_WATCHED = 4
const MOST_LOOKED_AT = 200
/** A process that dies while it reads an output holds it as long. */
const LEASE_MS = 30 * SECOND
const RENEW_MS = 10 * SECOND
/** After a failure of ours; those of the automation server are part of reading. */
const AGAIN_MS = 5 * SECOND

/** Reads what ended jobs printed, each once over all processes, and settles their requests afterwards. */
export class OutputCollector {
  readonly #parts: CollectorParts
  readonly #collecting: Reads = new Map()
  readonly #following: Reads = new Map()
  readonly #stopping = new AbortController()

  constructor(parts: CollectorParts) {
    this.#parts = parts
  }

  /** Begins to read what may be read now, without waiting for it. `wake` is called when there is room for the next. */
  async collectDue(wake: () => void): Promise<void> {
    if (this.#stopping.signal.aborted) return
    const { database, clock, logger } = this.#parts
    for (const { id, connectionId } of await findUncollected(database.db, clock.now(), MOST_LOOKED_AT)) {
      if (this.#collecting.has(id) || countOf(this.#collecting, connectionId) >= MOST_PER_CONNECTION) continue
      const done = this.#collect(id)
        .catch((error: unknown) =>
          logger.error({ err: error, execution: id }, 'could not note that an output is to be read again'),
        )
        .finally(() => {
          this.#collecting.delete(id)
          wake()
        })
      this.#collecting.set(id, { connectionId, done })
    }
  }

  async followWatched(): Promise<void> {
    if (this.#stopping.signal.aborted) return
    const { database, clock, logger } = this.#parts
    for (const work of await findWatched(database.db, clock.now(), MOST_LOOKED_AT)) {
      const { id, connectionId } = work
      if (this.#following.has(id) || countOf(this.#following, connectionId) >= MOST_WATCHED) continue
      const done = this.#follow(work)
        // The next step reads the same again, and the end reads everything.
        .catch((error: unknown) => logger.debug({ err: error, execution: id }, 'could not read live output'))
        .finally(() => this.#following.delete(id))
      this.#following.set(id, { connectionId, done })
    }
  }

  async stop(): Promise<void> {
    this.#stopping.abort()
    await Promise.all([...this.#collecting.values(), ...this.#following.values()].map(({ done }) => done))
  }

  async #collect(id: string): Promise<void> {
    const { clock, logger } = this.#parts
    const { db } = this.#parts.database
    const { signal } = this.#stopping
    const after = (ms: number): Date => new Date(clock.now().getTime() + ms)
    const work = await claimCollect(db, id, clock.now(), after(LEASE_MS))
    if (!work) return
    const renewal = clock.repeat(() => setCollectUntil(db, id, after(LEASE_MS)), RENEW_MS)
    try {
      if (work.outputCompleteAt === null) await this.#read(work)
      await this.#settle(id)
    } catch (error: unknown) {
      renewal.cancel()
      if (!signal.aborted)
        logger.error({ err: error, execution: id }, 'could not read the output of a job; trying again')
      await setCollectUntil(db, id, signal.aborted ? new Date(0) : after(AGAIN_MS))
    } finally {
      renewal.cancel()
    }
  }

  async #read(work: OutputWork): Promise<void> {
    const server = await this.#parts.servers.server(work.connectionId)
    if (!server || work.jobId === null) return
    await this.#readArtifacts(work, server)
    await this.#parts.output.collect(work, server, this.#stopping.signal)
  }

  /** Only the detail of a job has them; a job that is gone by now has none. */
  async #readArtifacts({ id, jobId, jobKind }: OutputWork, server: AutomationServer): Promise<void> {
    const { signal } = this.#stopping
    try {
      await this.#parts.reports.apply(id, await server.job({ id: jobId!, kind: jobKind ?? 'job' }, signal))
    } catch (error: unknown) {
      signal.throwIfAborted()
      if (!(error instanceof AutomationFailure)) throw error
    }
  }

  async #settle(id: string): Promise<void> {
    const { changes, clock } = this.#parts
    await changes.inExecution(id, async (tx, execution) => {
      await updateExecution(tx, id, { collectUntil: null, outputCompleteAt: execution.outputCompleteAt ?? clock.now() })
      return true
    })
  }

  async #follow(work: OutputWork): Promise<void> {
    const server = await this.#parts.servers.server(work.connectionId)
    if (server) await this.#parts.output.followLive(work, server, this.#stopping.signal)
  }
}

const countOf = (reads: Reads, connectionId: string): number =>
  [...reads.values()].filter((one) => one.connectionId === connectionId).length
