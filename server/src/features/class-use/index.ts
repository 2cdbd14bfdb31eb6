import { defineFeature } from '../../platform/feature.ts'
import { connectionChanged, controllerConnectionsFeature } from '../controller-connections/index.ts'
import { queriesFeature } from '../queries/index.ts'
import { classUseRoutes } from './class-use.routes.ts'
import { createClassUse } from './class-use.service.ts'
import { createKnownCounts } from './known-counts.ts'
import { createUsingQueries } from './using-queries.ts'

export type { ClassUseService } from './class-use.service.ts'
export type { CountLog, KnownCounts } from './known-counts.ts'

/** How much classes are used here: what runs have counted, and what saved queries join. */
export const classUseFeature = defineFeature({
  name: 'class-use',
  needs: { connections: controllerConnectionsFeature, queries: queriesFeature },
  create: ({ database, clock, logger }) => {
    const counts = createKnownCounts(clock)
    return {
      counts,
      classUse: createClassUse({ database, clock, counts, logger }),
      using: createUsingQueries(database),
    }
  },
  routes: ({ using }) => classUseRoutes(using),
  listen: ({ counts }, { events }) => {
    events.on(connectionChanged, ({ connection_id }) => counts.forget(connection_id))
  },
})
