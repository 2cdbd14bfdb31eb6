import type { PasswordResetConfirmBody } from '@heddle/contract/auth.ts'
import { passwordFaults } from '@heddle/domain/identity/password-policy.ts'
import type { Database, Executor } from '../../adapters/database/database.ts'
import type { PasswordHasher } from '../../adapters/passwords/password-hasher.ts'
import type { CodeHasher } from '../../adapters/tokens/code-hasher.ts'
import type { Clock } from '../../kernel/clock.ts'
import { HOUR, MINUTE } from '../../kernel/durations.ts'
import type { Caller } from '../../kernel/caller.ts'
import { Conflict, FieldErrors } from '../../kernel/errors.ts'
import { timestamp } from '../../kernel/instants.ts'
import type { Outbox } from '../../platform/mail/outbox.ts'
import type { Audit } from '../audit/index.ts'
import { mailAddressOf, type UserRow, type UsersService } from '../users/index.ts'
import { resetMail } from './auth.mails.ts'
import type { Credentials } from './credentials.ts'
import { mayMail } from './mail-limits.ts'
import { hashToken, newCode, newToken, normaliseCode } from './one-time-codes.ts'
import type { OwnPassword } from './own-password.ts'
import {
  deleteExpiredResets,
  findCodeHolder,
  isLiveToken,
  saveResetCode,
  saveResetToken,
  spendCode,
  spendToken,
} from './password-resets.store.ts'
import type { SecurityNotices } from './security-notices.ts'
import { countAsWrongCode } from './wrong-codes.ts'

const TOKEN_LIFETIME_MS = HOUR
const CODE_LIFETIME_MS = 30 * MINUTE

type Dependencies = {
  readonly database: Database
  readonly users: UsersService
  readonly credentials: Credentials
  readonly ownPassword: OwnPassword
  readonly hasher: PasswordHasher
  readonly codes: CodeHasher
  readonly outbox: Outbox
  readonly notices: SecurityNotices
  readonly audit: Audit
  readonly clock: Clock
  readonly isCommon: (password: string) => boolean
  /** Base URL of the page for choosing a new password. */
  readonly frontendUrl: string
}

/** Permission to set a user's password; `spend` uses up the link or code. */
type Proof = { readonly userId: number; readonly spend: (tx: Executor) => Promise<boolean> }
type Field = 'token' | 'code'
export type PasswordsService = ReturnType<typeof createPasswordsService>

const WORDS: Readonly<Record<Field, string>> = {
  token: 'This link is not valid, has been used or has expired.',
  code: 'This code is not valid, has been used or has expired.',
}

export function createPasswordsService(dependencies: Dependencies) {
  const {
    database,
    users,
    credentials,
    ownPassword,
    hasher,
    codes,
    outbox,
    notices,
    audit,
    clock,
    isCommon,
    frontendUrl,
  } = dependencies

  const faultsOf = (password: string, user: Pick<UserRow, 'username' | 'email'>): string[] =>
    passwordFaults(password, { ...user, isCommon })
  const later = (ms: number): Date => new Date(clock.now().getTime() + ms)

  async function mailResetLink(tx: Executor, user: UserRow): Promise<void> {
    const to = mailAddressOf(user)
    if (to === '') return
    const token = newToken()
    await saveResetToken(tx, { userId: user.id, tokenHash: hashToken(token), expiresAt: later(TOKEN_LIFETIME_MS) })
    const uid = Buffer.from(String(user.id)).toString('base64url')
    // No URL encoding: nothing in it needs escaping, and people copy the token from the mail.
    const link = `${frontendUrl}/reset-password?token=${uid}:${token}`
    await outbox.post(tx, { to, ...resetMail(user, link) })
  }

  async function proofOfToken(text: string): Promise<Proof | undefined> {
    const [uid = '', token = ''] = text.split(':')
    const userId = Number(Buffer.from(uid, 'base64url').toString('utf8'))
    if (!Number.isSafeInteger(userId) || userId < 1 || userId > 2_147_483_647) return undefined
    const tokenHash = hashToken(token)
    const isLive = await isLiveToken(database.db, userId, tokenHash, clock.now())
    return isLive ? { userId, spend: (tx) => spendToken(tx, userId, tokenHash, clock.now()) } : undefined
  }

  /** A wrong code is counted and voids nothing. */
  async function proofOfCode(typed: string): Promise<Proof | undefined> {
    const takeBack = await countAsWrongCode(database, clock)
    const code = normaliseCode(typed)
    for (const codeHash of code === undefined ? [] : codes.hashesOf(code)) {
      const userId = await findCodeHolder(database.db, codeHash, clock.now())
      if (userId === undefined) continue
      await takeBack(database.db)
      return { userId, spend: (tx) => spendCode(tx, userId, codeHash, clock.now()) }
    }
    return undefined
  }

  return {
    faultsOf,

    /** For an administrator, whom the limits on mails do not hold; the caller records it. */
    mailForcedReset: async (tx: Executor, user: UserRow): Promise<void> => {
      await mayMail(tx, 'reset', mailAddressOf(user), clock.now())
      await mailResetLink(tx, user)
    },

    /** Ends all of the caller's other sessions. */
    change: async (caller: Caller, oldPassword: string, newPassword: string) => {
      const { user } = await users.find(caller.id)
      if (user.authSource === 'directory') {
        throw new FieldErrors({
          old_password: ['The password of this account is kept in the directory and has to be changed there.'],
        })
      }
      await ownPassword.check(caller, oldPassword, 'old_password')
      const faults = faultsOf(newPassword, user)
      if (newPassword === oldPassword) faults.push('The new password must differ from the old one.')
      if (faults.length > 0) throw new FieldErrors({ new_password: faults })
      const passwordHash = await hasher.hash(newPassword)
      await database.transaction(async (tx) => {
        const now = await users.lock(tx, user.id)
        if (now.passwordHash !== user.passwordHash)
          throw new FieldErrors({ old_password: ['The password has been changed in the meantime.'] })
        await credentials.setPassword(tx, now, passwordHash, caller.credential.id)
        await notices.send(tx, now, 'password_changed')
        await audit.record(tx, {
          action: 'password_change',
          description: `${user.username} changed their password`,
          target: { type: 'user', id: user.id },
        })
      })
    },

    /** Mails a link if an account can use one. Runs after the response, which is the same either way. */
    mailResetLinkTo: async (email: string): Promise<void> => {
      await database.transaction(async (tx) => {
        const found = await users.findByEmail(email, tx)
        if (!found) return
        const user = await users.lock(tx, found.user.id)
        if (!mayReset(user) || !(await mayMail(tx, 'reset', mailAddressOf(user), clock.now()))) return
        await mailResetLink(tx, user)
      })
    },

    confirmReset: async (body: PasswordResetConfirmBody) => {
      const [field, given] = onlyProof(body)
      const proof = await (field === 'token' ? proofOfToken(given) : proofOfCode(given))
      const found = proof && (await users.findIn(database.db, proof.userId))
      const usable = proof && found && mayReset(found.user) ? { ...proof, user: found.user } : undefined
      const faults = faultsOf(body.new_password, usable?.user ?? { username: '', email: '' })
      if (usable && (await hasher.verify(usable.user.passwordHash, body.new_password))) {
        faults.push('The new password must differ from the old one.')
      }
      const problems = {
        ...(!usable && { [field]: [WORDS[field]] }),
        ...(faults.length > 0 && { new_password: faults }),
      }
      if (!usable) {
        await audit.record(database.db, {
          action: 'password_reset_failed',
          description: `A ${field === 'token' ? 'reset link' : 'one-time code'} was rejected`,
          ...(found && { target: { type: 'user', id: found.user.id } }),
        })
      }
      if (!usable || faults.length > 0) throw new FieldErrors(problems)
      const passwordHash = await hasher.hash(body.new_password)
      await database.transaction(async (tx) => {
        const user = await users.lock(tx, usable.userId)
        if (!mayReset(user) || !(await usable.spend(tx))) throw new FieldErrors({ [field]: [WORDS[field]] })
        await credentials.setPassword(tx, user, passwordHash)
        await notices.send(tx, user, 'password_changed')
        await audit.record(tx, {
          action: 'password_reset',
          description: `${user.username} set a new password with a ${field === 'token' ? 'mailed link' : 'one-time code'}`,
          target: { type: 'user', id: user.id },
          metadata: { how: field === 'token' ? 'link' : 'administrator_code' },
          actor: { userId: user.id, username: user.username },
        })
      })
    },

    /** For an administrator to read out to the user; the caller records it. */
    generateCode: async (tx: Executor, user: UserRow) => {
      if (user.authSource === 'directory') throw keptInDirectory()
      const code = newCode()
      const expiresAt = later(CODE_LIFETIME_MS)
      await saveResetCode(tx, user.id, codes.hash(code), expiresAt)
      return { code, expires_at: timestamp(expiresAt) }
    },

    deleteExpired: () => deleteExpiredResets(database.db, clock.now()),
  }
}

const mayReset = ({ isActive, authSource }: UserRow): boolean => isActive && authSource === 'local'

export const keptInDirectory = () =>
  new Conflict(
    'The password of this account is kept in the directory and has to be changed there.',
    'directory_account',
  )

function onlyProof({ token, code }: PasswordResetConfirmBody): [Field, string] {
  if (token !== undefined && code !== undefined) throw FieldErrors.nonField('Expected either token or code, not both.')
  if (token !== undefined) return ['token', token]
  if (code !== undefined) return ['code', code]
  throw new FieldErrors({ token: ['Expected token or code.'], code: ['Expected token or code.'] })
}
