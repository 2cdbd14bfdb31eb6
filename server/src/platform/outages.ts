import { databaseOutage } from '../kernel/database-errors.ts'
import { CacheUnavailable } from '../kernel/errors.ts'

/** A store of this installation that does not answer: what it is, and a short name for how that shows. */
export type Outage = { readonly of: 'database' | 'cache'; readonly cause: string }

/** Undefined when an error has any other reason. Peers such as controllers have errors of their own. */
export function outageOf(error: unknown): Outage | undefined {
  if (error instanceof CacheUnavailable) return { of: 'cache', cause: 'no answer' }
  const cause = databaseOutage(error)
  return cause === undefined ? undefined : { of: 'database', cause }
}
