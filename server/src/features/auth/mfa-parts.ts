import type { Database, Executor } from '../../adapters/database/database.ts'
import type { PasswordHasher } from '../../adapters/passwords/password-hasher.ts'
import type { SecretBox } from '../../adapters/secrets/secret-box.ts'
import type { Totp } from '../../adapters/totp/totp.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Audit } from '../audit/index.ts'
import type { UsersService } from '../users/index.ts'
import { deleteFactor } from './mfa.store.ts'
import type { OwnPassword } from './own-password.ts'
import type { SecurityNotices } from './security-notices.ts'
import type { SessionsService } from './sessions.service.ts'

export type MfaParts = {
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

export const factorColumn = (column: 'secret_sealed' | 'pending_secret_sealed', row: number) => ({
  table: 'mfa_factors',
  column,
  row,
})

export async function removeFactorOf({ users, notices }: MfaParts, tx: Executor, userId: number): Promise<void> {
  const user = await users.lock(tx, userId)
  await removeFactor(tx, users, userId)
  if (user.mfaEnabled) await notices.send(tx, user, 'factor_disabled')
}

/** Voids the authenticator and the backup codes. */
export async function removeFactor(tx: Executor, users: UsersService, userId: number): Promise<void> {
  const user = await users.lock(tx, userId)
  await deleteFactor(tx, userId)
  await users.update(tx, user, { mfaEnabled: false })
}
