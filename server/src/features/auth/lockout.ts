import type { Database, Executor } from '../../adapters/database/database.ts'
import type { Clock } from '../../kernel/clock.ts'
import { countedAddress } from '../../kernel/counted-address.ts'
import { DAY } from '../../kernel/durations.ts'
import { Throttled } from '../../kernel/errors.ts'
import { currentActor } from '../../platform/request-scope.ts'
import type { Audit } from '../audit/index.ts'
import type { UserRow } from '../users/index.ts'
import { countEvents, deleteEvent, deleteEvents, deleteExpiredEvents } from './counted-events.store.ts'
import { type Counted, countEvent } from './event-counter.ts'
import { codesOf, type LockedSubject, passwordsOf } from './locked-subjects.ts'
import { deleteSignInAddressesBefore, hasSignedInSince, saveSignInAddress } from './sign-in-addresses.store.ts'

/** After so many failures from one address it is locked; after ten times as many from all, every address is. */
export type LockoutRules = { readonly failures: number; readonly windowMs: number }

/** Counted as failed from the start, so that concurrent attempts cannot exceed the limit. */
export type SignInAttempt = {
  /** The attempt failed: records the lock, if it begins with this one. */
  readonly failed: (tx: Executor) => Promise<void>
  /** The login is complete: clears the failures of this user at this address, and remembers the address. */
  readonly succeeded: (tx: Executor, user: UserRow) => Promise<void>
  /** The attempt was inconclusive: removes it from the count. */
  readonly takeBack: (tx: Executor) => Promise<void>
}

/** Limits on failed attempts at an account. */
export type Lockout = {
  /** Throws `Throttled` while the account is locked out here. */
  readonly begin: (locked: LockedSubject) => Promise<SignInAttempt>
  /** Lifts all locks of an account: it may try again at once, from anywhere. */
  readonly reset: (tx: Executor, user: UserRow) => Promise<void>
  readonly deleteExpired: () => Promise<void>
}

type Dependencies = {
  readonly database: Database
  readonly clock: Clock
  readonly audit: Audit
  readonly rules: LockoutRules
}

const OVERALL_FACTOR = 10
const ADDRESSES_KEPT_MS = 30 * DAY

/** An attempt that no limit counts. */
export const UNCOUNTED: SignInAttempt = {
  failed: async () => undefined,
  succeeded: async () => undefined,
  takeBack: async () => undefined,
}

/** Rejects attempts at an account, existing or not, that failed too often in the window. */
export function createLockout({ database, clock, audit, rules }: Dependencies): Lockout {
  const isOff = rules.failures === 0 || rules.windowMs === 0
  const limits = { windowMs: rules.windowMs, perAddress: rules.failures, overall: rules.failures * OVERALL_FACTOR }

  const trustedSince = (): Date => new Date(clock.now().getTime() - ADDRESSES_KEPT_MS)
  const addressHere = (): string => countedAddress(currentActor().ipAddress ?? '')

  async function count({ subject, user: { userId } }: LockedSubject, address: string, now: Date) {
    const isExempt = async (tx: Executor) =>
      userId !== null && (await hasSignedInSince(tx, userId, address, trustedSince()))
    const counted = await database.transaction((tx) => countEvent(tx, limits, { subject, address, isExempt }, now))
    if (counted.fullUntil)
      throw new Throttled(counted.fullUntil.getTime() - now.getTime(), 'Too many failed attempts for this account.')
    return counted
  }

  /** Only the attempt that used up a limit records the lock, and only if none was taken back meanwhile. */
  async function recordLocks(
    tx: Executor,
    locked: LockedSubject,
    address: string,
    counted: Counted & { fullUntil: undefined },
  ) {
    if (counted.fromAddress !== limits.perAddress && counted.overall !== limits.overall) return
    const still = await countEvents(tx, locked.subject, address, new Date(clock.now().getTime() - limits.windowMs))
    if (counted.fromAddress === limits.perAddress && still.fromAddress >= limits.perAddress) {
      await recordLock(tx, locked, locked.isPerAddress ? { scope: 'address', address } : { scope: 'all' })
    }
    if (counted.overall === limits.overall && still.overall >= limits.overall) {
      await recordLock(tx, locked, { scope: 'unknown_addresses' })
    }
  }

  async function recordLock(
    tx: Executor,
    { subject, user }: LockedSubject,
    metadata: Record<string, string>,
  ): Promise<void> {
    const [what = ''] = subject.split(':', 1)
    await audit.record(tx, {
      action: 'account_lock',
      description: `"${user.username.slice(0, 200)}" was locked after too many failed attempts`,
      metadata: { ...metadata, counted: what, minutes: rules.windowMs / 60_000 },
      actor: user,
      ...(user.userId !== null && { target: { type: 'user', id: user.userId } }),
    })
  }

  return {
    begin: async (locked) => {
      const here = addressHere()
      const remember = (tx: Executor, user: UserRow) => saveSignInAddress(tx, user.id, here, clock.now())
      if (isOff) return { ...UNCOUNTED, succeeded: remember }
      const address = locked.isPerAddress ? here : ''
      const counted = await count(locked, address, clock.now())
      return {
        failed: (tx) => recordLocks(tx, locked, address, counted),
        succeeded: async (tx, user) => {
          await deleteEvents(tx, locked.subject, address)
          await deleteEvents(tx, passwordsOf(user).subject, here)
          await remember(tx, user)
        },
        takeBack: (tx) => deleteEvent(tx, counted.id),
      }
    },

    reset: async (tx, user) => {
      await deleteEvents(tx, passwordsOf(user).subject)
      await deleteEvents(tx, codesOf(user).subject)
    },

    deleteExpired: async () => {
      await deleteExpiredEvents(database.db, clock.now())
      await deleteSignInAddressesBefore(database.db, trustedSince())
    },
  }
}
