import { randomUUID } from 'node:crypto'
import { BlockList } from 'node:net'
import { type AutomationSimulator, startAutomation } from '@heddle/simulators/automation/start-automation.ts'
import type { AutomationOptions } from '@heddle/simulators/automation/automation-options.ts'
import { eq } from 'drizzle-orm'
import { pino } from 'pino'
import { onTestFinished, vi } from 'vitest'
import { createInProcessBus } from '../../adapters/cache/event-bus.ts'
import type { AutomationPool } from '../../adapters/automation-server/automation-server.ts'
import { openAutomationPool } from '../../adapters/automation-server/open-automation-pool.ts'
import { createAuditRecorder } from '../../features/audit/index.ts'
import { createAutomationMetrics } from '../../features/automation/automation.metrics.ts'
import { createAutomationService } from '../../features/automation/automation.service.ts'
import {
  automationExecutions,
  automationRequests,
  type LaunchTemplate,
} from '../../features/automation/automation.tables.ts'
import { automationConnections } from '../../features/automation-connections/index.ts'
import { automationTemplates } from '../../features/automation-templates/index.ts'
import { users } from '../../features/users/index.ts'
import type { Caller } from '../../kernel/caller.ts'
import type { Clock } from '../../kernel/clock.ts'
import { createHurriedClock } from '../hurried-clock.ts'
import { HOUR } from '../../kernel/durations.ts'
import { createEvents } from '../../platform/events/events.ts'
import { createMetrics } from '../../platform/metrics/metrics.ts'
import { createTestDatabase, type TestDatabase } from '../test-database.ts'

export const JOB_TEMPLATE = 7
export const NEVER = new AbortController().signal
const logger = pino({ level: process.env['RIG_LOG'] ?? 'silent' })

/** Seconds between polls pass this much faster, unless a test brings its own clock. */
const HURRY = 4

type RigOptions = {
  readonly automation?: AutomationOptions
  readonly mode?: 'bulk' | 'per_row'
  readonly rowConcurrency?: number
}
type ServiceOptions = { readonly clock?: Clock; readonly pollIntervalMs?: number }

export type Rig = Awaited<ReturnType<typeof startRig>>

/** Requests and their driver on a real database and a simulated automation server; templates take any rows. */
export async function startRig({ automation: options, mode = 'bulk', rowConcurrency = 5 }: RigOptions = {}) {
  const database = await createTestDatabase()
  onTestFinished(() => database.drop())
  const automation = await startAutomation(options)
  onTestFinished(() => automation.close())
  const pool = openAutomationPool({
    logger,
    deny: new BlockList(),
    retryDelayMs: 1,
    requestTimeoutMs: 3_000,
    requestsInFlight: 20,
  })
  onTestFinished(() => pool.close())
  const place = await fill(database, automation, mode, rowConcurrency)
  const services = new Set<{ stop: () => Promise<void> }>()
  onTestFinished(async () => {
    await Promise.all([...services].map(({ stop }) => stop()))
  })

  const hurried = createHurriedClock(HURRY, (error) => logger.error(error))

  function open({ clock = hurried, pollIntervalMs = 1_000 }: ServiceOptions = {}) {
    const service = openService({ database, pool, automation, place, clock, pollIntervalMs })
    services.add(service)
    return service
  }

  /** A service whose driver works. */
  function start(serviceOptions: ServiceOptions = {}) {
    const service = open(serviceOptions)
    service.listen()
    service.start()
    return service
  }
  type Service = ReturnType<typeof open>

  const requestOf = async (id: string) =>
    (await database.db.select().from(automationRequests).where(eq(automationRequests.id, id)))[0]!
  const executionsOf = (id: string) =>
    database.db
      .select()
      .from(automationExecutions)
      .where(eq(automationExecutions.requestId, id))
      .orderBy(automationExecutions.position)

  return {
    ...place,
    database,
    automation,
    open,
    start,
    requestOf,
    executionsOf,
    launch: (service: Service, rows: readonly object[] = [{ tenant: 'A' }]) =>
      service.launch.launch(place.caller, place.templateId, { body: { rows: [...rows] }, faults: {}, signal: NEVER }),
    /** The request once it has ended. */
    ended: async (id: string, timeout = 15_000) => {
      await vi.waitUntil(async () => (await requestOf(id)).finishedAt !== null, { timeout, interval: 50 })
      return { request: await requestOf(id), executions: await executionsOf(id) }
    },
    launchCalls: () =>
      automation.requests.filter(({ method, url }) => method === 'POST' && url.endsWith('/launch/')).length,
  }
}

type ServiceParts = {
  readonly database: TestDatabase
  readonly pool: AutomationPool
  readonly automation: AutomationSimulator
  readonly place: Awaited<ReturnType<typeof fill>>
  readonly clock: Clock
  readonly pollIntervalMs: number
}

function openService({ database, pool, automation, place, clock, pollIntervalMs }: ServiceParts) {
  return createAutomationService({
    database,
    events: createEvents(createInProcessBus(logger), logger),
    audit: createAuditRecorder(clock),
    clock,
    logger,
    servers: serversOf(pool, automation, place.connectionId),
    templates: {
      launchable: async () => ({
        id: place.templateId,
        template: place.template,
        checkRows: async (rows) => ({ rows: rows as never }),
      }),
    },
    source: { choose: () => Promise.reject(new Error('no sources here')) },
    output: {
      collect: async ({ id }) => {
        await database.db
          .update(automationExecutions)
          .set({ outputCompleteAt: clock.now() })
          .where(eq(automationExecutions.id, id))
      },
      followLive: () => Promise.resolve(),
    },
    verification: { checksOf: () => Promise.resolve(new Map()), schedule: () => Promise.resolve() },
    metrics: createAutomationMetrics(createMetrics({ works: true }), database),
    settings: { pollIntervalMs, jobTimeoutMs: 24 * HOUR },
  })
}

async function fill(
  { db }: TestDatabase,
  automation: AutomationSimulator,
  mode: 'bulk' | 'per_row',
  rowConcurrency: number,
) {
  const now = new Date()
  const [user] = await db
    .insert(users)
    .values({ username: 'ann', email: 'ann@localhost', isSuperuser: true, dateJoined: now, updatedAt: now })
    .returning({ id: users.id })
  const [connectionId, templateId] = [randomUUID(), randomUUID()]
  await db.insert(automationConnections).values({
    id: connectionId,
    name: 'awx',
    baseUrl: automation.url,
    username: '',
    authMethod: 'token',
    verifySsl: true,
    isDefault: true,
    createdAt: now,
    updatedAt: now,
  })
  await db.insert(automationTemplates).values({
    id: templateId,
    name: 'Deploy EPG',
    description: '',
    connectionId,
    jobTemplateId: JOB_TEMPLATE,
    executionMode: mode,
    rowConcurrency,
    schema: [],
    validationLists: [],
    isRestricted: false,
    createdAt: now,
    updatedAt: now,
  })
  const template: LaunchTemplate = {
    name: 'Deploy EPG',
    connectionId,
    jobTemplateId: JOB_TEMPLATE,
    executionMode: mode,
    rowConcurrency,
    columns: [],
  }
  const caller: Caller = {
    id: user!.id,
    username: 'ann',
    timezone: 'UTC',
    group: null,
    isSuperuser: true,
    isAdmin: true,
    managesWorkspace: true,
    actsAsMember: true,
    permissions: new Set(),
    credential: { kind: 'session', id: 's' },
  }
  return { connectionId, templateId, template, caller }
}

function serversOf(pool: AutomationPool, automation: AutomationSimulator, connectionId: string) {
  const target = {
    connectionId,
    baseUrl: automation.url,
    apiPrefix: null,
    username: '',
    authMethod: 'token' as const,
    token: { reveal: () => automation.token },
    verifySsl: true,
    caCertificate: null,
    revision: '1',
  }
  return {
    server: (id: string) => Promise.resolve(id === connectionId ? pool.server(target) : undefined),
    jobUrl: (_id: string, { id }: { id: number }) => Promise.resolve(`${automation.url}/#/jobs/playbook/${id}/output`),
  }
}
