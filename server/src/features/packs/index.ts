import { defineFeature } from '../../platform/feature.ts'
import { auditFeature } from '../audit/index.ts'
import { queriesFeature } from '../queries/index.ts'
import { usersFeature } from '../users/index.ts'
import { createPackThreads } from './pack-threads.ts'
import { packRoutes } from './packs.routes.ts'
import { createPacksService } from './packs.service.ts'

export { packChecks, packs } from './packs.tables.ts'

/** Packs of checks: what is installed, and how it got here. */
export const packsFeature = defineFeature({
  name: 'packs',
  needs: { audit: auditFeature, users: usersFeature, queries: queriesFeature },
  create: ({ database, clock, memory }, { audit, queries: { queries, categories } }) => {
    const threads = createPackThreads(memory)
    return { threads, packs: createPacksService({ database, clock, audit, queries, categories, threads }) }
  },
  routes: ({ packs }) => packRoutes(packs),
  close: ({ threads }) => threads.close(),
})
