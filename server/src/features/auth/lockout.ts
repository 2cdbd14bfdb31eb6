import type { Database, Executor } from '../../adapters/database/database.ts'
import type { Clock } from '../../platform/clock.ts'
import { Throttled } from '../../platform/http/errors.ts'
import { deleteExpiredFailures, deleteFailures, lockFailures, writeFailures } from './lockout.store.ts'

export type LockoutRules = { readonly failures: number; readonly windowMs: number }

/** An attempt counts as failed from its beginning; of many at the same moment no more get through than the rules allow. */
export type Attempt = {
  /** It was right and all there is to it: the failures before it are forgotten. */
  readonly succeeded: (tx: Executor) => Promise<void>
  /** It proved nothing, neither way: it is taken back. */
  readonly takeBack: (tx: Executor) => Promise<void>
}

export type Lockout = ReturnType<typeof createLockout>

type Dependencies = { readonly database: Database; readonly clock: Clock; readonly rules: LockoutRules }

const NO_LIMIT: Attempt = { succeeded: async () => undefined, takeBack: async () => undefined }

/** Refuses a name, existing or not, that failed too often in the window. Kept in the database: it holds in every process and after a restart. */
export function createLockout({ database, clock, rules }: Dependencies) {
  const isOff = rules.failures === 0 || rules.windowMs === 0

  const endOf = (at: Date): Date => new Date(at.getTime() + rules.windowMs)

  async function count(key: string, now: Date): Promise<void> {
    const lockedUntil = await database.transaction(async (tx) => {
      const failures = (await lockFailures(tx, key, now)).filter((at) => endOf(at) > now)
      if (failures.length >= rules.failures) return endOf(failures[failures.length - rules.failures]!)
      await writeFailures(tx, key, [...failures, now], endOf(now))
      return undefined
    })
    if (lockedUntil) throw new Throttled(lockedUntil.getTime() - now.getTime(), 'Too many failed attempts for this account.')
  }

  return {
    /** Throws `Throttled` when the name is locked out; then nothing is counted, so that it ends even for a name that is attacked without pause. */
    begin: async (username: string): Promise<Attempt> => {
      if (isOff) return NO_LIMIT
      const key = username.toLowerCase()
      const now = clock.now()
      await count(key, now)
      return {
        succeeded: (tx) => deleteFailures(tx, key),
        takeBack: async (tx) => {
          const failures = await lockFailures(tx, key, now)
          const own = failures.findIndex((at) => at.getTime() === now.getTime())
          await writeFailures(
            tx,
            key,
            failures.filter((_at, index) => index !== own),
            endOf(now),
          )
        },
      }
    },

    /** An administrator helps somebody out: the name may try again at once. */
    forgive: (tx: Executor, username: string): Promise<void> => deleteFailures(tx, username.toLowerCase()),

    deleteExpired: (): Promise<void> => deleteExpiredFailures(database.db, clock.now()),
  }
}
