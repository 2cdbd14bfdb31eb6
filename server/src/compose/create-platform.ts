import { Registry } from 'prom-client'
import { createEvents } from '../platform/events/events.ts'
import type { Adapters, Platform } from '../platform/feature.ts'
import { createJobs } from '../platform/jobs/jobs.ts'
import { createOutbox } from '../platform/mail/outbox.ts'
import { createTickets } from '../platform/realtime/tickets.ts'
import type { AppOptions } from './app-options.ts'

/** The mechanisms that features share, on top of the adapters. */
export function createPlatform({ config, clock, logger, onFirstPassword }: AppOptions, adapters: Adapters): Platform {
  const { database, shared, mailer, secrets } = adapters
  const events = createEvents(shared.bus, logger)
  const jobs = createJobs({ database, bus: shared.bus, clock, logger, works: config.role !== 'api' })
  const outbox = createOutbox({ database, jobs, mailer, secrets, clock, logger })
  const tickets = createTickets(shared.cache, clock)
  const metrics = new Registry()
  const publicUrl = config.http.publicUrl ?? `http://${config.http.host}:${config.http.port}`
  const frontendUrl = config.http.frontendUrl ?? publicUrl
  return { ...adapters, config, clock, logger, events, jobs, outbox, tickets, metrics, publicUrl, frontendUrl, onFirstPassword }
}
