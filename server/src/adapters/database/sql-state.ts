import { DatabaseError } from 'pg'

/** The SQLSTATE of an error, however it is wrapped; undefined when it is not PostgreSQL's. */
export function sqlState(error: unknown): string | undefined {
  for (let current = error; current instanceof Error; current = current.cause) {
    if (current instanceof DatabaseError) return current.code
  }
  return undefined
}
