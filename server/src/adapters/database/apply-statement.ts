import { sql } from 'drizzle-orm'
import type { Logger } from 'pino'
import type { Transaction } from './database.ts'
import { sqlState } from './sql-state.ts'

/** The one extension that migrations ask for. It makes a search in the audit log fast; the search works without. */
const TRIGRAMS = /\b(?:pg_trgm|gin_trgm_ops)\b/

/** Not supported, not installed, not permitted, no such operator class, no such index method. */
const CANNOT_BE_CREATED = new Set(['0A000', '58P01', '42501', '42704'])

/** Runs a statement of a migration. What only a missing extension would make faster is left out with a warning. */
export async function applyStatement(tx: Transaction, statement: string, logger: Logger | undefined): Promise<void> {
  if (!TRIGRAMS.test(statement)) {
    await tx.execute(sql.raw(statement))
    return
  }
  try {
    await tx.transaction((inner) => inner.execute(sql.raw(statement)))
  } catch (error) {
    if (!CANNOT_BE_CREATED.has(sqlState(error) ?? '')) throw error
    logger?.warn(
      `the database cannot use pg_trgm: searching the audit log's descriptions will read all of them (${sqlState(error)})`,
    )
  }
}
