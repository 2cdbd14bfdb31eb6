import type { AppOptions } from './app-options.ts'
import type { Adapters } from './open-adapters.ts'
import { isCommonPassword } from '../adapters/passwords/common-passwords.ts'
import type { Audit } from '../features/audit/index.ts'
import {
  type AccountNumbers,
  createAccountService,
  createCredentials,
  createDirectoryAccounts,
  createEmailVerificationService,
  createLockout,
  createMfaService,
  createOwnPassword,
  createPasswordsService,
  createResetRequests,
  createSessionsService,
  createSignInService,
} from '../features/auth/index.ts'
import { createUserManagementService } from '../features/user-management/index.ts'
import { createGroupsService, type UsersService } from '../features/users/index.ts'
import type { Jobs } from '../platform/jobs/jobs.ts'
import type { Outbox } from '../platform/mail/outbox.ts'

type Parts = {
  readonly audit: Audit
  readonly users: UsersService
  readonly jobs: Jobs
  readonly outbox: Outbox
  readonly numbersOf: (userId: number) => Promise<AccountNumbers>
  /** Bases of the links in mails. */
  readonly publicUrl: string
  readonly frontendUrl: string
}

/** Everything that decides who a caller is and what they may do. */
export function createIdentity(
  { config, clock, logger }: AppOptions,
  adapters: Adapters,
  { audit, users, jobs, outbox, numbersOf, publicUrl, frontendUrl }: Parts,
) {
  const { database, tokens, hasher, directory, secrets, totp, codes, shared } = adapters

  const sessions = createSessionsService({ database, tokens, audit, clock, logger })
  const lockout = createLockout({ database, clock, rules: config.lockout })
  const credentials = createCredentials({ users, sessions, lockout })
  const ownPassword = createOwnPassword({ database, users, hasher, directory, lockout, audit })
  const mfa = createMfaService({ database, users, ownPassword, hasher, secrets, totp, audit, clock })
  const groupMap = config.directory?.groupMap ?? new Map<string, readonly string[]>()
  const directoryAccounts = createDirectoryAccounts({ database, users, audit, logger, groupMap })
  const signIn = createSignInService({
    database,
    users,
    sessions,
    mfa,
    lockout,
    hasher,
    directory,
    directoryAccounts,
    audit,
    clock,
    logger,
  })
  const passwords = createPasswordsService({
    database,
    users,
    credentials,
    ownPassword,
    hasher,
    codes,
    cache: shared.cache,
    outbox,
    audit,
    clock,
    isCommon: isCommonPassword,
    frontendUrl,
  })
  const groups = createGroupsService({ database, audit })
  return {
    sessions,
    signIn,
    mfa,
    passwords,
    groups,
    account: createAccountService({ database, users, sessions, audit, numbersOf }),
    resetRequests: createResetRequests({ database, jobs, passwords, audit }),
    verification: createEmailVerificationService({ database, users, outbox, audit, clock, publicUrl }),
    management: createUserManagementService({ database, users, groups, sessions, credentials, passwords, mfa, lockout, hasher, audit }),
  }
}
