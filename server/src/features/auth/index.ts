import { defineFeature } from '../../platform/feature.ts'
import { accountRoutes } from './account.routes.ts'
import { createAuth } from './create-auth.ts'
import { passwordRoutes } from './passwords.routes.ts'
import { createRefreshCookie } from './refresh-cookie.routes.ts'
import { sessionRoutes } from './sessions.routes.ts'
import { signInRoutes } from './sign-in.routes.ts'
import { auditFeature } from '../audit/index.ts'
import { addressChanged, usersFeature } from '../users/index.ts'

export { createCredentials, type Credentials } from './credentials.ts'
export { createLockout, type Lockout } from './lockout.ts'
export { hashToken, newToken } from './one-time-codes.ts'
export { removeFactor } from './mfa-parts.ts'
export { createMfaService, type MfaService } from './mfa.service.ts'
export { refuseKeptElsewhere } from './kept-elsewhere.ts'
export { createPasswordsService, type PasswordsService } from './passwords.service.ts'
export type { EmailVerificationService } from './email-verification.service.ts'
export type { SecurityNotices } from './security-notices.ts'
export { createRefreshCookie, type RefreshCookie } from './refresh-cookie.routes.ts'
export { createSessionsService, type SessionsService, type TokenPair } from './sessions.service.ts'
export { sessions } from './auth.tables.ts'
export type { OwnPassword } from './own-password.ts'
export type { OwnSessionsService } from './own-sessions.service.ts'

/** Everything that decides who somebody is. */
export const authFeature = defineFeature({
  name: 'auth',
  needs: { audit: auditFeature, users: usersFeature },
  create: (platform, { audit, users: { users } }) => createAuth(platform, { audit, users }),
  routes: (auth, { frontendUrl, directory, config }) => {
    const cookie = createRefreshCookie(config.http.publicUrl)
    return [
      ...signInRoutes({ ...auth, hasDirectory: directory !== undefined, cookie }),
      ...sessionRoutes(auth.ownSessions, cookie),
      ...passwordRoutes({ ...auth, frontendUrl }),
      ...accountRoutes(auth.account),
    ]
  },
  upkeep: ({ sessions, signIn, passwords, verification, takeBacks }) => [
    { name: 'delete-ended-sessions', cron: '10 * * * *', work: sessions.deleteEnded },
    { name: 'delete-expired-logins', cron: '12 * * * *', work: signIn.deleteExpired },
    { name: 'delete-expired-resets', cron: '14 * * * *', work: passwords.deleteExpired },
    { name: 'delete-expired-verifications', cron: '16 * * * *', work: verification.deleteExpired },
    { name: 'delete-expired-take-backs', cron: '18 * * * *', work: takeBacks.deleteExpired },
  ],
  listen: ({ securityNotices, takeBacks }, { events }) =>
    events.onRaised(addressChanged, async (tx, { user_id, username, email, former_email, was_verified, cause }) => {
      const former = { userId: user_id, username, email, formerEmail: former_email }
      if (cause === 'owner' && was_verified) await takeBacks.offer(tx, former)
      // Taking a change back has a notice of its own.
      else if (cause !== 'take_back') await securityNotices.send(tx, former, 'address_changed')
    }),
  sealedColumns: [
    { table: 'mfa_factors', column: 'secret_sealed', idColumn: 'user_id' },
    { table: 'mfa_factors', column: 'pending_secret_sealed', idColumn: 'user_id' },
  ],
})
