import { defineFeature } from '../../platform/feature.ts'
import { createYamlThreads } from '../../platform/yaml/yaml-threads.ts'
import { auditFeature } from '../audit/index.ts'
import { planningFeature } from '../planning/index.ts'
import { queriesFeature } from '../queries/index.ts'
import { schedulesFeature } from '../schedules/index.ts'
import { queryFileRoutes } from './query-files.routes.ts'
import { createQueryFilesService } from './query-files.service.ts'
import { createValidateQueries } from './validate-queries.ts'

/** Saved queries, their folders and scheduled tasks as files, for version control. */
export const queryFilesFeature = defineFeature({
  name: 'query-files',
  needs: { audit: auditFeature, queries: queriesFeature, schedules: schedulesFeature, planning: planningFeature },
  create: (
    { database, memory },
    { audit, queries: { queries, categories }, schedules: { schedules }, planning: { planners } },
  ) => ({
    files: createQueryFilesService({
      ...{ database, audit, queries, categories, schedules },
      validate: createValidateQueries(planners),
    }),
    yaml: createYamlThreads(memory),
  }),
  routes: ({ files, yaml }) => queryFileRoutes(files, yaml),
  close: ({ yaml }) => yaml.close(),
})
