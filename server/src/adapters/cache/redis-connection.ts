import type { Redis } from 'ioredis'
import type { Logger } from 'pino'
import type { Clock, Timer } from '../../kernel/clock.ts'
import { SECOND } from '../../kernel/durations.ts'
import { CacheUnavailable } from '../../kernel/errors.ts'

const CONNECT_TIMEOUT_MS = 2 * SECOND
const COMMAND_TIMEOUT_MS = 2 * SECOND
const PING_MS = 5 * SECOND
const START_TIMEOUT_MS = 10 * SECOND
const LONGEST_RETRY_DELAY_MS = 2 * SECOND

export type ConnectOptions = {
  readonly url: string
  readonly logger: Logger
  readonly startTimeoutMs?: number | undefined
  readonly commandTimeoutMs?: number | undefined
}

/** A ready connection that reconnects automatically. While it is down, commands fail after two seconds. */
export async function connectRedis({
  url,
  logger,
  startTimeoutMs = START_TIMEOUT_MS,
  commandTimeoutMs = COMMAND_TIMEOUT_MS,
}: ConnectOptions): Promise<Redis> {
  const { Redis } = await import('ioredis')
  const redis = new Redis(url, {
    connectTimeout: CONNECT_TIMEOUT_MS,
    commandTimeout: commandTimeoutMs,
    // A command that timed out leaves its connection as it was. When nothing arrives although answers are due, it is
    // replaced: the next command of a busy connection would not get one either.
    socketTimeout: 2 * commandTimeoutMs,
    keepAlive: 4 * SECOND,
    // The command timeout bounds the wait, so a short interruption goes unnoticed.
    maxRetriesPerRequest: null,
    // A command whose reply was lost may have been carried out: repeating an append or a count would do it twice.
    autoResendUnfulfilledCommands: false,
    // Subscribers resubscribe on every `ready`: if the library did it, an uncaught failure would end the process.
    autoResubscribe: false,
    retryStrategy: (attempt) => Math.min(50 * 2 ** attempt, LONGEST_RETRY_DELAY_MS),
  })
  await becomeReady(redis, startTimeoutMs)
  logOutages(redis, logger)
  return redis
}

/** Notices that a connection went silent although nobody asks anything: one that is rarely used, or only listens. */
export function pingRegularly(redis: Redis, clock: Clock): Timer {
  return clock.repeat(() => {
    if (redis.status === 'ready') redis.ping().catch(() => undefined)
  }, PING_MS)
}

/** Turns the library's errors into the one that callers know. */
export async function askRedis<T>(command: string, ask: () => Promise<T>): Promise<T> {
  try {
    return await ask()
  } catch (error) {
    throw new CacheUnavailable(`Redis ${command}: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    })
  }
}

export async function closeRedis(redis: Redis): Promise<void> {
  // Quits cleanly if connected, without waiting for anything else.
  if (redis.status === 'ready') await redis.quit().catch(() => undefined)
  redis.disconnect()
}

async function becomeReady(redis: Redis, timeoutMs: number): Promise<void> {
  const { promise, resolve, reject }: PromiseWithResolvers<void> = Promise.withResolvers()
  let last = 'no answer'
  const address = `${redis.options.host ?? 'localhost'}:${redis.options.port ?? ''}`
  const fail = (): void => reject(new CacheUnavailable(`REDIS_URL: cannot use Redis at ${address}: ${last}`))
  const note = (error: Error): void => {
    last = error.message || ('code' in error ? String(error.code) : error.name)
    // Waiting does not fix a wrong password.
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
    // One line per outage, not one per attempt to reconnect.
    if (!away) logger.warn({ err: new CacheUnavailable('Redis', { cause: last }) }, 'lost the connection to Redis')
    away = true
  })
  redis.on('ready', () => {
    if (away) logger.info('connected to Redis again')
    away = false
  })
}
