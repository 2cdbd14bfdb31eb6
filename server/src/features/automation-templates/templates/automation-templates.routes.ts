import { type Static, Type } from 'typebox'
import {
  AUTOMATION_TEMPLATE_ORDERS,
  AutomationTemplate,
  AutomationTemplateCreate,
  AutomationTemplateListQuery,
  AutomationTemplatePatch,
} from '@heddle/contract/automation-templates.ts'
import { PageReply, UuidParams } from '@heddle/contract/common.ts'
import { may } from '../../../kernel/access.ts'
import type { FieldMessages } from '../../../kernel/field-messages.ts'
import { readAll } from '../../../kernel/read-all.ts'
import { pageRequest } from '../../../platform/http/pagination.ts'
import { parseOrdering } from '../../../platform/http/query-parameters.ts'
import { type Route, routes } from '../../../platform/http/route.ts'
import { sendPage } from '../../../platform/http/streamed-page.ts'
import { presentTemplate, writeTemplate } from './automation-templates.presenter.ts'
import type { AutomationTemplatesService } from './automation-templates.service.ts'

const COLLECTION = '/api/automation/templates/'
const ONE = `${COLLECTION}:id/`

function filterOf(query: Static<typeof AutomationTemplateListQuery>, faults: FieldMessages) {
  const { category, automation_connection: connection, search, ordering } = query
  const byName = [{ field: 'name', descending: false }] as const
  const { order } = readAll({ order: () => parseOrdering(ordering, AUTOMATION_TEMPLATE_ORDERS, byName) }, faults)
  return { category, connection: connection?.toLowerCase(), search, order }
}

export function automationTemplateRoutes(templates: AutomationTemplatesService): readonly Route[] {
  const view = may('automation.view_template')
  const change = may('automation.change_template')

  return routes('Automation templates', (route) => {
    route.get(
      COLLECTION,
      {
        access: view,
        summary: 'List the templates that you may launch',
        description: 'A template with `allowed_groups` is listed for their members, operators and administrators.',
        query: AutomationTemplateListQuery,
        reply: PageReply(AutomationTemplate),
        reportsFaultsItself: true,
      },
      async ({ caller, query, url, fields, faults }) => {
        const page = pageRequest(query)
        const found = await templates.list(caller, filterOf(query, faults), page)
        return sendPage(found, page, { url, fields }, writeTemplate)
      },
    )

    route.post(
      COLLECTION,
      {
        access: may('automation.add_template'),
        summary: 'Create a template',
        description:
          'The automation server is not asked whether it has the job template. Every fault of the schema is listed, and then nothing is stored.',
        body: AutomationTemplateCreate,
        reply: AutomationTemplate,
        status: 201,
        reportsFaultsItself: true,
      },
      async ({ caller, body, faults }) => presentTemplate(await templates.create(caller, { body, faults })),
    )

    route.get(
      ONE,
      {
        access: view,
        summary: 'Read a template',
        description: 'A template with `allowed_groups` exists only for their members, operators and administrators.',
        params: UuidParams,
        reply: AutomationTemplate,
      },
      async ({ caller, params }) => presentTemplate(await templates.get(caller, params.id)),
    )

    route.put(
      ONE,
      {
        access: change,
        summary: 'Replace a template',
        description: 'Omitted fields get their default. Requests keep the template as it was when they were launched.',
        honorsIfMatch: true,
        params: UuidParams,
        body: AutomationTemplateCreate,
        reply: AutomationTemplate,
        reportsFaultsItself: true,
      },
      async ({ caller, params, body, faults, ifMatch }) =>
        presentTemplate(await templates.replace(caller, params.id, { body, faults }, ifMatch)),
    )

    route.patch(
      ONE,
      {
        access: change,
        summary: 'Update a template; requests keep it as it was when they were launched',
        description: 'Only what is sent changes; a `schema` is replaced as a whole.',
        honorsIfMatch: true,
        params: UuidParams,
        body: AutomationTemplatePatch,
        reply: AutomationTemplate,
        reportsFaultsItself: true,
      },
      async ({ caller, params, body, faults, ifMatch }) =>
        presentTemplate(await templates.change(caller, params.id, { body, faults }, ifMatch)),
    )

    route.delete(
      ONE,
      {
        access: may('automation.delete_template'),
        summary: 'Delete a template without unfinished requests',
        description: 'Finished requests keep what they recorded, without the template.',
        conflicts: { pending_requests: 'Requests of the template have not ended.' },
        conflictFields: { pending_requests: Type.Integer() },
        params: UuidParams,
        reply: Type.Null(),
        status: 204,
      },
      async ({ caller, params }) => templates.remove(caller, params.id),
    )
  })
}
