import { defineFeature } from '../../platform/feature.ts'
import { aiFeature } from '../ai/index.ts'
import { controllerConnectionsFeature } from '../controller-connections/index.ts'
import { mimFeature } from '../mim/index.ts'
import { planningFeature } from '../planning/index.ts'
import { queriesFeature } from '../queries/index.ts'
import { snapshotsFeature } from '../snapshots/index.ts'
import { explainRoutes } from './explain/explain.routes.ts'
import { createExplainService } from './explain/explain.service.ts'
import { generateRoutes } from './generate/generate.routes.ts'
import { createGenerateService } from './generate/generate.service.ts'
import { suggestRoutes } from './suggest/suggest.routes.ts'
import { createSuggestService } from './suggest/suggest.service.ts'

/** What AI does for people who write and read queries. */
export const assistantFeature = defineFeature({
  name: 'assistant',
  needs: {
    ai: aiFeature,
    connections: controllerConnectionsFeature,
    queries: queriesFeature,
    mim: mimFeature,
    planning: planningFeature,
    snapshots: snapshotsFeature,
  },
  create: ({ database, clock }, needed) => {
    const { uses, planners, queries, snapshots, history } = {
      ...needed.ai,
      ...needed.planning,
      ...needed.queries,
      ...needed.snapshots,
    }
    const { mim, connections } = needed
    return {
      generate: createGenerateService({ uses, connections, mim, planners }),
      explain: createExplainService({ uses, queries, planners, history, findSnapshot: snapshots.snapshotIfAny }),
      suggest: createSuggestService({ uses, mim, database, clock }),
    }
  },
  routes: ({ generate, explain, suggest }) => [
    ...generateRoutes(generate),
    ...explainRoutes(explain),
    ...suggestRoutes(suggest),
  ],
  upkeep: ({ suggest }) => [{ name: 'delete-old-class-notes', cron: '25 * * * *', work: suggest.deleteOldNotes }],
  close: ({ suggest }) => suggest.close(),
})
