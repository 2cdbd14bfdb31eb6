/** No connection became free in time. */
export class DatabaseBusy extends Error {
  override readonly name = 'DatabaseBusy'

  constructor(waitMs: number, cause: Error) {
    super(
      `no database connection within ${waitMs} ms: a statement is slow, or a transaction is waiting for something else`,
      { cause },
    )
  }
}

/** A connection that carried nothing, although an answer was due. */
export class ConnectionSilent extends Error {
  override readonly name = 'ConnectionSilent'

  constructor(silentMs: number) {
    super(`the database connection was silent for ${Math.round(silentMs / 1000)} s`)
  }
}

/**
 * Connection exceptions (08), insufficient resources (53), an operator's intervention (57, a statement that took too
 * long among them), and a server that became a read-only standby.
 */
const OUTAGE_STATES = /^(?:(?:08|53|57)[0-9A-Z]{3}|25006)$/
const OUTAGE_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ETIMEDOUT',
  'EPIPE',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
])
const OF_DATABASE = Symbol('of the database')

/** Marks an error of a socket to the database: those of other peers look the same. Copies keep the mark. */
export function markDatabaseError<E>(error: E): E {
  if (error instanceof Error) Object.assign(error, { [OF_DATABASE]: true })
  return error
}

/** The driver's own errors have no code. */
const OUTAGE_MESSAGES =
  /^(?:Connection terminated|Client has encountered a connection error|Client was closed and is not queryable)/

/**
 * A short name for what keeps the database from answering, if that is why this failed: the same for every statement
 * that fails for the same reason. Undefined for any other error.
 */
export function databaseOutage(error: unknown): string | undefined {
  for (let current = error; current instanceof Error; current = current.cause) {
    const outage = outageOf(current)
    if (outage !== undefined) return outage
  }
  return undefined
}

function outageOf(error: Error): string | undefined {
  if (error instanceof DatabaseBusy || error instanceof ConnectionSilent) return error.name
  const code = 'code' in error ? String(error.code) : ''
  if (OUTAGE_STATES.test(code) || (OF_DATABASE in error && OUTAGE_CODES.has(code))) return code
  return OUTAGE_MESSAGES.test(error.message) ? 'connection lost' : undefined
}

type StatementFailure = { readonly message: string; readonly fields: Readonly<Record<string, unknown>> }

/** Instead of the query builder's message, which holds the statement and its values. */
export const STATEMENT_FAILED = 'a statement failed'

/** A failed statement as it may be logged and shown to operators: never with the values of the statement. */
export function statementFailure(error: Error): StatementFailure | undefined {
  if (isOfQueryBuilder(error)) return { message: STATEMENT_FAILED, fields: { statement: withoutLiterals(error.query) } }
  if (!isOfServer(error)) return undefined
  const { code, severity, table, constraint } = error
  // Data exceptions quote the value that was refused; `detail` and `where`, which any error may have, quote whole rows.
  const message = code?.startsWith('22') ? error.message.replaceAll(/"[^"]*"/g, '"…"') : error.message
  return { message, fields: { code, severity, table, constraint } }
}

type ServerError = Error & Readonly<Record<'code' | 'severity' | 'table' | 'constraint', string | undefined>>

/** Known by their fields, because their classes belong to the adapter of the database. */
const isOfQueryBuilder = (error: Error): error is Error & { readonly query: string } =>
  'query' in error && 'params' in error && typeof error.query === 'string'
const isOfServer = (error: Error): error is ServerError => 'severity' in error && 'routine' in error

const LONGEST_STATEMENT = 1000

const withoutLiterals = (statement: string): string =>
  statement.replaceAll(/'(?:[^']|'')*'/g, `'…'`).slice(0, LONGEST_STATEMENT)
