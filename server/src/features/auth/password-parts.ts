import { passwordFaults } from '@heddle/domain/identity/password-policy.ts'
import type { Database } from '../../adapters/database/database.ts'
import type { PasswordHasher } from '../../adapters/passwords/password-hasher.ts'
import type { CodeHasher } from '../../adapters/tokens/code-hasher.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Outbox } from '../../platform/mail/outbox.ts'
import type { Audit } from '../audit/index.ts'
import type { UserRow, UsersService } from '../users/index.ts'
import type { Credentials } from './credentials.ts'
import type { OwnPassword } from './own-password.ts'
import type { SecurityNotices } from './security-notices.ts'

export type PasswordParts = {
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
  readonly isCommon: (password: string) => Promise<boolean>
  /** Base URL of the page for choosing a new password. */
  readonly frontendUrl: string
}

export function faultsOfPassword(
  { isCommon }: PasswordParts,
  password: string,
  user: Pick<UserRow, 'username' | 'email'>,
): Promise<string[]> {
  return passwordFaults(password, { ...user, isCommon })
}

export const mayReset = ({ isActive, authSource }: UserRow): boolean => isActive && authSource === 'local'
