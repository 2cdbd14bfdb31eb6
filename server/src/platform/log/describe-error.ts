import { STATEMENT_FAILED, statementFailure } from '../../kernel/database-errors.ts'
import { outageOf } from '../outages.ts'

/** Other properties may hold what does not belong in a log: rows, requests, credentials. */
const LOGGED = ['code', 'errno', 'syscall', 'address', 'port', 'path', 'status', 'statusCode'] as const
const DEEPEST = 5

/** An error in one line for people: why it happened, without the values of a statement. */
export function messageOf(error: unknown): string {
  const [first = String(error), ...causes] = chain(error).map(ownMessage)
  // Skip causes that the message already names, and "statement failed" unless it is all we have.
  const isNews = (text: string, message: string): boolean => !text.includes(message) && message !== STATEMENT_FAILED
  return causes.reduce((text, message) => (isNews(text, message) ? `${text}: ${message}` : text), first)
}

/** An error as it is logged: its causes, and where it came from, unless a store that is away is the whole story. */
export function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  const links = chain(error).filter((link) => link instanceof Error)
  const stack = links.map((link) => `${typeOf(link)}: ${ownMessage(link)}${framesOf(link)}`).join('\ncaused by: ')
  return {
    type: typeOf(error),
    message: messageOf(error),
    ...(outageOf(error) === undefined && { stack }),
    ...Object.fromEntries<unknown>(links.toReversed().flatMap((link) => Object.entries(fieldsOf(link)))),
    ...(error instanceof AggregateError && { errors: error.errors.map(messageOf) }),
  }
}

/** The error and its causes. */
function chain(error: unknown): unknown[] {
  const links: unknown[] = []
  for (let link = error; link !== undefined && link !== null && links.length < DEEPEST;) {
    links.push(link)
    link = link instanceof Error ? link.cause : undefined
  }
  return links
}

function ownMessage(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  // One that was tried at several addresses has no message of its own.
  if (error.message === '' && error instanceof AggregateError) return error.errors.map(messageOf).join(', ')
  return statementFailure(error)?.message ?? error.message
}

function fieldsOf(error: Error): Record<string, unknown> {
  const known = LOGGED.filter((name) => name in error).map(
    (name) => [name, Reflect.get(error, name) as unknown] as const,
  )
  return { ...Object.fromEntries<unknown>(known), ...statementFailure(error)?.fields }
}

const typeOf = (error: Error): string => (error.name === 'Error' ? error.constructor.name : error.name)

/** Without the message above them. */
function framesOf({ stack = '' }: Error): string {
  const start = stack.search(/\n\s+at /)
  return start === -1 ? '' : stack.slice(start)
}
