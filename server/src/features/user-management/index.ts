import { defineFeature } from '../../platform/feature.ts'
import { auditFeature, notesOn } from '../audit/index.ts'
import { authFeature } from '../auth/index.ts'
import { queriesFeature } from '../queries/index.ts'
import { usersFeature } from '../users/index.ts'
import { managedCredentialRoutes } from './managed-credentials.routes.ts'
import { userManagementRoutes } from './user-management.routes.ts'
import { onlyPeople } from './only-people.ts'
import { createUserManagementService } from './user-management.service.ts'

export { requireAnotherSuperuser } from './lock-managed-user.ts'

export const userManagementFeature = defineFeature({
  name: 'user-management',
  needs: { audit: auditFeature, identity: usersFeature, auth: authFeature, queries: queriesFeature },
  create: ({ database, hasher, directory }, { audit, identity: { users, groups }, auth, queries: { queries } }) =>
    createUserManagementService({
      database,
      users: onlyPeople(users),
      groups,
      ...auth,
      countersOf: queries.countersOf,
      hasher,
      note: notesOn(audit, 'User', 'user'),
      hasDirectory: directory !== undefined,
    }),
  routes: (management) => [...userManagementRoutes(management), ...managedCredentialRoutes(management)],
})
