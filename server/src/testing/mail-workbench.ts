import { randomBytes } from 'node:crypto'
import { pino } from 'pino'
import { createInProcessBus } from '../adapters/cache/event-bus.ts'
import { openMailer } from '../adapters/mail/mailer.ts'
import { createRootKey } from '../adapters/secrets/root-key.ts'
import { createSecretBox } from '../adapters/secrets/secret-box.ts'
import { Secret } from '../adapters/secrets/secret.ts'
import { createEvents } from '../platform/events/events.ts'
import { createJobs } from '../platform/jobs/jobs.ts'
import { createOutbox } from '../platform/mail/outbox.ts'
import { createManualClock } from './manual-clock.ts'
import { startSmtpServer } from './smtp-server.ts'
import { createTestDatabase } from './test-database.ts'

/**
 * What a feature that sends mail needs, without the rest of the server: a database, and an outbox that sends to its own
 * mail server.
 */
export async function startMailWorkbench() {
  const logger = pino({ level: 'silent' })
  const database = await createTestDatabase()
  const smtp = await startSmtpServer()
  const clock = createManualClock()
  const bus = createInProcessBus(logger)
  const mailer = await openMailer({ smtpUrl: new Secret(smtp.url), from: 'heddle@example.org' }, logger)
  const secrets = createSecretBox({ current: createRootKey(new Secret(randomBytes(32).toString('base64'))) })
  const jobs = createJobs({ database, bus, clock, logger, works: true })
  const outbox = createOutbox({ database, jobs, mailer, secrets, clock, logger })
  outbox.register()
  await jobs.prepare()
  await jobs.start()
  return {
    database,
    smtp,
    clock,
    logger,
    secrets,
    events: createEvents(bus, logger),
    outbox,
    stop: async () => {
      await jobs.stop({ graceMs: 1000 })
      mailer.close()
      await smtp.stop()
      await database.drop()
    },
  }
}
