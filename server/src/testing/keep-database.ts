import type { Database } from '../adapters/database/database.ts'

/** A database of one test file alone; `drop` closes and removes it. */
export type TestDatabase = Database & { readonly drop: () => Promise<void> }

/** Whether test databases stay for a look; prints where. */
export function keepsDatabase(place: string): boolean {
  if (!process.env['HEDDLE_KEEP_DATABASES']) return false
  console.info(`test database kept: ${place}`)
  return true
}
