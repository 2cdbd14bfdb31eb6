import { Redis } from 'ioredis'
import type { Logger } from 'pino'
import { SECOND } from '../../platform/durations.ts'
import { CacheUnavailable } from './cache.ts'

const CONNECT_TIMEOUT_MS = 2 * SECOND
const COMMAND_TIMEOUT_MS = 2 * SECOND
const START_TIMEOUT_MS = 10 * SECOND
const LONGEST_RETRY_DELAY_MS = 2 * SECOND

export type ConnectOptions = {
  readonly url: string
  readonly logger: Logger
  readonly startTimeoutMs?: number | undefined
  readonly commandTimeoutMs?: number | undefined
}

/** A connection that is ready, and that comes back by itself when it is lost. Until then commands fail after two seconds. */
export async function connectRedis({
  url,
  logger,
  startTimeoutMs = START_TIMEOUT_MS,
  commandTimeoutMs = COMMAND_TIMEOUT_MS,
}: ConnectOptions): Promise<Redis> {
  const redis = new Redis(url, {
    connectTimeout: CONNECT_TIMEOUT_MS,
    commandTimeout: commandTimeoutMs,
    // The command timeout is what bounds the waiting; a short interruption is not noticed.
    maxRetriesPerRequest: null,
    // A command whose answer was lost may have been done: repeating an append or a count would do it twice.
    autoResendUnfulfilledCommands: false,
    // Whoever subscribes does it again at every `ready`: a failure of the library's own attempt is caught by nobody, and ends the process.
    autoResubscribe: false,
    retryStrategy: (attempt) => Math.min(50 * 2 ** attempt, LONGEST_RETRY_DELAY_MS),
  })
  await becomeReady(redis, startTimeoutMs)
  logOutages(redis, logger)
  return redis
}

/** Turns what a library throws into the error that callers know. */
export async function askRedis<T>(command: string, ask: () => Promise<T>): Promise<T> {
  try {
    return await ask()
  } catch (error) {
    throw new CacheUnavailable(`Redis ${command}: ${error instanceof Error ? error.message : String(error)}`, { cause: error })
  }
}

export async function closeRedis(redis: Redis): Promise<void> {
  // Says goodbye when there is somebody to hear it; what can not be said is not waited for.
  if (redis.status === 'ready') await redis.quit().catch(() => undefined)
  redis.disconnect()
}

async function becomeReady(redis: Redis, timeoutMs: number): Promise<void> {
  const { promise, resolve, reject }: PromiseWithResolvers<void> = Promise.withResolvers()
  let last = 'no answer'
  const address = `${redis.options.host ?? 'localhost'}:${redis.options.port ?? ''}`
  const fail = (): void => reject(new CacheUnavailable(`REDIS_URL: can not use Redis at ${address}: ${last}`))
  const note = (error: Error): void => {
    last = error.message || ('code' in error ? String(error.code) : error.name)
    // A wrong password does not become right by waiting.
    if (/^(WRONGPASS|NOAUTH|NOPERM|ERR )/.test(last)) fail()
  }
  const deadline = setTimeout(fail, timeoutMs)
  redis.on('error', note).once('ready', resolve)
  try {
    await promise
  } catch (error) {
    redis.on('error', () => undefined).disconnect()
    throw error
  } finally {
    clearTimeout(deadline)
    redis.off('error', note).off('ready', resolve)
  }
}

function logOutages(redis: Redis, logger: Logger): void {
  let away = false
  let last: Error | undefined
  redis.on('error', (error: Error) => (last = error))
  redis.on('reconnecting', () => {
    // One line for an outage, not one for every attempt to end it.
    if (!away) logger.warn({ err: last }, 'lost the connection to Redis')
    away = true
  })
  redis.on('ready', () => {
    if (away) logger.info('connected to Redis again')
    away = false
  })
}
