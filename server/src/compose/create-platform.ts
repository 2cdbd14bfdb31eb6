import { createClockWatch } from '../platform/clock-watch.ts'
import { createKnownDeaths } from '../platform/deaths/known-deaths.ts'
import { createDraining } from '../platform/draining.ts'
import { measureClock } from '../platform/clock-watch.metrics.ts'
import { createEvents } from '../platform/events/events.ts'
import type { Adapters, Platform } from '../platform/feature.ts'
import { createOperations } from '../platform/http/operations.ts'
import { createJobs } from '../platform/jobs/jobs.ts'
import { measureJobs } from '../platform/jobs/jobs.metrics.ts'
import { createMailMetrics } from '../platform/mail/outbox.metrics.ts'
import { createOutbox } from '../platform/mail/outbox.ts'
import { measureControllerWaits } from '../platform/metrics/controller-requests.ts'
import { memoryLimit } from '../platform/memory/memory-limit.ts'
import { createMemoryBudget } from '../platform/memory/memory.metrics.ts'
import { measureDatabase } from '../platform/metrics/measure-database.ts'
import { createRowReader } from '../platform/rows/row-reader.ts'
import { createTickets } from '../platform/realtime/tickets.ts'
import type { AppOptions } from './app-options.ts'
import type { Monitoring } from './open-monitoring.ts'

/** The mechanisms that features share, on top of the adapters. */
export function createPlatform(
  { config, clock, logger, onFirstPassword }: AppOptions,
  adapters: Adapters,
  monitoring: Monitoring,
): Platform {
  const { database, shared, mailer, secrets, tracing } = adapters
  const clocks = createClockWatch({ database, clock, logger })
  const draining = createDraining(config.stopGraceMs)
  const events = createEvents(shared.bus, logger)
  const { metrics, readiness } = monitoring
  const works = config.role !== 'api'
  const jobs = createJobs({ database, bus: shared.bus, clock, tracing, logger, works, stopping: draining.signal })
  const outbox = createOutbox({
    database,
    jobs,
    mailer,
    secrets,
    clock,
    logger,
    metrics: createMailMetrics(metrics, database, clock),
  })
  const tickets = createTickets(shared.cache, clock)
  const memory = createMemoryBudget(memoryLimit(config.limits.memoryMb), metrics)
  const rows = createRowReader({ memory, logger })
  measureDatabase(database.pool, metrics)
  measureClock(clocks, metrics)
  measureControllerWaits(adapters.controllers, metrics)
  measureJobs(database.pool, metrics)
  const publicUrl = config.http.publicUrl ?? `http://${config.http.host}:${config.http.port}`
  const frontendUrl = config.http.frontendUrl ?? publicUrl
  const mechanisms = {
    events,
    jobs,
    outbox,
    tickets,
    memory,
    rows,
    deaths: createKnownDeaths({ database, clock, logger }),
    clocks,
    draining,
    metrics,
    readiness,
    operations: createOperations(),
  }
  return { ...adapters, ...mechanisms, config, clock, logger, publicUrl, frontendUrl, onFirstPassword }
}
