import { defineFeature } from '../../platform/feature.ts'
import { archiveFeature } from '../archive/index.ts'
import { auditFeature } from '../audit/index.ts'
import { executionsFeature } from '../executions/index.ts'
import { queriesFeature } from '../queries/index.ts'
import { automationCategoryRoutes } from './categories/automation-categories.routes.ts'
import { rowWorkFeature } from '../row-work/index.ts'
import { createAutomationCategoriesService } from './categories/automation-categories.service.ts'
import { createAllowedValues } from './reference/allowed-values.ts'
import { createColumnTemplatesService } from './reference/column-templates.ts'
import { createListSources } from './reference/list-sources.ts'
import { referenceDataRoutes } from './reference/reference-data.routes.ts'
import { createRegexPatternsService } from './reference/regex-patterns.ts'
import { createValidationListsService } from './reference/validation-lists.ts'
import { automationTemplateRoutes } from './templates/automation-templates.routes.ts'
import { createAutomationTemplatesService } from './templates/automation-templates.service.ts'

export { automationTemplateDeleting } from './automation-templates.events.ts'
export type { AutomationCategoriesService } from './categories/automation-categories.service.ts'
export type { ColumnTemplatesService } from './reference/column-templates.ts'
export { patternFaults, type RegexPatternsService } from './reference/regex-patterns.ts'
export { boundSource, type ValidationListsService } from './reference/validation-lists.ts'
export { automationCategories, automationTemplateGroups, automationTemplates } from './automation-templates.tables.ts'
export type { AutomationTemplatesService } from './templates/automation-templates.service.ts'
export { readReferenceNames, type ReferenceNames } from './templates/reference-names.ts'
export type { TemplateRow } from './templates/automation-templates.store.ts'
export { isSeenBy } from './template-access.ts'
export type { Launchable } from './templates/launchable.ts'

export const automationTemplatesFeature = defineFeature({
  name: 'automation-templates',
  needs: {
    audit: auditFeature,
    queries: queriesFeature,
    archive: archiveFeature,
    executions: executionsFeature,
    rowWork: rowWorkFeature,
  },
  create: (
    { database, events, clock, deaths },
    { audit, queries: { queries }, archive, executions: { runs }, rowWork: { rowWork } },
  ) => {
    const parts = { database, audit, clock }
    const sources = createListSources({ runs, queries, archive, deaths })
    return {
      categories: createAutomationCategoriesService(database, audit),
      columnTemplates: createColumnTemplatesService(parts),
      lists: createValidationListsService({ ...parts, sources }),
      patterns: createRegexPatternsService(parts),
      templates: createAutomationTemplatesService({
        ...parts,
        events,
        rowWork,
        readAllowed: createAllowedValues({ database, clock, sources }),
      }),
    }
  },
  routes: ({ categories, templates, ...reference }) => [
    ...automationTemplateRoutes(templates),
    ...automationCategoryRoutes(categories),
    ...referenceDataRoutes(reference),
  ],
})
