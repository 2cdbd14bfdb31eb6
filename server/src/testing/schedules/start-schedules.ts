import { randomUUID } from 'node:crypto'
import { pino } from 'pino'
import type { TSchema } from 'typebox'
import type { BusHandler, EventBus } from '../../adapters/cache/event-bus.ts'
import type { Executor } from '../../adapters/database/database.ts'
import { createEvents, type Event, type Events } from '../../platform/events/events.ts'
import type { Caller } from '../../kernel/caller.ts'
import { createManualClock, type ManualClock } from '../manual-clock.ts'
import type { TestDatabase } from '../test-database.ts'
import type { ExpectationResult } from '@heddle/contract/executions.ts'
import { createAuditRecorder } from '../../features/audit/index.ts'
import { executions, runEnded } from '../../features/executions/index.ts'
import { savedQueries } from '../../features/queries/index.ts'
import { users } from '../../features/users/index.ts'
import { Scheduler } from '../../features/schedules/scheduler.ts'
import {
  followUpDue,
  followUpFailed,
  scheduledRunEnded,
  schedulesStalled,
  taskChangesFound,
  taskExpectationChanged,
  taskFailed,
  taskPaused,
} from '../../features/schedules/schedules.events.ts'
import { createSchedulesService } from '../../features/schedules/schedules.service.ts'
import type { StartsRuns } from '../../features/schedules/start-firings.ts'

export type Ending = {
  readonly status?: 'success' | 'failure' | 'timeout'
  readonly cancelled?: boolean
  readonly rows?: number
  readonly setAside?: boolean
  readonly expectation?: ExpectationResult | null
}
type StartedRun = Parameters<StartsRuns['startScheduledMany']>[1][number] & { readonly id: string }

const START = '2026-03-02T09:00:00Z'

/** The schedules feature on a database, with runs that stay open until the test ends them. */
export function startSchedules(
  database: TestDatabase,
  { clock = createManualClock(START), settings = {} }: { clock?: ManualClock; settings?: object } = {},
) {
  const log: { level: number; msg: string; [key: string]: unknown }[] = []
  const logger = pino({ level: 'debug' }, { write: (line: string) => void log.push(JSON.parse(line)) })
  const events = createEvents(createBus(), logger)
  const raised = keepRaised(database, events)
  const started: StartedRun[] = []
  let onStart: (run: StartedRun) => void = () => undefined
  const start = async (tx: Executor, run: Omit<StartedRun, 'id'>): Promise<string> => {
    const id = randomUUID()
    onStart({ ...run, id })
    await insertLog(tx, id, run, clock.now())
    database.afterCommit(() => void started.push({ ...run, id }))
    return id
  }
  const runner: StartsRuns = {
    startScheduledMany: async (tx, runs) => {
      const ids: string[] = []
      for (const run of runs) ids.push(await start(tx, run))
      return ids
    },
  }
  const needed = { ...NO_NEIGHBOURS, executions: runner, taskSettings: settingsOf(settings) }
  const schedules = createSchedulesService({
    database,
    ...needed,
    audit: createAuditRecorder(clock),
    events,
    clock,
    logger,
  })
  schedules.listen()

  const endExecution = (id: string, ending: Ending = {}) => endRun(database, events, id, ending)

  return {
    database,
    clock,
    events,
    log,
    schedules,
    scheduler: new Scheduler({ schedules, events, clock, logger }),
    /** Runs that have started, in order. */
    started,
    raised: (name: string) => raised.filter(({ event }) => event === name).map(({ payload }) => payload),
    /** Called before each start; if it throws, the start fails. */
    onStart: (hook: (run: StartedRun) => void) => void (onStart = hook),
    endExecution,
    /** Ends every run that has started. */
    endAll: async (ending: Ending = {}) => {
      for (const { id } of started.splice(0)) await endExecution(id, ending)
    },
    sql: async (text: string, values: unknown[] = []): Promise<any[]> => (await database.pool.query(text, values)).rows,
  }
}

export type Schedules = ReturnType<typeof startSchedules>

const NO_NEIGHBOURS = {
  connections: { exists: async () => true },
  users: { actor: async () => undefined },
  templates: { launchable: async () => undefined },
}

const settingsOf = (settings: object) => ({
  of: async () => ({
    maxConcurrentBackground: 3,
    executionLogRetentionDays: 30,
    defaultTimezone: 'UTC',
    pauseAfterFailures: 10,
    ...settings,
  }),
})

/** Everything that the feature raises, once the transaction that raised it is committed. */
function keepRaised(database: TestDatabase, events: Events) {
  const raised: { event: string; payload: any }[] = []
  const keep = <S extends TSchema>(event: Event<S>): void =>
    events.onRaised(event, async (_tx, payload) =>
      database.afterCommit(() => void raised.push({ event: event.name, payload })),
    )
  keep(scheduledRunEnded)
  keep(taskFailed)
  keep(taskPaused)
  keep(taskChangesFound)
  keep(taskExpectationChanged)
  keep(schedulesStalled)
  keep(followUpDue)
  keep(followUpFailed)
  return raised
}

function endRun(
  database: TestDatabase,
  events: Events,
  id: string,
  { status = 'success', cancelled = false, rows = 1, setAside = false, expectation = null }: Ending,
) {
  return database.transaction(async (tx) => {
    const error_message = status === 'success' ? null : `${status} of a test`
    await tx.execute(`update executions set status = '${status}', row_count = ${rows} where id = '${id}'`)
    const run = { saved_query: randomUUID(), controller_connection: randomUUID(), trigger: 'schedule' as const }
    await events.raise(tx, runEnded, {
      execution_id: id,
      ...run,
      status,
      cancelled,
      row_count: rows,
      error_message,
      duration_ms: 5,
      expectation,
      set_aside: setAside,
    })
  })
}

export type Owner = { readonly caller: Caller; readonly query: string }

export async function emptySchedules(database: TestDatabase): Promise<void> {
  await database.pool.query(
    'truncate scheduled_tasks, scheduled_firings, scheduled_executions, executions, audit_entries cascade',
  )
  await database.pool.query('update users set is_active = true')
}

/** A user with a saved query. */
export async function makeOwner(database: TestDatabase): Promise<Owner> {
  const now = new Date(START)
  const username = `owner-${randomUUID()}`
  const [user] = await database.db
    .insert(users)
    .values({ username, email: `${username}@localhost`, dateJoined: now, updatedAt: now })
    .returning({ id: users.id })
  const caller = {
    id: user!.id,
    username,
    isSuperuser: false,
    isAdmin: false,
    managesWorkspace: false,
    actsAsMember: true,
  } as const
  const query = randomUUID()
  await database.db.insert(savedQueries).values({
    id: query,
    name: 'query',
    description: '',
    controllerConnectionId: randomUUID(),
    nodes: [],
    edges: [],
    postProcessors: [],
    currentVersion: 1,
    currentVersionHash: 'sha256:0',
    createdBy: caller.id,
    createdAt: now,
    updatedAt: now,
  })
  return {
    caller: {
      ...caller,
      permissions: new Set(),
      credential: { kind: 'session', id: randomUUID() },
      timezone: 'UTC',
      group: null,
    },
    query,
  }
}

/** A task of the owner: every minute unless the body says otherwise. */
export async function makeTask({ schedules }: Schedules, { caller, query }: Owner, body: object = {}): Promise<string> {
  const minimal = {
    name: 'task',
    saved_query: query,
    controller_connections: [randomUUID()],
    schedule_type: 'interval' as const,
    interval_minutes: 1,
  }
  const { signal } = new AbortController()
  const { task } = await schedules.create(caller, { body: { ...minimal, ...body }, faults: {} }, { signal })
  return task.id
}

async function insertLog(tx: Executor, id: string, run: Omit<StartedRun, 'id'>, now: Date): Promise<void> {
  await tx.insert(executions).values({
    id,
    savedQueryId: run.savedQueryId,
    savedQueryVersion: 1,
    controllerConnectionId: run.connection,
    userId: run.userId,
    username: run.username,
    trigger: 'schedule',
    status: 'running',
    executedAt: now,
    deadlineAt: now,
  })
}

function createBus(): EventBus {
  const subscribers: { topic: string; handler: BusHandler }[] = []
  return {
    publish: async (topic, payload) => {
      for (const { handler } of subscribers.filter((one) => one.topic === topic)) void handler(payload, topic)
    },
    subscribe: (topic, handler) => {
      subscribers.push({ topic, handler })
      return () => undefined
    },
  }
}
