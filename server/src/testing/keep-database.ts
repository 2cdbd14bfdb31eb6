import type { Database } from '../adapters/database/database.ts'

/** A database for one test file; `drop` closes and removes it. */
export type TestDatabase = Database & { readonly drop: () => Promise<void> }

/** Whether to keep test databases for inspection; prints where they are. */
export function shouldKeepDatabase(place: string): boolean {
  if (!process.env['HEDDLE_KEEP_DATABASES']) return false
  console.info(`test database kept: ${place}`)
  return true
}
