import { defineFeature } from '../../platform/feature.ts'
import { createYamlThreads } from '../../platform/yaml/yaml-threads.ts'
import { aiFeature } from '../ai/index.ts'
import { auditFeature } from '../audit/index.ts'
import { automationConnectionsFeature } from '../automation-connections/index.ts'
import { automationTemplatesFeature } from '../automation-templates/index.ts'
import { controllerConnectionsFeature } from '../controller-connections/index.ts'
import { planningFeature } from '../planning/index.ts'
import { queriesFeature } from '../queries/index.ts'
import { schedulesFeature } from '../schedules/index.ts'
import { usersFeature } from '../users/index.ts'
import { waiversFeature } from '../waivers/index.ts'
import { automationConnectionKind, controllerConnectionKind } from './platform/connection-kinds.ts'
import { groupKind } from './platform/group-kind.ts'
import {
  columnTemplateKind,
  regexPatternKind,
  templateCategoryKind,
  validationListKind,
} from './platform/reference-kinds.ts'
import { settingKind } from './platform/setting-kind.ts'
import { automationTemplateKind } from './platform/template-kind.ts'
import { queryFileRoutes } from './query-files.routes.ts'
import { createQueryFilesService } from './query-files.service.ts'
import { createValidateQueries } from './validate-queries.ts'

export { FILE_CHECKS } from './file-checks.query.ts'
export type { QueryFilesService } from './query-files.service.ts'

/** Saved queries, their folders and scheduled tasks as files, and whatever else an installation is made of. */
export const queryFilesFeature = defineFeature({
  name: 'query-files',
  needs: {
    audit: auditFeature,
    queries: queriesFeature,
    schedules: schedulesFeature,
    planning: planningFeature,
    waivers: waiversFeature,
    users: usersFeature,
    controllerConnections: controllerConnectionsFeature,
    automationConnections: automationConnectionsFeature,
    automationTemplates: automationTemplatesFeature,
    ai: aiFeature,
  },
  create: (
    { database, memory, clock, deaths },
    { audit, queries: { queries, categories }, schedules: { schedules }, planning: { planners }, waivers, ...besides },
  ) => ({
    files: createQueryFilesService({
      ...{ database, clock, audit, deaths, queries, categories, schedules, waivers },
      validate: createValidateQueries(planners),
      lists: besides.automationTemplates.lists,
      automationTemplates: besides.automationTemplates.templates,
      kinds: [
        groupKind(besides.users.groups),
        controllerConnectionKind(besides.controllerConnections),
        automationConnectionKind(besides.automationConnections),
        templateCategoryKind(besides.automationTemplates.categories),
        regexPatternKind(besides.automationTemplates.patterns),
        validationListKind(besides.automationTemplates.lists),
        columnTemplateKind(besides.automationTemplates.columnTemplates),
        automationTemplateKind(besides.automationTemplates.templates),
        settingKind({ ai: besides.ai.settings, audit: audit.log }),
      ],
    }),
    yaml: createYamlThreads(memory),
  }),
  routes: ({ files, yaml }) => queryFileRoutes(files, yaml),
  close: ({ yaml }) => yaml.close(),
})
