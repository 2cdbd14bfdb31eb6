import type { Database } from '../../adapters/database/database.ts'
import type { Clock } from '../../kernel/clock.ts'
import { DAY } from '../../kernel/durations.ts'
import type { Caller } from '../../kernel/caller.ts'
import { FieldErrors } from '../../kernel/errors.ts'
import type { Outbox } from '../../platform/mail/outbox.ts'
import type { Audit } from '../audit/index.ts'
import type { UsersService } from '../users/index.ts'
import { verificationMail } from './auth.mails.ts'
import { deleteExpiredVerifications, insertVerification, spendVerification } from './email-verifications.store.ts'
import { hashToken, newToken } from './one-time-codes.ts'

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

export type EmailVerificationService = ReturnType<typeof createEmailVerificationService>

export function createEmailVerificationService({ database, users, outbox, audit, clock, publicUrl }: Dependencies) {
  return {
    send: (caller: Caller): Promise<void> =>
      database.transaction(async (tx) => {
        const user = await users.lock(tx, caller.id)
        if (user.email === '') throw FieldErrors.nonField('This account has no e-mail address.')
        const token = newToken()
        const { id: userId, emailRevision, email } = user
        const expiresAt = new Date(clock.now().getTime() + LIFETIME_MS)
        await insertVerification(tx, { tokenHash: hashToken(token), userId, emailRevision, expiresAt }, clock.now())
        const link = new URL('/api/auth/email/verify/', publicUrl)
        link.searchParams.set('token', token)
        await outbox.post(tx, { to: email, ...verificationMail(user, link.href) })
        await audit.record(tx, {
          action: 'email_verification_send',
          description: `A verification link was sent to ${user.username}`,
          target: { type: 'user', id: user.id },
        })
      }),

    /** Whether the link verified the account's current address. */
    verify: (token: string): Promise<boolean> =>
      database.transaction(async (tx) => {
        const proof = await spendVerification(tx, hashToken(token), clock.now())
        const user = proof && (await users.lock(tx, proof.userId))
        if (user?.emailRevision !== proof?.emailRevision || !user) return false
        await users.update(tx, user, { emailVerified: true })
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
