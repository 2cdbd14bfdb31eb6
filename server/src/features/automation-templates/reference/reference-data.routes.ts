import { Type } from 'typebox'
import {
  ColumnTemplate,
  ColumnTemplatePatch,
  ColumnTemplateWrite,
  RegexPattern,
  RegexPatternPatch,
  RegexPatternWrite,
  ValidationList,
  ValidationListPatch,
  ValidationListWrite,
} from '@heddle/contract/automation-templates.ts'
import { UuidParams } from '@heddle/contract/common.ts'
import { may } from '../../../kernel/access.ts'
import { type Route, routes } from '../../../platform/http/route.ts'
import type { automationValidationLists } from '../automation-templates.tables.ts'
import { type ColumnTemplatesService, presentColumnTemplate } from './column-templates.ts'
import { referenceRoutes } from './reference.routes.ts'
import { presentRegexPattern, type RegexPatternsService } from './regex-patterns.ts'
import { presentValidationList, type ValidationListsService } from './validation-lists.ts'

type Services = {
  readonly columnTemplates: ColumnTemplatesService
  readonly lists: ValidationListsService
  readonly patterns: RegexPatternsService
}

const TAG = 'Automation reference data'
const FAILED_RUN = {
  execution_id: Type.Optional(Type.String({ format: 'uuid', description: 'The run of the source, if it failed.' })),
}

export function referenceDataRoutes({ columnTemplates, lists, patterns }: Services): readonly Route[] {
  const refresh = routes(TAG, (route) => {
    route.post(
      '/api/automation/validation-lists/:id/refresh/',
      {
        access: may('automation.change_validationlist'),
        summary: 'Read the values of a bound validation list again',
        description: 'From its saved query or snapshot, now. The values it had stay if the source cannot be read.',
        conflicts: { static_list: 'The list is bound to no saved query.' },
        refusal: 'Its source requires permission to run or read it.',
        params: UuidParams,
        reply: ValidationList,
        faultFields: FAILED_RUN,
      },
      async ({ caller, params, signal }) => presentValidationList(await lists.refresh(caller, params.id, signal)),
    )
  })

  return [
    ...referenceRoutes({
      tag: TAG,
      path: '/api/automation/column-templates/',
      model: 'columntemplate',
      one: 'a column template',
      many: 'column templates',
      item: ColumnTemplate,
      write: ColumnTemplateWrite,
      patch: ColumnTemplatePatch,
      service: columnTemplates,
      present: presentColumnTemplate,
    }),
    ...referenceRoutes<typeof automationValidationLists, ValidationListWrite, typeof ValidationList>({
      tag: TAG,
      path: '/api/automation/validation-lists/',
      model: 'validationlist',
      one: 'a validation list',
      many: 'validation lists',
      item: ValidationList,
      write: ValidationListWrite,
      patch: ValidationListPatch,
      faultFields: FAILED_RUN,
      service: lists,
      present: presentValidationList,
    }),
    ...refresh,
    ...referenceRoutes({
      tag: TAG,
      path: '/api/automation/regex-patterns/',
      model: 'regexpattern',
      one: 'a regex pattern',
      many: 'regex patterns',
      item: RegexPattern,
      write: RegexPatternWrite,
      patch: RegexPatternPatch,
      service: patterns,
      present: presentRegexPattern,
    }),
  ]
}
