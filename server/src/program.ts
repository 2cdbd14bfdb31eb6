import { once } from 'node:events'
import { type Logger, pino } from 'pino'
import { type App, startApp } from './app.ts'
import type { Config } from './config/config.ts'
import { readConfig } from './config/read-config.ts'
import { createSystemClock } from './kernel/clock.ts'

/** Runs until the process is asked to stop, also during the start, and then ends it. */
export async function runProgram(stopRequested: AbortSignal): Promise<never> {
  const config = readEnvironment()
  const logger = pino({ level: config.log.level, base: { role: config.role } })
  exitOnUncaughtErrors(logger)
  const app = await start(config, logger, stopRequested)
  logger.info({ url: app.url }, 'ready')
  if (!stopRequested.aborted) await once(stopRequested, 'abort')
  return stop(app, logger, stopRequested)
}

function readEnvironment(): Config {
  const read = readConfig(process.env)
  if (read.ok) return read.config
  for (const line of read.problems) console.error(line)
  process.exit(1)
}

/** An uncaught error is our bug: logs it, and exits rather than continue in an unknown state. */
function exitOnUncaughtErrors(logger: Logger): void {
  for (const event of ['uncaughtException', 'unhandledRejection'] as const) {
    process.on(event, (error: unknown) => {
      logger.fatal({ err: error }, event)
      process.exit(1)
    })
  }
}

async function start(config: Config, logger: Logger, stopRequested: AbortSignal): Promise<App> {
  try {
    return await startApp({
      config,
      logger,
      stopRequested,
      clock: createSystemClock((error) => logger.error({ err: error }, 'a timer failed')),
      onFirstPassword: (username, password) => {
        // Printed once on the terminal, not to the log, which is kept and shipped elsewhere.
        console.error(`First start: sign in as "${username}" with the password ${password} and change it. It will not be shown again.`)
      },
    })
  } catch (error) {
    if (stopRequested.aborted && error === stopRequested.reason) {
      logger.info({ signal: error }, 'stopped before the start had finished')
      process.exit(0)
    }
    logger.debug({ err: error }, 'start failed')
    console.error(error instanceof Error ? error.message : String(error))
    process.exit(1)
  }
}

async function stop(app: App, logger: Logger, { reason }: AbortSignal): Promise<never> {
  logger.info({ signal: String(reason) }, 'stopping')
  try {
    await app.stop()
  } catch (error) {
    logger.error({ err: error }, 'stop failed')
    process.exit(1)
  }
  process.exit(0)
}
