import { DrizzleQueryError } from 'drizzle-orm/errors'
import { DatabaseError } from 'pg'
import { expect, it, vi } from 'vitest'
import { markDatabaseError } from '../../kernel/database-errors.ts'
import { CacheUnavailable } from '../../kernel/errors.ts'
import { createLogger } from './create-logger.ts'
import { messageOf } from './describe-error.ts'

type Line = {
  readonly msg: string
  readonly held_back?: number
  readonly outage?: string
  readonly err?: { readonly stack?: string }
}

function setUp() {
  const texts: string[] = []
  const logger = createLogger({ level: 'info', destination: { write: (text: string) => void texts.push(text) } })
  return { logger, texts, lines: () => texts.map((text) => JSON.parse(text) as Line) }
}

const unanswered = (): Error =>
  Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:5432'), { code: 'ECONNREFUSED' })
const refused = (): Error => markDatabaseError(unanswered())

function databaseError(code: string, message: string, fields: object = {}): DatabaseError {
  return Object.assign(new DatabaseError(message, message.length, 'error'), {
    code,
    severity: 'ERROR',
    routine: 'x',
    ...fields,
  })
}

it('an outage is logged once a minute and cause, with a count of what was held back', () => {
  vi.useFakeTimers()
  const { logger, lines } = setUp()

  logger.error({ err: refused() }, 'cannot read the job queue')
  for (let i = 0; i < 30; i += 1)
    logger.child({ job: 'x' }).error({ err: new Error('failed', { cause: refused() }) }, 'a step failed')
  logger.warn({ err: new CacheUnavailable('Redis GET: Command timed out') }, 'an event did not reach other processes')
  vi.advanceTimersByTime(60_000)
  vi.advanceTimersByTime(60_000)
  logger.error({ err: refused() }, 'cannot read the job queue')
  vi.useRealTimers()

  expect(lines().map(({ msg, outage, held_back }) => [outage, msg, held_back])).toEqual([
    ['database', 'cannot read the job queue', undefined],
    ['cache', 'an event did not reach other processes', undefined],
    ['database', 'the database was out of reach: 30 more messages with this cause were held back', 30],
    ['database', 'cannot read the job queue', undefined],
  ])
  expect(lines()[0]!.err!.stack).toBeUndefined()
})

it('other errors are logged each time, with their stack', () => {
  const { logger, lines } = setUp()

  for (let i = 0; i < 3; i += 1) logger.error({ err: new TypeError('broken') }, 'request failed')
  logger.error(new TypeError('broken'))
  logger.warn({ err: unanswered() }, 'another peer')
  logger.warn({ err: unanswered() }, 'another peer')
  logger.warn('plain %s', 'words')

  expect(lines().map(({ msg }) => msg)).toEqual([
    'request failed',
    'request failed',
    'request failed',
    'broken',
    'another peer',
    'another peer',
    'plain words',
  ])
  expect(lines()[0]!.err!.stack).toMatch(/^TypeError: broken\n +at /)
})

it('the values of a statement are never logged', () => {
  const { logger, texts } = setUp()
  const cause = databaseError('23505', 'duplicate key value violates unique constraint "users_email"', {
    detail: 'Key (email)=(hidden@example.org) already exists.',
    where: 'hidden',
    constraint: 'users_email',
  })
  const error = new DrizzleQueryError(`insert into "users" values ($1, 'hidden')`, ['hidden'], cause)
  const refusedValue = databaseError('22003', 'value "hidden" is out of range for type integer')

  logger.error({ err: error }, 'request failed')
  logger.error({ err: new Error('import failed', { cause: refusedValue }) }, 'request failed')

  expect(texts.join('')).not.toContain('hidden')
  expect(texts[0]).toContain('a statement failed: duplicate key value violates unique constraint')
  expect(texts[0]).toContain(`insert into \\"users\\" values ($1, '…')`)
  expect(texts[1]).toContain('import failed: value')
  expect(messageOf(error)).toBe('a statement failed: duplicate key value violates unique constraint "users_email"')
})

it('a message says each cause once', () => {
  const cause = new DrizzleQueryError('create table x ()', [], databaseError('42P07', 'relation "x" already exists'))

  expect(messageOf(new Error('migration 1: relation "x" already exists', { cause }))).toBe(
    'migration 1: relation "x" already exists',
  )
  expect(messageOf('in plain words')).toBe('in plain words')
  expect(messageOf(undefined)).toBe('undefined')
})
