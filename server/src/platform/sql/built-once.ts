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

/** Callers choose the shapes, so that there could be any number of them. */
const MOST_SHAPES = 100

/** The same for a statement that has several shapes, such as a list with some of its filters in some order. */
export function builtForShapes<Shape, Statement>(
  build: (db: Executor, shape: Shape) => Statement,
): (db: Executor, shape: Shape) => Statement {
  const built = builtOnce(() => new Map<string, Statement>())
  return (db, shape) => {
    const known = built(db)
    const key = JSON.stringify(shape)
    const found = known.get(key)
    if (found !== undefined) return found
    if (known.size >= MOST_SHAPES) known.clear()
    const statement = build(db, shape)
    known.set(key, statement)
    return statement
  }
}

/** For `prepare`: whether the database prepares it too depends on the connection. */
export const UNNAMED = ''
