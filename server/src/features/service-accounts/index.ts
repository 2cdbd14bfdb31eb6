import { defineFeature } from '../../platform/feature.ts'
import { apiTokensFeature } from '../api-tokens/index.ts'
import { auditFeature, notesOn } from '../audit/index.ts'
import { authFeature } from '../auth/index.ts'
import { usersFeature } from '../users/index.ts'
import { serviceAccountRoutes } from './service-accounts.routes.ts'
import { createServiceAccountsService } from './service-accounts.service.ts'

export const serviceAccountsFeature = defineFeature({
  name: 'service-accounts',
  needs: { audit: auditFeature, identity: usersFeature, auth: authFeature, apiTokens: apiTokensFeature },
  create: ({ database, clock }, { audit, identity: { users }, auth: { credentials }, apiTokens }) =>
    createServiceAccountsService({
      database,
      users,
      apiTokens,
      credentials,
      clock,
      note: notesOn(audit, 'Service account', 'service_account'),
    }),
  routes: (accounts) => serviceAccountRoutes(accounts),
})
