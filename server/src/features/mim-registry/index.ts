import { defineFeature } from '../../platform/feature.ts'
import { auditFeature } from '../audit/index.ts'
import { controllerConnectionsFeature } from '../controller-connections/index.ts'
import { mimFeature } from '../mim/index.ts'
import { queriesFeature } from '../queries/index.ts'
import { mimImportChannel } from './mim-import.channel.ts'
import { IMPORT_METRICS, measureImports } from './mim-registry.metrics.ts'
import { mimRegistryRoutes } from './mim-registry.routes.ts'
import { createMimRegistryService } from './mim-registry.service.ts'

export { mimImportEnded } from './mim-registry.events.ts'

export const mimRegistryFeature = defineFeature({
  name: 'mim-registry',
  needs: {
    audit: auditFeature,
    connections: controllerConnectionsFeature,
    mim: mimFeature,
    // Which saved queries an upgrade touches.
    queries: queriesFeature,
  },
  create: (
    { database, jobs, events, shared, mimSources, controllers, config, clock, tracing, logger, memory: budget },
    { audit, connections, mim },
  ) =>
    createMimRegistryService({
      database,
      jobs,
      events,
      streams: shared.streams,
      graphs: mim.graphs,
      sharedModel: mim.sharedModel,
      budget,
      sources: mimSources,
      connections,
      controllers,
      importConcurrency: config.mimRegistry.importConcurrency,
      audit,
      clock,
      tracing,
      logger,
    }),
  routes: (registry) => mimRegistryRoutes(registry),
  channels: (registry, { clock, logger }) => [mimImportChannel({ registry, clock, logger })],
  upkeep: (registry) => [
    { name: 'resume-lost-mim-imports', cron: '* * * * *', work: registry.resumeLost },
    { name: 'delete-old-mim-imports', cron: '35 3 * * *', work: registry.deleteOld },
  ],
  metrics: IMPORT_METRICS,
  measure: (_registry, platform) => measureImports(platform),
  listen: (registry) => registry.registerJobs(),
  close: (registry) => registry.close(),
})
