import type { Logger } from 'pino'
import type { Counter } from 'prom-client'
import { type Job } from '../../../adapters/automation-server/automation-server.ts'
import type { Database } from '../../../adapters/database/database.ts'
import type { Clock } from '../../../kernel/clock.ts'
import { MINUTE, SECOND } from '../../../kernel/durations.ts'
import type { ExecutionReports } from './execution-reports.ts'
import {
  claimTurn,
  type DueExecution,
  endTurn,
  findDue,
  findDueConnections,
  noteMisses,
  planPolls,
} from './poll.store.ts'
import type { Servers } from './servers.ts'
import { AutomationFailure } from '../../../kernel/automation-failure.ts'

type Dependencies = {
  readonly database: Database
  readonly servers: Servers
  readonly reports: ExecutionReports
  readonly polls: Pick<Counter<'result'>, 'inc'>
  readonly pollIntervalMs: number
  /** Called when a connection may be asked again and has more to ask. */
  readonly wake: () => void
  readonly clock: Clock
  readonly logger: Logger
}

export type Poller = ReturnType<typeof createPoller>

const MOST_JOBS = 200
const BETWEEN_POLLS_MS = SECOND
const LONGEST_BACK_OFF_MS = 30 * SECOND
/** A process that dies during a poll holds its turn as long. */
const LEASE_MS = 40 * SECOND
const MISSES_OF_A_GONE_JOB = 3
const LOG_EVERY_MS = MINUTE

/** Asks each automation server for its jobs, at most once a second over all processes. */
export function createPoller({ database, servers, reports, polls, pollIntervalMs, wake, clock, logger }: Dependencies) {
  const polling = new Map<string, Promise<void>>()
  const logged = new Map<string, number>()
  const stopping = new AbortController()

  const after = (ms: number): Date => new Date(clock.now().getTime() + ms)

  async function poll(connectionId: string): Promise<void> {
    const now = clock.now()
    const turn = await claimTurn(database.db, connectionId, now, after(LEASE_MS))
    if (!turn) return
    const due = await findDue(database.db, connectionId, now, MOST_JOBS)
    const failure = await ask(connectionId, due).catch((error: unknown) => error)
    // The turn begins only when the answer is there, so that two questions are never less than a second apart.
    if (failure === undefined) {
      await endTurn(database.db, connectionId, { nextPollAt: after(BETWEEN_POLLS_MS), failures: 0, lastError: null })
      clock.setTimer(wake, BETWEEN_POLLS_MS)
      return
    }
    const lastError = failure instanceof AutomationFailure ? failure.message : 'The jobs could not be read.'
    logOnce(connectionId, lastError, failure)
    const backOff = Math.min(LONGEST_BACK_OFF_MS, BETWEEN_POLLS_MS * 2 ** turn.failures)
    await endTurn(database.db, connectionId, {
      nextPollAt: after(backOff),
      failures: Math.min(turn.failures + 1, 100),
      lastError,
    })
  }

  /** One call, for jobs of one kind: those of the other are due at the next turn. */
  async function ask(connectionId: string, due: readonly DueExecution[]): Promise<void> {
    const kind = due[0]?.ref.kind
    if (kind === undefined) return
    const asked = due.filter(({ ref }) => ref.kind === kind)
    const server = await servers.server(connectionId)
    if (!server) {
      for (const { id } of asked) await reports.giveUp(id, 'The automation connection was deleted.')
      return
    }
    const jobs = await server
      .jobs(
        kind,
        asked.map(({ ref }) => ref.id),
        stopping.signal,
      )
      .catch((error: unknown) => {
        if (!stopping.signal.aborted) polls.inc({ result: error instanceof AutomationFailure ? error.reason : 'error' })
        throw error
      })
    polls.inc({ result: 'ok' })
    await applyAll(asked, new Map(jobs.map((job) => [job.id, job])))
  }

  async function applyAll(asked: readonly DueExecution[], jobs: ReadonlyMap<number, Job>): Promise<void> {
    const isThere = ({ ref }: DueExecution): boolean => jobs.has(ref.id)
    await planPolls(database.db, asked.filter(isThere).map(idOf), after(pollIntervalMs))
    for (const execution of asked.filter(isThere)) {
      const job = jobs.get(execution.ref.id)!
      if (saysOf(job) !== execution.seen) await reports.apply(execution.id, job)
    }
    const missing = asked.filter((execution) => !isThere(execution))
    await noteMisses(database.db, missing.map(idOf), after(pollIntervalMs))
    for (const { id, ref, misses } of missing) {
      if (misses + 1 < MISSES_OF_A_GONE_JOB) continue
      await reports.giveUp(id, `The job is gone: the automation server no longer knows job ${ref.id}.`)
    }
  }

  /** One line per cause and minute. */
  function logOnce(connectionId: string, cause: string, error: unknown): void {
    if (stopping.signal.aborted) return
    const key = `${connectionId} ${cause}`
    const now = clock.now().getTime()
    for (const [other, at] of logged) if (now - at >= LOG_EVERY_MS) logged.delete(other)
    if (logged.has(key)) return
    logged.set(key, now)
    logger.warn(
      { connection: connectionId, cause, ...(error instanceof AutomationFailure ? {} : { err: error }) },
      'cannot poll jobs',
    )
  }

  return {
    /** Begins to ask where it is due, without waiting for the answers. */
    pollDue: async (): Promise<void> => {
      if (stopping.signal.aborted) return
      for (const connectionId of await findDueConnections(database.db, clock.now())) {
        if (polling.has(connectionId)) continue
        const done = poll(connectionId)
          .catch((error: unknown) => logOnce(connectionId, 'The poll failed.', error))
          .finally(() => polling.delete(connectionId))
        polling.set(connectionId, done)
      }
    },

    stop: async (): Promise<void> => {
      stopping.abort()
      await Promise.all(polling.values())
    },
  }
}

const idOf = ({ id }: DueExecution): string => id

/** As the store puts together what is known. */
const saysOf = (job: Job): string =>
  [job.status, shown(job.startedAt !== null), shown(job.revision !== ''), shown(job.explanation !== '')].join(' ')
const shown = (is: boolean): string => (is ? 't' : 'f')
