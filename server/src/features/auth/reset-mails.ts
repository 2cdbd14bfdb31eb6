import type { Executor } from '../../adapters/database/database.ts'
import { HOUR, MINUTE } from '../../kernel/durations.ts'
import { timestamp } from '../../kernel/instants.ts'
import { mailAddressOf, type UserRow } from '../users/index.ts'
import { resetMail } from './auth.mails.ts'
import { refuseKeptElsewhere } from './kept-elsewhere.ts'
import { mayMail } from './mail-limits.ts'
import { hashToken, newCode, newToken } from './one-time-codes.ts'
import { saveResetCode, saveResetToken } from './password-resets.store.ts'
import { type PasswordParts, mayReset } from './password-parts.ts'
import type { ResetCode } from '@heddle/contract/users.ts'

const TOKEN_LIFETIME_MS = HOUR

const CODE_LIFETIME_MS = 30 * MINUTE

function laterThan({ clock }: PasswordParts, ms: number): Date {
  return new Date(clock.now().getTime() + ms)
}

async function mailResetLink(parts: PasswordParts, tx: Executor, user: UserRow): Promise<void> {
  const { frontendUrl, outbox } = parts
  const to = mailAddressOf(user)
  if (to === '') return
  const token = newToken()
  await saveResetToken(tx, {
    userId: user.id,
    tokenHash: hashToken(token),
    expiresAt: laterThan(parts, TOKEN_LIFETIME_MS),
  })
  const uid = Buffer.from(String(user.id)).toString('base64url')
  // No URL encoding: nothing in it needs escaping, and people copy the token from the mail.
  const link = `${frontendUrl}/reset-password?token=${uid}:${token}`
  await outbox.post(tx, { to, ...resetMail(user, link) })
}

export async function mailForcedReset(parts: PasswordParts, tx: Executor, user: UserRow): Promise<void> {
  const { clock } = parts
  await mayMail(tx, 'reset', mailAddressOf(user), clock.now())
  await mailResetLink(parts, tx, user)
}

export async function mailResetLinkTo(parts: PasswordParts, email: string): Promise<void> {
  const { database, users, clock } = parts
  await database.transaction(async (tx) => {
    const found = await users.findByEmail(email, tx)
    if (!found) return
    const user = await users.lock(tx, found.user.id)
    if (!mayReset(user) || !(await mayMail(tx, 'reset', mailAddressOf(user), clock.now()))) return
    await mailResetLink(parts, tx, user)
  })
}

export async function generateResetCode(parts: PasswordParts, tx: Executor, user: UserRow): Promise<ResetCode> {
  const { codes } = parts
  refuseKeptElsewhere(user)
  const code = newCode()
  const expiresAt = laterThan(parts, CODE_LIFETIME_MS)
  await saveResetCode(tx, user.id, codes.hash(code), expiresAt)
  return { code, expires_at: timestamp(expiresAt) }
}
