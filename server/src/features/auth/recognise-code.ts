import type { Executor } from '../../adapters/database/database.ts'
import { findFactor, listBackupCodes, spendBackupCode, spendStep } from './mfa.store.ts'
import { normaliseCode } from './one-time-codes.ts'
import { type MfaParts, factorColumn } from './mfa-parts.ts'

/** A valid code; `spend` uses it up in the caller's transaction, and returns false if it was used meanwhile. */
export type RecognisedCode = {
  readonly kind: 'authenticator' | 'backup_code'
  readonly spend: (tx: Executor) => Promise<boolean>
}

async function recogniseStep(
  { database, totp, secrets, clock }: MfaParts,
  userId: number,
  code: string,
): Promise<RecognisedCode | undefined> {
  const sealed = (await findFactor(database.db, userId))?.secretSealed
  if (sealed == null) return undefined
  const step = totp.stepOf(secrets.open(sealed, factorColumn('secret_sealed', userId)).reveal(), code, clock.now())
  return step === undefined ? undefined : { kind: 'authenticator', spend: (tx) => spendStep(tx, userId, sealed, step) }
}

async function recogniseBackupCode(
  { database, hasher }: MfaParts,
  userId: number,
  typed: string,
): Promise<RecognisedCode | undefined> {
  const code = normaliseCode(typed)
  if (code === undefined) return undefined
  const rows = await listBackupCodes(database.db, userId)
  const matches = await Promise.all(rows.map(({ codeHash }) => hasher.verify(codeHash, code)))
  const row = rows[matches.indexOf(true)]
  return row && { kind: 'backup_code', spend: (tx) => spendBackupCode(tx, row.id) }
}

export async function recogniseCode(
  parts: MfaParts,
  userId: number,
  typed: string,
): Promise<RecognisedCode | undefined> {
  return (await recogniseStep(parts, userId, typed.trim())) ?? recogniseBackupCode(parts, userId, typed)
}
