import { type Column, type SQL, sql } from 'drizzle-orm'
import type { Executor } from '../../adapters/database/database.ts'

type Prepared = { readonly execute: (values?: Record<string, unknown>) => Promise<unknown> }

/**
 * A statement that is built once instead of at each use: for those of every request or run, building takes longer than
 * what the database does. What varies is a `sql.placeholder`. It may be used in any transaction.
 */
export function builtOnce<Statement extends Prepared>(build: (db: Executor) => Statement): (db: Executor) => Statement {
  let built: Statement | undefined
  return (db) => usedOn(db, (built ??= build(db)))
}

/** The same statement for another connection, which is all that differs between two executors of a process. */
function usedOn<Statement extends Prepared>(db: Executor, built: Statement): Statement {
  const { client } = db._.session as unknown as { readonly client: object }
  return Object.assign(Object.create(Object.getPrototypeOf(built) as object) as Statement, built, { client })
}

/** Callers choose the shapes, so that there could be any number of them. */
const MOST_SHAPES = 100

/** The same for a statement that has several shapes, such as a list with some of its filters in some order. */
export function builtForShapes<Shape, Statement extends Prepared>(
  build: (db: Executor, shape: Shape) => Statement,
): (db: Executor, shape: Shape) => Statement {
  const built = new Map<string, Statement>()
  return (db, shape) => {
    const key = JSON.stringify(shape)
    let statement = built.get(key)
    if (statement === undefined) {
      if (built.size >= MOST_SHAPES) built.clear()
      statement = build(db, shape)
      built.set(key, statement)
    }
    return usedOn(db, statement)
  }
}

/** The value of a column, by its name in a statement that is built once. */
export const given = (column: Column, name: string): SQL =>
  sql`${sql.param<unknown, unknown>(sql.placeholder(name), {
    mapToDriverValue: (value) => (value === null ? null : column.mapToDriverValue(value)),
  })}`

/** For `prepare`: whether the database prepares it too depends on the connection. */
export const UNNAMED = ''
