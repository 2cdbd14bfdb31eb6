import type { Database, Executor } from '../../adapters/database/database.ts'
import type { Clock } from '../../kernel/clock.ts'
import { DAY } from '../../kernel/durations.ts'
import type { Caller } from '../../kernel/caller.ts'
import { FieldErrors } from '../../kernel/errors.ts'
import type { Outbox } from '../../platform/mail/outbox.ts'
import type { Audit } from '../audit/index.ts'
import type { UserRow, UsersService } from '../users/index.ts'
import { verificationMail } from './auth.mails.ts'
import {
  deleteExpiredVerifications,
  extendVerifications,
  insertVerification,
  spendVerification,
} from './email-verifications.store.ts'
import { mayMail } from './mail-limits.ts'
import { hashToken, newToken } from './one-time-codes.ts'
import { deleteResetLinks } from './password-resets.store.ts'

const LIFETIME_MS = 3 * DAY

type Dependencies = {
  readonly database: Database
  readonly users: UsersService
  readonly outbox: Outbox
  readonly audit: Audit
  readonly clock: Clock
  /** Base URL of this API, for the link. */
  readonly publicUrl: string
}

/** Links that prove that an address is of its user. */
export type EmailVerificationService = {
  /** For an administrator who knows the address; the caller records it. */
  readonly accept: (tx: Executor, user: UserRow) => Promise<void>
  readonly send: (caller: Caller) => Promise<void>
  /** Whether the link verified the account's current address. */
  readonly verify: (token: string) => Promise<boolean>
  readonly deleteExpired: () => Promise<void>
}

export function createEmailVerificationService({
  database,
  users,
  outbox,
  audit,
  clock,
  publicUrl,
}: Dependencies): EmailVerificationService {
  async function mailLink(
    tx: Executor,
    user: UserRow,
    address: Parameters<typeof extendVerifications>[1],
  ): Promise<void> {
    const token = newToken()
    await insertVerification(tx, { tokenHash: hashToken(token), ...address })
    const link = new URL('/api/auth/email/verify/', publicUrl)
    link.searchParams.set('token', token)
    await outbox.post(tx, { to: user.email, ...verificationMail(user, link.href) })
  }

  /** From now on mail goes to the current address, and reset links mailed elsewhere are void. */
  async function accept(tx: Executor, user: UserRow): Promise<void> {
    await users.update(tx, user, { emailVerified: true, formerEmail: null, formerEmailVerified: false })
    if (user.formerEmail !== null) await deleteResetLinks(tx, user.id)
  }

  return {
    accept,

    send: (caller) =>
      database.transaction(async (tx) => {
        const user = await users.lock(tx, caller.id)
        if (user.email === '') throw FieldErrors.nonField('This account has no e-mail address.')
        const now = clock.now()
        const address = {
          userId: user.id,
          emailRevision: user.emailRevision,
          expiresAt: new Date(now.getTime() + LIFETIME_MS),
        }
        await extendVerifications(tx, address, now)
        const isSent = await mayMail(tx, 'verification', user.email, now)
        if (isSent) await mailLink(tx, user, address)
        await audit.record(tx, {
          action: 'email_verification_send',
          description: `A verification link was ${isSent ? 'sent' : 'requested too often to be sent'} to ${user.username}`,
          target: { type: 'user', id: user.id },
        })
      }),

    verify: (token) =>
      database.transaction(async (tx) => {
        const proof = await spendVerification(tx, hashToken(token), clock.now())
        const user = proof && (await users.lock(tx, proof.userId))
        if (user?.emailRevision !== proof?.emailRevision || !user) return false
        await accept(tx, user)
        await audit.record(tx, {
          action: 'email_verify',
          description: `${user.username} verified their e-mail address`,
          target: { type: 'user', id: user.id },
          actor: { userId: user.id, username: user.username },
        })
        return true
      }),

    deleteExpired: () => deleteExpiredVerifications(database.db, clock.now()),
  }
}
