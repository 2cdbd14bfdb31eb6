import { DatabaseError } from 'pg'

/** PostgreSQL's code of the error behind whatever wrapped it; undefined for errors that are not PostgreSQL's. */
export function sqlState(error: unknown): string | undefined {
  for (let current = error; current instanceof Error; current = current.cause) {
    if (current instanceof DatabaseError) return current.code
  }
  return undefined
}
