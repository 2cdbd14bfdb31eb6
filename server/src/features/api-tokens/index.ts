import { defineFeature } from '../../platform/feature.ts'
import { auditFeature } from '../audit/index.ts'
import { usersFeature } from '../users/index.ts'
import { apiTokenRoutes } from './api-tokens.routes.ts'
import { createApiTokensService } from './api-tokens.service.ts'

export type { ApiTokensService } from './api-tokens.service.ts'
export { presentApiToken } from './api-tokens.presenter.ts'
export type { TokenUse } from './api-tokens.store.ts'
export type { GivenToken } from './check-new-token.ts'
export { isApiToken } from './token-secret.ts'

export const apiTokensFeature = defineFeature({
  name: 'api-tokens',
  needs: { audit: auditFeature, identity: usersFeature },
  create: ({ database, clock, logger }, { audit, identity: { users } }) =>
    createApiTokensService({ database, users, audit, clock, logger }),
  routes: (tokens) => apiTokenRoutes(tokens),
  close: (tokens) => tokens.settle(),
})
