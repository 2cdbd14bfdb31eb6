import { defineFeature } from '../../platform/feature.ts'
import { createYamlThreads } from '../../platform/yaml/yaml-threads.ts'
import { auditFeature } from '../audit/index.ts'
import { planningFeature } from '../planning/index.ts'
import { queriesFeature } from '../queries/index.ts'
import { schedulesFeature } from '../schedules/index.ts'
import { waiversFeature } from '../waivers/index.ts'
import { queryFileRoutes } from './query-files.routes.ts'
import { createQueryFilesService } from './query-files.service.ts'
import { createValidateQueries } from './validate-queries.ts'

export { FILE_CHECKS } from './file-checks.query.ts'
export type { QueryFilesService } from './query-files.service.ts'

/** Saved queries, their folders and scheduled tasks as files, for version control. */
export const queryFilesFeature = defineFeature({
  name: 'query-files',
  needs: {
    audit: auditFeature,
    queries: queriesFeature,
    schedules: schedulesFeature,
    planning: planningFeature,
    waivers: waiversFeature,
  },
  create: (
    { database, memory, clock, deaths },
    { audit, queries: { queries, categories }, schedules: { schedules }, planning: { planners }, waivers },
  ) => ({
    files: createQueryFilesService({
      ...{ database, clock, audit, deaths, queries, categories, schedules, waivers },
      validate: createValidateQueries(planners),
    }),
    yaml: createYamlThreads(memory),
  }),
  routes: ({ files, yaml }) => queryFileRoutes(files, yaml),
  close: ({ yaml }) => yaml.close(),
})
