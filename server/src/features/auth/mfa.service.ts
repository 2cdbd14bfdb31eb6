import { randomUUID } from 'node:crypto'
import type { Database, Executor } from '../../adapters/database/database.ts'
import type { PasswordHasher } from '../../adapters/passwords/password-hasher.ts'
import type { SecretBox } from '../../adapters/secrets/secret-box.ts'
import type { Totp } from '../../adapters/totp/totp.ts'
import type { Clock } from '../../kernel/clock.ts'
import { MINUTE } from '../../kernel/durations.ts'
import type { Caller } from '../../kernel/caller.ts'
import { FieldErrors } from '../../kernel/errors.ts'
import type { Audit } from '../audit/index.ts'
import type { UserRow, UsersService } from '../users/index.ts'
import {
  activateFactor,
  countBackupCodes,
  deleteFactor,
  findFactor,
  listBackupCodes,
  replaceBackupCodes,
  savePendingSecret,
  spendBackupCode,
  spendStep,
} from './mfa.store.ts'
import { newCode, normaliseCode } from './one-time-codes.ts'
import type { OwnPassword } from './own-password.ts'
import type { SecurityNotices } from './security-notices.ts'
import type { SessionsService } from './sessions.service.ts'

const BACKUP_CODES = 8
const PENDING_LIFETIME_MS = 15 * MINUTE

type Dependencies = {
  readonly database: Database
  readonly users: UsersService
  readonly sessions: SessionsService
  readonly ownPassword: OwnPassword
  readonly notices: SecurityNotices
  readonly hasher: PasswordHasher
  readonly secrets: SecretBox
  readonly totp: Totp
  readonly audit: Audit
  readonly clock: Clock
}

/** A valid code; `spend` uses it up in the caller's transaction, and returns false if it was used meanwhile. */
export type RecognisedCode = {
  readonly kind: 'authenticator' | 'backup_code'
  readonly spend: (tx: Executor) => Promise<boolean>
}
export type MfaService = ReturnType<typeof createMfaService>

const place = (column: 'secret_sealed' | 'pending_secret_sealed', row: number) => ({
  table: 'mfa_factors',
  column,
  row,
})

export function createMfaService(dependencies: Dependencies) {
  const { database, users, sessions, ownPassword, notices, hasher, secrets, totp, audit, clock } = dependencies

  /** Hashed slowly, so that a copy of the database does not reveal the codes; call it before opening a transaction. */
  async function makeBackupCodes() {
    const codes = Array.from({ length: BACKUP_CODES }, newCode)
    const rows = await Promise.all(codes.map(async (code) => ({ id: randomUUID(), codeHash: await hasher.hash(code) })))
    return { codes, rows }
  }

  async function recogniseStep(userId: number, code: string): Promise<RecognisedCode | undefined> {
    const sealed = (await findFactor(database.db, userId))?.secretSealed
    if (sealed == null) return undefined
    const step = totp.stepOf(secrets.open(sealed, place('secret_sealed', userId)).reveal(), code, clock.now())
    return step === undefined
      ? undefined
      : { kind: 'authenticator', spend: (tx) => spendStep(tx, userId, sealed, step) }
  }

  async function recogniseBackupCode(userId: number, typed: string): Promise<RecognisedCode | undefined> {
    const code = normaliseCode(typed)
    if (code === undefined) return undefined
    const rows = await listBackupCodes(database.db, userId)
    const matches = await Promise.all(rows.map(({ codeHash }) => hasher.verify(codeHash, code)))
    const row = rows[matches.indexOf(true)]
    return row && { kind: 'backup_code', spend: (tx) => spendBackupCode(tx, row.id) }
  }

  async function savePending(tx: Executor, { id, username }: UserRow, secret: string): Promise<void> {
    const expiresAt = new Date(clock.now().getTime() + PENDING_LIFETIME_MS)
    await savePendingSecret(tx, id, secrets.seal(secret, place('pending_secret_sealed', id)), expiresAt)
    await audit.record(tx, {
      action: 'mfa_setup',
      description: `${username} started to set up a second factor`,
      target: { type: 'user', id },
    })
  }

  async function removeFromUser(tx: Executor, userId: number): Promise<void> {
    const user = await users.lock(tx, userId)
    await removeFactor(tx, users, userId)
    if (user.mfaEnabled) await notices.send(tx, user, 'factor_disabled')
  }

  return {
    /**
     * Shows a new secret; the current one stays valid until a code of the new one is verified. Replacing a live factor
     * takes the password, or a stolen token would be enough.
     */
    setUp: async (caller: Caller, password: string | undefined) => {
      const { user } = await users.find(caller.id)
      if (user.mfaEnabled && password === undefined) throw passwordRequired()
      if (user.mfaEnabled && password !== undefined) await ownPassword.check(caller, password, 'password')
      const secret = totp.newSecret()
      await database.transaction(async (tx) => {
        const now = await users.lock(tx, caller.id)
        // Enabled since it was read: the password was not checked.
        if (now.mfaEnabled && !user.mfaEnabled) throw passwordRequired()
        await savePending(tx, now, secret)
      })
      const otpauth_url = totp.urlOf(secret, caller.username)
      return { secret, otpauth_url, qr_code_svg: await totp.qrSvg(otpauth_url) }
    },

    /** Ends all of the caller's other sessions: they never showed this factor. */
    verify: async (caller: Caller, code: string) => {
      const pending = await findFactor(database.db, caller.id)
      const now = clock.now()
      if (pending?.pendingSecretSealed == null || (pending.pendingExpiresAt ?? now) <= now) throw noSetup()
      const sealed = pending.pendingSecretSealed
      const secret = secrets.open(sealed, place('pending_secret_sealed', caller.id))
      const step = totp.stepOf(secret.reveal(), code.trim(), now)
      if (step === undefined) throw new FieldErrors({ code: ['This code is not valid.'] })
      const { codes, rows } = await makeBackupCodes()
      await database.transaction(async (tx) => {
        const user = await users.lock(tx, caller.id)
        if (!(await activateFactor(tx, user.id, sealed, secrets.seal(secret, place('secret_sealed', user.id)), step)))
          throw noSetup()
        await replaceBackupCodes(tx, user.id, rows)
        await users.update(tx, user, { mfaEnabled: true })
        await sessions.revoke(tx, user.id, caller.credential.id)
        await notices.send(tx, user, user.mfaEnabled ? 'factor_replaced' : 'factor_enabled')
        await audit.record(tx, {
          action: 'mfa_enable',
          description: `${user.username} ${user.mfaEnabled ? 'replaced' : 'enabled'} their second factor`,
          target: { type: 'user', id: user.id },
        })
      })
      return { enabled: true, backup_codes: codes }
    },

    status: async (caller: Caller) => {
      const { user } = await users.find(caller.id)
      const remaining = await countBackupCodes(database.db, caller.id)
      return { enabled: user.mfaEnabled, backup_codes_remaining: user.mfaEnabled ? remaining : 0 }
    },

    regenerateBackupCodes: async (caller: Caller, password: string) => {
      await ownPassword.check(caller, password, 'password')
      const { codes, rows } = await makeBackupCodes()
      await database.transaction(async (tx) => {
        const user = await users.lock(tx, caller.id)
        if (!user.mfaEnabled) throw FieldErrors.nonField('The second factor is not enabled.')
        await replaceBackupCodes(tx, user.id, rows)
        await audit.record(tx, {
          action: 'backup_codes_regenerate',
          description: `${user.username} created new backup codes`,
          target: { type: 'user', id: user.id },
        })
      })
      return { backup_codes: codes }
    },

    disable: async (caller: Caller, password: string) => {
      await ownPassword.check(caller, password, 'password')
      await database.transaction(async (tx) => {
        await removeFromUser(tx, caller.id)
        await audit.record(tx, {
          action: 'mfa_disable',
          description: `${caller.username} disabled their second factor`,
          target: { type: 'user', id: caller.id },
        })
      })
      return { enabled: false }
    },

    /** For users who lost the device; the caller records it. */
    remove: removeFromUser,

    /** Checks a code without using it up. */
    recognise: async (userId: number, typed: string): Promise<RecognisedCode | undefined> =>
      (await recogniseStep(userId, typed.trim())) ?? recogniseBackupCode(userId, typed),
  }
}

/** Voids the authenticator and the backup codes. */
export async function removeFactor(tx: Executor, users: UsersService, userId: number): Promise<void> {
  const user = await users.lock(tx, userId)
  await deleteFactor(tx, userId)
  await users.update(tx, user, { mfaEnabled: false })
}

const passwordRequired = () =>
  new FieldErrors({ password: ['This field is required while a second factor is enabled.'] })

const noSetup = () => new FieldErrors({ code: ['There is no setup to verify; start with mfa/setup.'] })
