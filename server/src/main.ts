import { pino } from 'pino'
import { startApp } from './app.ts'
import { readConfig } from './config/read-config.ts'
import { createSystemClock } from './kernel/clock.ts'
import { SECOND } from './kernel/durations.ts'

const STOP_LIMIT_MS = 10 * SECOND

const read = readConfig(process.env)
if (!read.ok) {
  for (const line of read.problems) console.error(line)
  process.exit(1)
}
const { config } = read
const logger = pino({ level: config.log.level, base: { role: config.role } })

// An uncaught error is our bug: log it, and exit rather than continue in an unknown state.
for (const event of ['uncaughtException', 'unhandledRejection'] as const) {
  process.on(event, (error: unknown) => {
    logger.fatal({ err: error }, event)
    process.exit(1)
  })
}

try {
  const app = await startApp({
    config,
    logger,
    clock: createSystemClock((error) => logger.error({ err: error }, 'a timer failed')),
    onFirstPassword: (username, password) => {
      // Printed once on the terminal, not to the log, which is kept and shipped elsewhere.
      console.error(`First start: sign in as "${username}" with the password ${password} and change it. It will not be shown again.`)
    },
  })
  logger.info({ url: app.url }, 'ready')
  stopOnSignal(app.stop)
} catch (error) {
  const message = error instanceof Error ? error.message : String(error)
  logger.debug({ err: error }, 'start failed')
  console.error(message)
  process.exit(1)
}

function stopOnSignal(stop: () => Promise<void>): void {
  let stopping = false
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      if (stopping) return
      stopping = true
      logger.info({ signal }, 'stopping')
      setTimeout(() => process.exit(0), STOP_LIMIT_MS).unref()
      stop().then(
        () => process.exit(0),
        (error: unknown) => {
          logger.error({ err: error }, 'stop failed')
          process.exit(1)
        },
      )
    })
  }
}
