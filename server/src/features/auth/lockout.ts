import type { Database, Executor } from '../../adapters/database/database.ts'
import type { Clock } from '../../kernel/clock.ts'
import { Throttled } from '../../kernel/errors.ts'
import { deleteExpiredFailures, deleteFailures, lockFailures, writeFailures } from './lockout.store.ts'

export type LockoutRules = { readonly failures: number; readonly windowMs: number }

/** Counted as failed from the start, so that concurrent attempts cannot exceed the limit. */
export type Attempt = {
  /** The login is complete: clears all earlier failures. */
  readonly succeeded: (tx: Executor) => Promise<void>
  /** The attempt was inconclusive: removes it from the count. */
  readonly takeBack: (tx: Executor) => Promise<void>
}

export type Lockout = ReturnType<typeof createLockout>

type Dependencies = { readonly database: Database; readonly clock: Clock; readonly rules: LockoutRules }

const NO_LIMIT: Attempt = { succeeded: async () => undefined, takeBack: async () => undefined }

/**
 * Rejects a name, existing or not, that failed too often in the window. Stored in the database, so it applies in every
 * process and survives a restart.
 */
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
    /**
     * Throws `Throttled` while the name is locked out. Nothing is counted then, so the lockout ends even under constant
     * attack.
     */
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

    /** Lifts a lockout: the name may try again at once. */
    reset: (tx: Executor, username: string): Promise<void> => deleteFailures(tx, username.toLowerCase()),

    deleteExpired: (): Promise<void> => deleteExpiredFailures(database.db, clock.now()),
  }
}
