import type { Logger } from 'pino'
import type { Counter } from 'prom-client'
import type { Database } from '../../../adapters/database/database.ts'
import { AutomationFailure } from '../../../adapters/automation-server/automation-failure.ts'
import type { Clock } from '../../../kernel/clock.ts'
import { MINUTE, SECOND } from '../../../kernel/durations.ts'
import { askForJobs } from './ask-for-jobs.ts'
import type { ExecutionReports } from './execution-reports.ts'
import { claimTurn, endTurn, findDue, findDueConnections } from './poll.store.ts'
import type { Servers } from './servers.ts'

type PollerParts = {
  readonly database: Database
  readonly servers: Servers
  readonly reports: ExecutionReports
  readonly polls: Pick<Counter<'result'>, 'inc'>
  readonly pollIntervalMs: number
  readonly clock: Clock
  readonly logger: Logger
}

const MOST_JOBS = 200
const BETWEEN_POLLS_MS = SECOND
const LONGEST_BACK_OFF_MS = 30 * SECOND
/** A process that dies during a poll holds its turn as long. */
const LEASE_MS = 40 * SECOND
const LOG_EVERY_MS = MINUTE

/** Asks each automation server for its jobs, at most once a second over all processes. */
export class Poller {
  readonly #parts: PollerParts
  readonly #polling = new Map<string, Promise<void>>()
  readonly #logged = new Map<string, number>()
  readonly #stopping = new AbortController()

  constructor(parts: PollerParts) {
    this.#parts = parts
  }

  /**
   * Begins to ask where it is due, without waiting for the answers. `wake` is called when a connection may be asked
   * again and has more to ask.
   */
  async pollDue(wake: () => void): Promise<void> {
    if (this.#stopping.signal.aborted) return
    const { database, clock } = this.#parts
    for (const connectionId of await findDueConnections(database.db, clock.now())) {
      if (this.#polling.has(connectionId)) continue
      const done = this.#poll(connectionId, wake)
        .catch((error: unknown) => this.#logOnce(connectionId, 'The poll failed.', error))
        .finally(() => this.#polling.delete(connectionId))
      this.#polling.set(connectionId, done)
    }
  }

  async stop(): Promise<void> {
    this.#stopping.abort()
    await Promise.all(this.#polling.values())
  }

  async #poll(connectionId: string, wake: () => void): Promise<void> {
    const { clock } = this.#parts
    const { db } = this.#parts.database
    const now = clock.now()
    const turn = await claimTurn(db, connectionId, now, this.#after(LEASE_MS))
    if (!turn) return
    const due = await findDue(db, connectionId, now, MOST_JOBS)
    const failure = await askForJobs(this.#parts, connectionId, due, this.#stopping.signal).catch(
      (error: unknown) => error,
    )
    // The turn begins only when the answer is there, so that two questions are never less than a second apart.
    if (failure === undefined) {
      await endTurn(db, connectionId, { nextPollAt: this.#after(BETWEEN_POLLS_MS), failures: 0, lastError: null })
      clock.setTimer(wake, BETWEEN_POLLS_MS)
      return
    }
    const lastError = failure instanceof AutomationFailure ? failure.message : 'The jobs could not be read.'
    this.#logOnce(connectionId, lastError, failure)
    const backOff = Math.min(LONGEST_BACK_OFF_MS, BETWEEN_POLLS_MS * 2 ** turn.failures)
    const failures = Math.min(turn.failures + 1, 100)
    await endTurn(db, connectionId, { nextPollAt: this.#after(backOff), failures, lastError })
  }

  #after(ms: number): Date {
    return new Date(this.#parts.clock.now().getTime() + ms)
  }

  /** One line per cause and minute. */
  #logOnce(connectionId: string, cause: string, error: unknown): void {
    if (this.#stopping.signal.aborted) return
    const key = `${connectionId} ${cause}`
    const now = this.#parts.clock.now().getTime()
    for (const [other, at] of this.#logged) if (now - at >= LOG_EVERY_MS) this.#logged.delete(other)
    if (this.#logged.has(key)) return
    this.#logged.set(key, now)
    this.#parts.logger.warn(
      { connection: connectionId, cause, ...(error instanceof AutomationFailure ? {} : { err: error }) },
      'cannot poll jobs',
    )
  }
}
