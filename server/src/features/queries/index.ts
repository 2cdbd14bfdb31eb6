import { defineFeature } from '../../platform/feature.ts'
import { auditFeature } from '../audit/index.ts'
import { controllerConnectionsFeature } from '../controller-connections/index.ts'
import { usersFeature } from '../users/index.ts'
import { queryCategoryRoutes } from './query-categories.routes.ts'
import { createQueryCategoriesService } from './query-categories.service.ts'
import { savedQueryRoutes } from './saved-queries.routes.ts'
import { createSavedQueriesService } from './saved-queries.service.ts'

export type { QueryCategoriesService } from './query-categories.service.ts'
export type { NewQueryOrder, QueryChangeOrder, PackQueryOrder } from './change-queries.ts'
export { afterChange, declaredColumns } from './canvas-parts.ts'
export { IN_REPOSITORY } from './in-repository.ts'
export { guidanceGiven, NO_GUIDANCE } from './guidance.ts'
export { insertCategory, removeCategory, updateCategory } from './query-categories.store.ts'
export { foldersChanging, queriesChanged } from './queries.events.ts'
export { contentHash, hashOfContent, versionHash } from './version-hash.ts'
export type { SavedQueriesService } from './saved-queries.service.ts'
export { type LockedQuery, lockOwner } from './saved-queries.store.ts'
export { savedQueryListRoutes } from './saved-query-list.routes.ts'
export { queryCategories, savedQueries } from './queries.tables.ts'

export const queriesFeature = defineFeature({
  name: 'queries',
  needs: { audit: auditFeature, users: usersFeature, connections: controllerConnectionsFeature },
  create: ({ database, clock, events }, { audit, users: { users }, connections }) => ({
    categories: createQueryCategoriesService(database, audit, events),
    queries: createSavedQueriesService({
      database,
      clock,
      audit,
      events,
      connectionExists: connections.exists,
      quotaOf: users.quotaOf,
    }),
  }),
  routes: ({ categories, queries }) => [...queryCategoryRoutes(categories), ...savedQueryRoutes(queries)],
})
