import type { Logger } from 'pino'
import type { Counter } from 'prom-client'
import type { Database } from '../../../adapters/database/database.ts'
import type { Clock } from '../../../kernel/clock.ts'
import { MINUTE, SECOND } from '../../../kernel/durations.ts'
import { pause } from '../../../kernel/pause.ts'
import type { Servers } from '../follow/servers.ts'
import { LOST_LAUNCH, type LaunchOutcome, uncertain } from './launch-outcome.ts'
import { type ClaimedLaunch, claimLaunches, findLaunchable, findStaleLaunches } from './launch.store.ts'
import { sendLaunch } from './send-launch.ts'
import type { LaunchStored } from './store-launch.ts'

type LauncherParts = {
  readonly database: Database
  readonly servers: Servers
  readonly storeLaunch: LaunchStored
  readonly launches: Pick<Counter<'result'>, 'inc'>
  readonly clock: Clock
  readonly logger: Logger
}

/** At once, in one process. A connection that does not answer holds up no other. */
const MOST_PER_CONNECTION = 5
const MOST_REQUESTS = 50
/** No answer takes as long. */
const STALE_MS = MINUTE
const STORE_AGAIN_MS = SECOND
/** The id of a job that started is precious; after this the database is surely gone for good. */
const STORE_ATTEMPTS = 600
const STORE_ATTEMPTS_STOPPING = 3

/** Starts jobs, each at most once: what was claimed and not told about is never sent again. */
export class Launcher {
  readonly #parts: LauncherParts
  readonly #inFlight = new Map<string, { readonly connectionId: string; readonly done: Promise<void> }>()
  readonly #stopping = new AbortController()
  readonly #stopped = new AbortController()

  constructor(parts: LauncherParts) {
    this.#parts = parts
  }

  /** Starts what may be started now, without waiting for the answers. */
  async launchDue(): Promise<void> {
    for (const { id } of await findLaunchable(this.#parts.database.db, this.#fullConnections(), MOST_REQUESTS)) {
      if (this.#stopping.signal.aborted) return
      for (const execution of await this.#claim(id)) this.#begin(execution)
    }
  }

  /** Gives up launches whose process died. `everything`: no other process can be launching. */
  async giveUpStale({ everything = false } = {}): Promise<number> {
    const { database, storeLaunch, clock } = this.#parts
    const before = new Date(clock.now().getTime() + (everything ? MINUTE : -STALE_MS))
    const stale = await findStaleLaunches(database.db, before, [...this.#inFlight.keys()])
    for (const id of stale) await storeLaunch(id, uncertain(LOST_LAUNCH))
    return stale.length
  }

  /** Claims nothing more; gives answers that are on their way a moment, because each may be a job that started. */
  async stop(graceMs: number): Promise<void> {
    this.#stopping.abort()
    const timer = setTimeout(() => this.#stopped.abort(), graceMs)
    await Promise.all([...this.#inFlight.values()].map(({ done }) => done))
    clearTimeout(timer)
  }

  #fullConnections(): string[] {
    const counts = new Map<string, number>()
    for (const { connectionId } of this.#inFlight.values())
      counts.set(connectionId, (counts.get(connectionId) ?? 0) + 1)
    return [...counts].filter(([, count]) => count >= MOST_PER_CONNECTION).map(([id]) => id)
  }

  #claim(requestId: string): Promise<readonly ClaimedLaunch[]> {
    const { database, clock } = this.#parts
    return database.transaction((tx) => claimLaunches(tx, requestId, MOST_PER_CONNECTION, clock.now()), { retries: 2 })
  }

  #begin(execution: ClaimedLaunch): void {
    const { logger } = this.#parts
    const done = this.#perform(execution)
      .catch((error: unknown) =>
        logger.error({ err: error, execution: execution.id }, 'the outcome of a launch is lost'),
      )
      .finally(() => this.#inFlight.delete(execution.id))
    this.#inFlight.set(execution.id, { connectionId: execution.connectionId, done })
  }

  async #perform(execution: ClaimedLaunch): Promise<void> {
    const outcome = await sendLaunch(this.#parts, execution, this.#stopped.signal)
    this.#parts.launches.inc({ result: outcome.kind })
    await this.#storeForSure(execution.id, outcome)
  }

  async #storeForSure(executionId: string, outcome: LaunchOutcome): Promise<void> {
    const { storeLaunch, clock, logger } = this.#parts
    const { signal } = this.#stopping
    for (let attempt = 1; ; attempt += 1) {
      try {
        await storeLaunch(executionId, outcome)
        return
      } catch (error: unknown) {
        const job = outcome.kind === 'launched' ? outcome.launched.job.id : undefined
        logger.error(
          { err: error, execution: executionId, job, attempt },
          'could not store the outcome of a launch; trying again',
        )
        if (attempt >= (signal.aborted ? STORE_ATTEMPTS_STOPPING : STORE_ATTEMPTS)) throw error
        await pause(clock, STORE_AGAIN_MS, signal)
      }
    }
  }
}
