import { randomUUID } from 'node:crypto'
import type { Executor } from '../../adapters/database/database.ts'
import { MINUTE } from '../../kernel/durations.ts'
import type { Caller } from '../../kernel/caller.ts'
import { FieldErrors } from '../../kernel/errors.ts'
import type { UserRow } from '../users/index.ts'
import { activateFactor, findFactor, replaceBackupCodes, savePendingSecret } from './mfa.store.ts'
import { newCode } from './one-time-codes.ts'
import { type MfaParts, factorColumn } from './mfa-parts.ts'
import type { MfaSetup } from '@heddle/contract/auth.ts'

const BACKUP_CODES = 8

const PENDING_LIFETIME_MS = 15 * MINUTE

/** Hashed slowly, so that a copy of the database does not reveal the codes; call it before opening a transaction. */
export async function makeBackupCodes({ hasher }: MfaParts) {
  const codes = Array.from({ length: BACKUP_CODES }, newCode)
  const rows = await Promise.all(codes.map(async (code) => ({ id: randomUUID(), codeHash: await hasher.hash(code) })))
  return { codes, rows }
}

async function savePending(
  { clock, secrets, audit }: MfaParts,
  tx: Executor,
  { id, username }: UserRow,
  secret: string,
): Promise<void> {
  const expiresAt = new Date(clock.now().getTime() + PENDING_LIFETIME_MS)
  await savePendingSecret(tx, id, secrets.seal(secret, factorColumn('pending_secret_sealed', id)), expiresAt)
  await audit.record(tx, {
    action: 'mfa_setup',
    description: `${username} started to set up a second factor`,
    target: { type: 'user', id },
  })
}

export async function setUpFactor(parts: MfaParts, caller: Caller, password: string | undefined): Promise<MfaSetup> {
  const { users, ownPassword, totp, database } = parts
  const { user } = await users.find(caller.id)
  if (user.authSource === 'provider')
    throw FieldErrors.nonField('This account signs in with its provider, which asks for the second factor.')
  if (user.mfaEnabled && password === undefined) throw passwordRequired()
  if (user.mfaEnabled && password !== undefined) await ownPassword.check(caller, password, 'password')
  const secret = totp.newSecret()
  await database.transaction(async (tx) => {
    const now = await users.lock(tx, caller.id)
    // Enabled since it was read: the password was not checked.
    if (now.mfaEnabled && !user.mfaEnabled) throw passwordRequired()
    await savePending(parts, tx, now, secret)
  })
  const otpauth_url = totp.urlOf(secret, caller.username)
  return { secret, otpauth_url, qr_code_svg: await totp.qrSvg(otpauth_url) }
}

export async function verifyFactor(
  parts: MfaParts,
  caller: Caller,
  code: string,
): Promise<{ enabled: boolean; backup_codes: string[] }> {
  const { database, clock, secrets, totp, users, sessions, notices, audit } = parts
  const pending = await findFactor(database.db, caller.id)
  const now = clock.now()
  if (pending?.pendingSecretSealed == null || (pending.pendingExpiresAt ?? now) <= now) throw noSetup()
  const sealed = pending.pendingSecretSealed
  const secret = secrets.open(sealed, factorColumn('pending_secret_sealed', caller.id))
  const step = totp.stepOf(secret.reveal(), code.trim(), now)
  if (step === undefined) throw new FieldErrors({ code: ['This code is not valid.'] })
  const { codes, rows } = await makeBackupCodes(parts)
  await database.transaction(async (tx) => {
    const user = await users.lock(tx, caller.id)
    if (
      !(await activateFactor(tx, user.id, {
        pending: sealed,
        live: secrets.seal(secret, factorColumn('secret_sealed', user.id)),
        step,
      }))
    )
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
}

const passwordRequired = () =>
  new FieldErrors({ password: ['This field is required while a second factor is enabled.'] })

const noSetup = () => new FieldErrors({ code: ['There is no setup to verify; start with mfa/setup.'] })
