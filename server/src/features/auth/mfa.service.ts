import type { Executor } from '../../adapters/database/database.ts'
import type { Caller } from '../../kernel/caller.ts'
import { FieldErrors } from '../../kernel/errors.ts'
import { countBackupCodes, replaceBackupCodes } from './mfa.store.ts'
import { type MfaParts, removeFactorOf } from './mfa-parts.ts'
import { makeBackupCodes, setUpFactor, verifyFactor } from './set-up-factor.ts'
import { type RecognisedCode, recogniseCode } from './recognise-code.ts'
import type { MfaSetup } from '@heddle/contract/auth.ts'

/** Second factors: what their users do with them, and what other features may ask. */
export type MfaService = {
  /**
   * Shows a new secret; the current one stays valid until a code of the new one is verified. Replacing a live factor
   * takes the password, or a stolen token would be enough.
   */
  readonly setUp: (caller: Caller, password: string | undefined) => Promise<MfaSetup>
  /** Ends all of the caller's other sessions: they never showed this factor. */
  readonly verify: (caller: Caller, code: string) => Promise<{ enabled: boolean; backup_codes: string[] }>
  readonly status: (caller: Caller) => Promise<{ enabled: boolean; backup_codes_remaining: number }>
  readonly regenerateBackupCodes: (caller: Caller, password: string) => Promise<{ backup_codes: string[] }>
  readonly disable: (caller: Caller, password: string) => Promise<{ enabled: boolean }>
  /** For users who lost the device; the caller records it. */
  readonly remove: (tx: Executor, userId: number) => Promise<void>
  /** Checks a code without using it up. */
  readonly recognise: (userId: number, typed: string) => Promise<RecognisedCode | undefined>
}

export function createMfaService(parts: MfaParts): MfaService {
  return {
    setUp: (caller, password) => setUpFactor(parts, caller, password),
    verify: (caller, code) => verifyFactor(parts, caller, code),
    status: (caller) => factorStatus(parts, caller),
    regenerateBackupCodes: (caller, password) => regenerateBackupCodes(parts, caller, password),
    disable: (caller, password) => disableOwnFactor(parts, caller, password),
    remove: (tx, userId) => removeFactorOf(parts, tx, userId),
    recognise: (userId, typed) => recogniseCode(parts, userId, typed),
  }
}

async function factorStatus(
  { users, database }: MfaParts,
  caller: Caller,
): Promise<{ enabled: boolean; backup_codes_remaining: number }> {
  const { user } = await users.find(caller.id)
  const remaining = await countBackupCodes(database.db, caller.id)
  return { enabled: user.mfaEnabled, backup_codes_remaining: user.mfaEnabled ? remaining : 0 }
}

async function regenerateBackupCodes(
  parts: MfaParts,
  caller: Caller,
  password: string,
): Promise<{ backup_codes: string[] }> {
  const { ownPassword, database, users, audit } = parts
  await ownPassword.check(caller, password, 'password')
  const { codes, rows } = await makeBackupCodes(parts)
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
}

async function disableOwnFactor(parts: MfaParts, caller: Caller, password: string): Promise<{ enabled: boolean }> {
  const { ownPassword, database, audit } = parts
  await ownPassword.check(caller, password, 'password')
  await database.transaction(async (tx) => {
    await removeFactorOf(parts, tx, caller.id)
    await audit.record(tx, {
      action: 'mfa_disable',
      description: `${caller.username} disabled their second factor`,
      target: { type: 'user', id: caller.id },
    })
  })
  return { enabled: false }
}
