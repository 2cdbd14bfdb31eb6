import { randomBytes } from 'node:crypto'
import { knownModel } from '@heddle/domain/mim/known-model.ts'
import type { AppOptions } from './app-options.ts'
import { createArchive } from '../features/archive/index.ts'
import { createAuditRecorder, createAuditService } from '../features/audit/index.ts'
import { connectionChanged, createControllerConnectionsService } from '../features/controller-connections/index.ts'
import { createEnginePool, createExecutionsService, createTaskSettingsService } from '../features/executions/index.ts'
import { createMimService } from '../features/mim/index.ts'
import { createMimRegistryService } from '../features/mim-registry/index.ts'
import { createNotificationsService } from '../features/notifications/index.ts'
import { createQueryCategoriesService, createSavedQueriesService } from '../features/queries/index.ts'
import { createScheduler, createSchedulesService } from '../features/schedules/index.ts'
import { createHistory, createSnapshotsService } from '../features/snapshots/index.ts'
import { createUsersService } from '../features/users/index.ts'
import { SECOND } from '../kernel/durations.ts'
import { createEvents } from '../platform/events/events.ts'
import { createOutbox } from '../platform/mail/outbox.ts'
import { createJobs } from '../platform/jobs/jobs.ts'
import type { Releasers } from '../kernel/releasers.ts'
import { createIdentity } from './identity.ts'
import type { Adapters } from './open-adapters.ts'
import { registerUpkeep } from './upkeep.ts'

export type Features = Awaited<ReturnType<typeof createFeatures>>

const MAX_RUN_HEAP_MB = 2048
// A stop may take ten seconds, of which draining requests may already have taken three.
const JOB_GRACE_MS = 3 * SECOND

/** Creates every feature's service from adapters and other services, and wires events and upkeep. */
export async function createFeatures(options: AppOptions, adapters: Adapters, releasers: Releasers) {
  const { config, clock, logger } = options
  const { database, shared, secrets, hasher, mailer, outbound, controllers } = adapters
  const events = createEvents(shared.bus, logger)
  const engines = releasers.add(createEnginePool({ maxHeapMb: MAX_RUN_HEAP_MB, logger }))
  const jobs = createJobs({ database, bus: shared.bus, clock, logger, works: config.role !== 'api' })
  const outbox = createOutbox({ database, jobs, mailer, secrets, clock, logger })
  const audit = createAuditRecorder(clock)
  const auditLog = createAuditService({ database, clock, audit, logger })

  const connections = createControllerConnectionsService({ database, secrets, controllers, outbound, events, audit, clock })
  const categories = createQueryCategoriesService({ database, audit })
  const users = createUsersService({
    database,
    hasher,
    clock,
    audit,
    logger,
    defaultGroup: config.users.defaultGroup,
    countersOf: (ids) => queries.countersOf(ids),
  })
  const queries = createSavedQueriesService({ database, clock, audit, connectionExists: connections.exists, quotaOf: users.quotaOf })
  const mim = releasers.add(createMimService({ database, events, audit, clock, logger }))
  const mimRegistry = createMimRegistryService({
    database,
    jobs,
    events,
    streams: shared.streams,
    graphs: mim.graphs,
    sources: adapters.mimSources,
    connections,
    controllers,
    importConcurrency: config.mimRegistry.importConcurrency,
    audit,
    clock,
    logger,
  })
  const taskSettings = createTaskSettingsService({ database, events, audit })
  const archive = releasers.add(createArchive({ database, clock, logger }))
  const executions = createExecutionsService({
    database,
    jobs,
    events,
    streams: shared.streams,
    users,
    taskSettings,
    queries,
    connections,
    controllers,
    engines,
    model: () => mim.engineModel() ?? knownModel,
    limits: {
      maxResultRows: config.limits.maxResultRows,
      maxHeapBytes: MAX_RUN_HEAP_MB * 1024 * 1024,
      syncTimeoutMs: config.limits.syncQueryTimeoutMs,
      backgroundTimeoutMs: config.limits.backgroundQueryTimeoutMs,
    },
    archive,
    audit,
    clock,
    logger,
  })
  const schedules = createSchedulesService({ database, connections, executions, taskSettings, events, audit, clock, logger })
  const scheduler = createScheduler({ schedules, events, clock, logger })
  const snapshots = createSnapshotsService({
    database,
    archive,
    jobs,
    events,
    users,
    queries,
    connections,
    executions,
    schedules,
    audit,
    clock,
    logger,
  })
  const history = createHistory({ database, archive, reading: snapshots, queries, executions, audit, clock })
  const numbersOf = async (userId: number) => ({
    queriesTotal: (await queries.countersOf([userId])).get(userId)?.query_count ?? 0,
    queriesRun: await executions.countOf(userId),
    aiAnalysisToday: 0,
    activeSchedules: await schedules.countActive(userId),
    unreadNotifications: await notifications.countUnread(userId),
  })
  const publicUrl = config.http.publicUrl ?? `http://${config.http.host}:${config.http.port}`
  const frontendUrl = config.http.frontendUrl ?? publicUrl
  const notifications = createNotificationsService({ database, events, outbox, audit, clock, logger, frontendUrl })
  const identity = createIdentity(options, adapters, { audit, users, jobs, outbox, numbersOf, publicUrl, frontendUrl })

  outbox.register()
  executions.registerJobs()
  mimRegistry.registerJobs()
  schedules.listen()
  snapshots.registerJobs()
  notifications.listen()
  events.on(connectionChanged, ({ connection_id }) => controllers.drop(connection_id))
  registerUpkeep(jobs, { ...identity, executions, schedules, snapshots, archive, notifications, mimRegistry, outbox, auditLog })
  await createFirstUser(options, users)
  await mim.load()
  // The embedded database belongs to one process, so no other can still be executing an open run.
  if (database.kind === 'embedded') await executions.endAllOpenRuns()
  releasers.add({ close: () => jobs.stop({ graceMs: JOB_GRACE_MS }) })
  await jobs.prepare()
  releasers.add(scheduler)
  const work = {
    jobs,
    events,
    mim,
    mimRegistry,
    executions,
    taskSettings,
    schedules,
    scheduler,
    archive,
    snapshots,
    history,
    notifications,
  }
  return { audit, auditLog, connections, categories, queries, users, ...identity, ...work }
}

async function createFirstUser({ config, onFirstPassword }: AppOptions, users: ReturnType<typeof createUsersService>): Promise<void> {
  const { username, email, password } = config.firstAdmin
  const chosen = password?.reveal() ?? randomBytes(15).toString('base64url')
  const isCreated = await users.prepare({ username, email, password: chosen })
  if (isCreated && password === undefined) onFirstPassword?.(username, chosen)
}
