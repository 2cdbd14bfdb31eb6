import type { Logger } from 'pino'
import type { Counter } from 'prom-client'
import type { Database } from '../../../adapters/database/database.ts'
import type { Clock } from '../../../kernel/clock.ts'
import { MINUTE, SECOND } from '../../../kernel/durations.ts'
import { pause } from '../../../kernel/pause.ts'
import type { LaunchStored } from './store-launch.ts'
import { type LaunchOutcome, LOST_LAUNCH, outcomeOf, uncertain } from './launch-outcome.ts'
import type { Servers } from '../follow/servers.ts'
import { type ClaimedLaunch, claimLaunches, findLaunchable, findStaleLaunches } from './launch.store.ts'

type Dependencies = {
  readonly database: Database
  readonly servers: Servers
  readonly storeLaunch: LaunchStored
  readonly launches: Pick<Counter<'result'>, 'inc'>
  readonly clock: Clock
  readonly logger: Logger
}

export type Launcher = ReturnType<typeof createLauncher>

/** At once, in one process. A connection that does not answer holds up no other. */
const MOST_PER_CONNECTION = 5
const MOST_REQUESTS = 50
/** No answer takes as long. */
const STALE_MS = MINUTE
const ANSWER_MS = 50 * SECOND
const STORE_AGAIN_MS = SECOND
/** The id of a job that started is precious; after this the database is surely gone for good. */
const STORE_ATTEMPTS = 600
const STORE_ATTEMPTS_STOPPING = 3

/** Starts jobs, each at most once: what was claimed and not told about is never sent again. */
export function createLauncher({ database, servers, storeLaunch, launches, clock, logger }: Dependencies) {
  const inFlight = new Map<string, { readonly connectionId: string; readonly done: Promise<void> }>()
  const stopping = new AbortController()
  const stopped = new AbortController()

  const countOf = (connectionId: string): number =>
    [...inFlight.values()].filter((one) => one.connectionId === connectionId).length

  async function claim(requestId: string): Promise<readonly ClaimedLaunch[]> {
    return database.transaction((tx) => claimLaunches(tx, requestId, MOST_PER_CONNECTION, clock.now()), { retries: 2 })
  }

  function begin(execution: ClaimedLaunch): void {
    const done = perform(execution)
      .catch((error: unknown) =>
        logger.error({ err: error, execution: execution.id }, 'the outcome of a launch is lost'),
      )
      .finally(() => inFlight.delete(execution.id))
    inFlight.set(execution.id, { connectionId: execution.connectionId, done })
  }

  async function perform(execution: ClaimedLaunch): Promise<void> {
    const outcome = await send(execution)
    launches.inc({ result: outcome.kind })
    await storeForSure(execution.id, outcome)
  }

  async function send({ connectionId, jobTemplateId, extraVars }: ClaimedLaunch): Promise<LaunchOutcome> {
    const server = await servers.server(connectionId).catch((error: unknown) => {
      logger.error({ err: error, connection: connectionId }, 'cannot open an automation connection')
      return null
    })
    if (server === undefined) return { kind: 'refused', error: 'The automation connection was deleted.' }
    if (server === null)
      return { kind: 'refused', error: 'The automation connection could not be opened; nothing was sent.' }
    try {
      const launched = await server.launch(
        jobTemplateId,
        extraVars,
        AbortSignal.any([stopped.signal, AbortSignal.timeout(ANSWER_MS)]),
      )
      return { kind: 'launched', launched, jobUrl: await servers.jobUrl(connectionId, launched.job).catch(() => null) }
    } catch (error: unknown) {
      return outcomeOf(error)
    }
  }

  async function storeForSure(executionId: string, outcome: LaunchOutcome): Promise<void> {
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
        if (attempt >= (stopping.signal.aborted ? STORE_ATTEMPTS_STOPPING : STORE_ATTEMPTS)) throw error
        await pause(clock, STORE_AGAIN_MS, stopping.signal)
      }
    }
  }

  return {
    /** Starts what may be started now, without waiting for the answers. */
    launchDue: async (): Promise<void> => {
      const connections = [...new Set([...inFlight.values()].map(({ connectionId }) => connectionId))]
      const full = connections.filter((id) => countOf(id) >= MOST_PER_CONNECTION)
      for (const { id } of await findLaunchable(database.db, full, MOST_REQUESTS)) {
        if (stopping.signal.aborted) return
        for (const execution of await claim(id)) begin(execution)
      }
    },

    /** Gives up launches whose process died. `everything`: no other process can be launching. */
    giveUpStale: async ({ everything = false } = {}): Promise<number> => {
      const before = new Date(clock.now().getTime() + (everything ? MINUTE : -STALE_MS))
      const stale = await findStaleLaunches(database.db, before, [...inFlight.keys()])
      for (const id of stale) await storeLaunch(id, uncertain(LOST_LAUNCH))
      return stale.length
    },

    /** Claims nothing more; gives answers that are on their way a moment, because each may be a job that started. */
    stop: async (graceMs: number): Promise<void> => {
      stopping.abort()
      const timer = setTimeout(() => stopped.abort(), graceMs)
      await Promise.all([...inFlight.values()].map(({ done }) => done))
      clearTimeout(timer)
    },
  }
}
