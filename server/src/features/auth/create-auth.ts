import type { Executor } from '../../adapters/database/database.ts'
import type { Platform } from '../../platform/feature.ts'
import { credentialsEnded } from '../../platform/realtime/credentials-ended.ts'
import type { Audit } from '../audit/index.ts'
import type { UserRow, UsersService } from '../users/index.ts'
import { createAccountService } from './account.service.ts'
import { createAddressTakeBackService } from './address-take-back.service.ts'
import { createCredentials } from './credentials.ts'
import { createDirectoryAccounts } from './directory-accounts.ts'
import { createEmailVerificationService } from './email-verification.service.ts'
import { createMfaService } from './mfa.service.ts'
import { createOwnPassword } from './own-password.ts'
import { createOwnSessionsService } from './own-sessions.service.ts'
import { createPasswordsService } from './passwords.service.ts'
import { createRefreshService } from './refresh.service.ts'
import { createResetRequests } from './reset-requests.ts'
import { createSecurityNotices } from './security-notices.ts'
import { createSessionsService, type TokenPair } from './sessions.service.ts'
import { createSignInService } from './sign-in.service.ts'
import { welcome } from './finish-login.ts'
import { createLockout, UNCOUNTED } from './lockout.ts'

type Needed = { readonly audit: Audit; readonly users: UsersService }

/** The services of this feature: sessions at the bottom, then what a password and a second factor allow. */
export function createAuth(platform: Platform, { audit, users }: Needed) {
  const { database, tokens, hasher, directory, secrets, totp, codes, outbox, jobs, clock, logger, config, events } =
    platform
  const { tickets, isCommonPassword, publicUrl, frontendUrl } = platform

  const announceEnd = (userId: number): void => void events.publish(credentialsEnded, { user_id: userId })
  const securityNotices = createSecurityNotices({ outbox })
  const sessions = createSessionsService({ database, tokens, clock, logger, announceEnd })
  const ownSessions = createOwnSessionsService({ database, sessions, audit, clock })
  const refreshes = createRefreshService({ database, tokens, sessions, audit, clock })
  const lockout = createLockout({ database, clock, audit, rules: config.lockout })
  const credentials = createCredentials({ users, sessions, lockout })
  const ownPassword = createOwnPassword({ database, users, hasher, directory, lockout, audit })
  const mfa = createMfaService({
    database,
    users,
    sessions,
    ownPassword,
    notices: securityNotices,
    hasher,
    secrets,
    totp,
    audit,
    clock,
  })
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
    outbox,
    notices: securityNotices,
    audit,
    clock,
    isCommon: isCommonPassword,
    frontendUrl,
  })
  const account = createAccountService({ database, users, sessions, audit, tickets })
  const resetRequests = createResetRequests({ database, jobs, passwords, audit })
  const shared = { database, users, notices: securityNotices, outbox, audit, clock }
  const verification = createEmailVerificationService({ ...shared, publicUrl })
  const takeBacks = createAddressTakeBackService({ ...shared, credentials, frontendUrl })
  /** Opens a session for somebody whom another feature has found to be the user, in its transaction. */
  const welcomeUser = (tx: Executor, user: UserRow, how: string): Promise<TokenPair> =>
    welcome({ sessions, users, clock, audit }, tx, user, UNCOUNTED, how)
  return {
    sessions,
    ownSessions,
    ownPassword,
    welcomeUser,
    refreshes,
    lockout,
    credentials,
    mfa,
    signIn,
    passwords,
    account,
    resetRequests,
    verification,
    takeBacks,
    securityNotices,
  }
}
