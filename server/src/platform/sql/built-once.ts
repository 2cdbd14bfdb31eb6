import type { Executor } from '../../adapters/database/database.ts'

/**
 * A statement that is built once for each database instead of at each use: for those of every request, building takes
 * longer than what the database does. What varies is a `sql.placeholder`.
 */
export function builtOnce<Statement>(build: (db: Executor) => Statement): (db: Executor) => Statement {
  const built = new WeakMap<Executor, Statement>()
  return (db) => {
    const known = built.get(db)
    if (known !== undefined) return known
    const statement = build(db)
    built.set(db, statement)
    return statement
  }
}

/** For `prepare`: whether the database prepares it too depends on the connection. */
export const UNNAMED = ''
