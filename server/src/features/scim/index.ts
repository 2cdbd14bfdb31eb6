import { defineFeature } from '../../platform/feature.ts'
import { apiTokensFeature } from '../api-tokens/index.ts'
import { auditFeature, notesOn } from '../audit/index.ts'
import { authFeature } from '../auth/index.ts'
import { userManagementFeature } from '../user-management/index.ts'
import { usersFeature } from '../users/index.ts'
import { createScimGroupsService } from './groups/scim-groups.service.ts'
import { scimDiscoveryRoutes } from './discovery.routes.ts'
import { scimGroupRoutes } from './groups/scim-groups.routes.ts'
import { scimUserRoutes } from './users/scim-users.routes.ts'
import { createScimUsersService } from './users/scim-users.service.ts'

/** Accounts and groups that an identity provider creates, changes and takes away, over SCIM 2.0. */
export const scimFeature = defineFeature({
  name: 'scim',
  needs: {
    audit: auditFeature,
    identity: usersFeature,
    auth: authFeature,
    apiTokens: apiTokensFeature,
    management: userManagementFeature,
  },
  create: (
    { database, clock, directory },
    { audit, identity: { users }, auth: { sessions, credentials, lockout }, apiTokens },
  ) => {
    const parts = {
      ...{ database, users, sessions, credentials, lockout, apiTokens, audit, clock },
      noteUser: notesOn(audit, 'User', 'user'),
      hasDirectory: directory !== undefined,
    }
    return { users: createScimUsersService(parts), groups: createScimGroupsService(parts) }
  },
  routes: (scim, { config }) => {
    const parts = { ...scim, publicUrl: config.http.publicUrl }
    return [...scimUserRoutes(parts), ...scimGroupRoutes(parts), ...scimDiscoveryRoutes()]
  },
})
