import { defineFeature } from '../../platform/feature.ts'
import { auditFeature } from '../audit/index.ts'
import { authFeature, createRefreshCookie } from '../auth/index.ts'
import { usersFeature } from '../users/index.ts'
import { signOnRoutes } from './sign-on.routes.ts'
import { createSignOnService } from './sign-on.service.ts'

/** Signing in with accounts of OpenID providers. */
export const signOnFeature = defineFeature({
  name: 'sign-on',
  needs: { audit: auditFeature, identity: usersFeature, auth: authFeature },
  create: (
    { database, tokens, secrets, clock, logger, signOn, config, publicUrl, frontendUrl },
    { audit, identity: { users }, auth },
  ) => {
    const providers = config.signOn.map((one) => [one.name, { ...one, client: signOn.providerOf(one) }] as const)
    return createSignOnService({
      database,
      users,
      ...auth,
      tokens,
      secrets,
      audit,
      clock,
      logger,
      providers: new Map(providers),
      publicUrl,
      frontendUrl,
    })
  },
  routes: (signOn, { config }) =>
    signOnRoutes({
      signOn,
      refreshCookie: createRefreshCookie(config.http.publicUrl),
      publicUrl: config.http.publicUrl,
      isOff: config.signOn.length === 0,
    }),
  upkeep: (signOn) => [{ name: 'delete-spent-sign-ons', cron: '22 * * * *', work: signOn.deleteExpired }],
})
