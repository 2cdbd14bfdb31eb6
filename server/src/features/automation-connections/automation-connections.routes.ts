import { Type } from 'typebox'
import {
  AUTOMATION_CONNECTION_ORDERS,
  AutomationConnection,
  AutomationConnectionCreate,
  AutomationConnectionListQuery,
  AutomationConnectionPatch,
  AutomationJobTemplate,
  AutomationJobTemplateListQuery,
  AutomationNotAsked,
  AutomationTestReply,
} from '@heddle/contract/automation-connections.ts'
import { PageReply, UuidParams } from '@heddle/contract/common.ts'
import { may } from '../../kernel/access.ts'
import { envelope, pageRequest } from '../../platform/http/pagination.ts'
import { parseOrdering } from '../../platform/http/query-parameters.ts'
import { documented, type Route, routes } from '../../platform/http/route.ts'
import { presentAutomationConnection as present, presentJobTemplate } from './automation-connections.presenter.ts'
import type { AutomationConnectionsService } from './automation-connections.service.ts'

const COLLECTION = '/api/automation/connections/'
const ONE = '/api/automation/connections/:id/'

export function automationConnectionRoutes(connections: AutomationConnectionsService): readonly Route[] {
  const view = may('automation.view_connection')
  const change = may('automation.change_connection')

  return routes('Automation connections', (route) => {
    route.get(
      COLLECTION,
      {
        access: view,
        summary: 'List automation connections',
        description:
          'Ordered by name unless `ordering` says otherwise; `search` looks in names and addresses. Tokens are never returned.',
        query: AutomationConnectionListQuery,
        reply: PageReply(AutomationConnection),
      },
      async ({ query, url }) => {
        const page = pageRequest(query)
        const order = parseOrdering(query.ordering, AUTOMATION_CONNECTION_ORDERS, [
          { field: 'name', descending: false },
        ])
        const found = await connections.list({ search: query.search, isDefault: query.is_default, order }, page)
        return envelope({ count: found.count, items: found.items.map(present) }, page, url)
      },
    )

    route.post(
      COLLECTION,
      {
        access: may('automation.add_connection'),
        summary: 'Create an automation connection',
        description:
          'The token is stored sealed. The server is not asked: test the connection afterwards. With `is_default`, the previous default is unset.',
        body: AutomationConnectionCreate,
        reply: AutomationConnection,
        status: 201,
        reportsFaultsItself: true,
      },
      async ({ caller, body, faults }) => present(await connections.create(caller, { body, faults })),
    )

    route.get(
      ONE,
      {
        access: view,
        summary: 'Read an automation connection',
        description: 'Without its token; `token_configured` says whether one is stored.',
        params: UuidParams,
        reply: AutomationConnection,
      },
      async ({ params }) => present(await connections.get(params.id)),
    )

    route.put(
      ONE,
      {
        access: change,
        summary: 'Replace an automation connection; the stored token is kept if none is sent',
        description:
          'Other omitted fields get their default. A new address or account requires the token again, so that it is never sent elsewhere.',
        honorsIfMatch: true,
        params: UuidParams,
        body: AutomationConnectionCreate,
        reply: AutomationConnection,
        reportsFaultsItself: true,
      },
      async ({ params, body, faults, ifMatch }) =>
        present(await connections.replace(params.id, { body, faults }, ifMatch)),
    )

    route.patch(
      ONE,
      {
        access: change,
        summary: 'Update an automation connection',
        description:
          'Only what is sent changes. A new address or account requires the token again, so that it is never sent elsewhere.',
        honorsIfMatch: true,
        params: UuidParams,
        body: AutomationConnectionPatch,
        reply: AutomationConnection,
        reportsFaultsItself: true,
      },
      async ({ params, body, faults, ifMatch }) =>
        present(await connections.change(params.id, { body, faults }, ifMatch)),
    )

    route.delete(
      ONE,
      {
        access: may('automation.delete_connection'),
        summary: 'Delete an automation connection, unless templates or open jobs need it',
        description:
          'Finished requests keep what they recorded, but the output of their jobs can no longer be read from the server.',
        conflicts: { in_use: 'Templates use the connection, or jobs on it are still followed.' },
        params: UuidParams,
        reply: Type.Null(),
        status: 204,
      },
      async ({ params }) => connections.remove(params.id),
    )

    route.get(
      '/api/automation/connections/:id/job_templates/',
      {
        access: may('automation.change_template'),
        summary: 'List the job templates of an automation server',
        description:
          'Those that the account of the connection can see, by name. The automation server is asked now; nothing is stored.',
        params: UuidParams,
        query: AutomationJobTemplateListQuery,
        reply: PageReply(AutomationJobTemplate),
        otherReplies: { 502: documented(AutomationNotAsked, 'The automation server cannot be asked.') },
      },
      async ({ params, query, url, signal }) => {
        const page = pageRequest(query)
        const { count, items } = await connections.jobTemplates(params.id, { search: query.search, page }, signal)
        return envelope({ count, items: items.map(presentJobTemplate) }, page, url)
      },
    )

    route.post(
      '/api/automation/connections/:id/test_connection/',
      {
        access: may('automation.test_connection'),
        summary: 'Test an automation connection step by step',
        description:
          'Asks the automation server now and stores the result with the connection. Always answers 200; `status` says whether every step succeeded.',
        params: UuidParams,
        reply: AutomationTestReply,
      },
      async ({ params }) => connections.test(params.id),
    )

    route.post(
      '/api/automation/connections/:id/set_default/',
      {
        access: change,
        summary: 'Make an automation connection the default',
        description: 'The previous default is unset in the same transaction; there is never more than one.',
        params: UuidParams,
        reply: AutomationConnection,
      },
      async ({ params }) => present(await connections.setDefault(params.id)),
    )
  })
}
