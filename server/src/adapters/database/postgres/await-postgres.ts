import { setTimeout as delay } from 'node:timers/promises'
import { DatabaseError, type Pool } from 'pg'
import type { Logger } from 'pino'
import { DatabaseBusy } from '../../../kernel/database-errors.ts'
import { type DatabaseProduct, productOf } from '../product.ts'

/** The database is unusable; the message is one line for the operator. */
export class DatabaseUnavailable extends Error {
  override readonly name = 'DatabaseUnavailable'
}

type Options = {
  /** How messages name the database. */
  readonly name: string
  readonly waitMs: number
  readonly logger: Logger
}

const OLDEST_VERSION = 15
const FIRST_PAUSE_MS = 250
const LONGEST_PAUSE_MS = 4_000

/** Waits until PostgreSQL answers, so that it may start after us, checks that it is new enough, and says what it is. */
export async function awaitPostgres(pool: Pool, { name, waitMs, logger }: Options): Promise<DatabaseProduct> {
  const deadline = Date.now() + waitMs
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)) {
    try {
      const { number, text } = await readVersion(pool)
      checkVersion(name, number)
      return productOf(text)
    } catch (error) {
      if (error instanceof DatabaseUnavailable) throw error
      const reason = describe(error)
      if (!mayComeUp(error)) throw new DatabaseUnavailable(`DATABASE_URL ${name}: ${reason}`, { cause: error })
      if (Date.now() + pauseMs > deadline)
        throw new DatabaseUnavailable(`DATABASE_URL ${name}: no answer within ${waitMs / 1000} s: ${reason}`, {
          cause: error,
        })
      logger.warn(`waiting for the database ${name}: ${reason}`)
      await delay(pauseMs)
    }
  }
}

async function readVersion(pool: Pool): Promise<{ readonly number: number; readonly text: string }> {
  const { rows } = await pool.query<{ number: string; text: string }>(
    `select current_setting('server_version_num') as number, version() as text`,
  )
  return { number: Math.floor(Number(rows[0]?.number) / 10_000), text: rows[0]?.text ?? '' }
}

function checkVersion(name: string, version: number): void {
  if (version >= OLDEST_VERSION) return
  throw new DatabaseUnavailable(
    `DATABASE_URL ${name}: PostgreSQL ${version} is too old, expected ${OLDEST_VERSION} or newer`,
  )
}

// PostgreSQL is starting up, shutting down or temporarily out of connections.
const PASSING_STATES = new Set(['57P01', '57P02', '57P03', '53300'])
const PASSING_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ENOENT',
])

/** Waiting does not fix a wrong password or a missing database. */
function mayComeUp(error: unknown): boolean {
  if (error instanceof DatabaseError) return PASSING_STATES.has(error.code ?? '')
  if (error instanceof DatabaseBusy) return true
  if (!(error instanceof Error)) return false
  return ('code' in error && PASSING_CODES.has(String(error.code))) || error.message.startsWith('Connection terminated')
}

function describe(error: unknown): string {
  // A name with several addresses fails with one error per address and no message of its own.
  if (error instanceof AggregateError && error.message === '') return error.errors.map(describe).join(', ')
  return error instanceof Error ? error.message : String(error)
}
