import { once } from 'node:events'
import { flushCompileCache } from 'node:module'
import type { Logger } from 'pino'
import { type App, startApp } from './app.ts'
import { dataFolderFault } from './adapters/database/data-folder-fault.ts'
import type { Config } from './config/config.ts'
import { readConfig } from './config/read-config.ts'
import { createSystemClock } from './kernel/clock.ts'
import { collectProcessAtRest } from './kernel/collect-at-rest.ts'
import { SECOND } from './kernel/durations.ts'
import { createLogger } from './platform/log/create-logger.ts'
import { messageOf } from './platform/log/describe-error.ts'

/** Runs until the process is asked to stop, also during the start, and then ends it. */
export async function runProgram(stopRequested: AbortSignal): Promise<never> {
  const config = readEnvironment()
  const logger = createLogger({ level: config.log.level, base: { role: config.role } })
  exitOnUncaughtErrors(logger, config)
  limitStop(config, logger, stopRequested)
  const app = await start(config, logger, stopRequested)
  logger.info({ url: app.url }, 'ready')
  keepCompiled()
  collectProcessAtRest((giveUp) => app.platform.memory.onShort(giveUp))
  if (!stopRequested.aborted) await once(stopRequested, 'abort')
  return stop(app, logger, stopRequested)
}

/** Soon rather than at the end only: a process that is killed would leave the next one to compile all again. */
function keepCompiled(): void {
  setTimeout(flushCompileCache, 5 * SECOND).unref()
}

function readEnvironment(): Config {
  const read = readConfig(process.env)
  if (read.ok) return read.config
  for (const line of read.problems) console.error(line)
  process.exit(1)
}

/** An uncaught error is our bug: logs it, and exits rather than continue in an unknown state. */
function exitOnUncaughtErrors(logger: Logger, { dataDir }: Config): void {
  for (const event of ['uncaughtException', 'unhandledRejection'] as const) {
    process.on(event, (error: unknown) => {
      logger.fatal({ err: error }, dataFolderFault(error, dataDir) ?? event)
      process.exit(1)
    })
  }
}

/** Whatever hangs, the process is gone when its supervisor expects it to be. */
function limitStop({ stopGraceMs }: Config, logger: Logger, stopRequested: AbortSignal): void {
  const end = (): never => {
    logger.error({ grace_seconds: stopGraceMs / SECOND }, 'the stop took longer than STOP_GRACE_SECONDS; ending now')
    process.exit(1)
  }
  const startTimer = (): unknown => setTimeout(end, stopGraceMs).unref()
  if (stopRequested.aborted) startTimer()
  else stopRequested.addEventListener('abort', startTimer)
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
        console.error(
          `First start: sign in as "${username}" with the password ${password} and change it. It will not be shown again.`,
        )
      },
    })
  } catch (error) {
    if (stopRequested.aborted && error === stopRequested.reason) {
      logger.info({ signal: error }, 'stopped before the start had finished')
      process.exit(0)
    }
    logger.debug({ err: error }, 'start failed')
    console.error(dataFolderFault(error, config.dataDir) ?? messageOf(error))
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
