import {
  AutomationCategory,
  AutomationCategoryListQuery,
  AutomationCategoryPatch,
  AutomationCategoryWrite,
} from '@heddle/contract/automation-templates.ts'
import { categoryRoutes } from '../../../platform/categories/categories.routes.ts'
import type { Route } from '../../../platform/http/route.ts'
import { presentTemplateCategory } from './automation-categories.presenter.ts'
import type { AutomationCategoriesService } from './automation-categories.service.ts'

export const automationCategoryRoutes = (service: AutomationCategoriesService): readonly Route[] =>
  categoryRoutes({
    tag: 'Automation categories',
    path: '/api/automation/categories/',
    app: 'automation',
    one: 'a category of templates',
    many: 'categories of templates',
    counted: '`template_count` counts the templates that you see.',
    removal: {
      summary: 'Delete a category without templates; with ?force=true its children move up',
      description: 'Its templates must be moved first, even with `force`.',
      conflicts: { in_use: 'Templates are in it.' },
    },
    list: AutomationCategoryListQuery,
    item: AutomationCategory,
    write: AutomationCategoryWrite,
    patch: AutomationCategoryPatch,
    replaced: { parent: null, description: '' },
    service,
    present: presentTemplateCategory,
  })
