import { Type } from 'typebox'
import { PageReply, UuidParams } from '@heddle/contract/common.ts'
import {
  ConnectionBudget,
  ConnectionFacts,
  ConnectionTestReply,
  ControllerConnection,
  ControllerConnectionCreate,
  ControllerConnectionListQuery,
  ControllerConnectionPatch,
  ControllerConnectionReplace,
  CONNECTION_ORDERS,
  FactsQuery,
  NotAsked,
  DEFAULT_PARALLEL_REQUESTS,
} from '@heddle/contract/controller-connections.ts'
import { may } from '../../kernel/access.ts'
import { envelope, pageRequest } from '../../platform/http/pagination.ts'
import { parseOrdering } from '../../platform/http/query-parameters.ts'
import { type Route, routes } from '../../platform/http/route.ts'
import { presentBudget, presentConnection, presentFacts } from './controller-connections.presenter.ts'
import type { ControllerConnectionsService } from './controller-connections.service.ts'

const COLLECTION = '/api/controller/connections/'
const ONE = '/api/controller/connections/:id/'

/** What a replacement leaves out. */
const REPLACED = {
  verify_ssl: true,
  ca_certificate: null,
  is_default: false,
  hosts: [],
  max_parallel_requests: DEFAULT_PARALLEL_REQUESTS,
  max_requests_per_minute: null,
}

export function controllerConnectionRoutes(connections: ControllerConnectionsService): readonly Route[] {
  const view = may('controller.view_connection')
  const change = may('controller.change_connection')

  return routes('Controller connections', (route) => {
    route.get(
      COLLECTION,
      {
        access: view,
        summary: 'List connections',
        description:
          'Ordered by name unless `ordering` says otherwise; `search` looks in names and addresses. Passwords are never returned.',
        query: ControllerConnectionListQuery,
        reply: PageReply(ControllerConnection),
      },
      async ({ query, url }) => {
        const page = pageRequest(query)
        const order = parseOrdering(query.ordering, CONNECTION_ORDERS, [{ field: 'name', descending: false }])
        const found = await connections.list({ search: query.search, isDefault: query.is_default, order }, page)
        return envelope({ count: found.count, items: found.items.map(presentConnection) }, page, url)
      },
    )

    route.post(
      COLLECTION,
      {
        access: may('controller.add_connection'),
        summary: 'Create a connection',
        description:
          'The password is stored sealed. The controller is not asked: test the connection afterwards. With `is_default`, the previous default is unset.',
        body: ControllerConnectionCreate,
        reply: ControllerConnection,
        status: 201,
        reportsFaultsItself: true,
      },
      async ({ caller, body, faults }) => presentConnection(await connections.create(caller, { body, faults })),
    )

    route.get(
      ONE,
      {
        access: view,
        summary: 'Read a connection',
        description: 'With the result of its last test, and without its password.',
        params: UuidParams,
        reply: ControllerConnection,
      },
      async ({ params }) => presentConnection(await connections.get(params.id)),
    )

    route.put(
      ONE,
      {
        access: change,
        summary: 'Replace a connection',
        description:
          'The stored password is kept if none is sent, as long as no address is new, the username stays and the same certificates are still verified. All other omitted fields get their default.',
        honorsIfMatch: true,
        params: UuidParams,
        body: ControllerConnectionReplace,
        reply: ControllerConnection,
        reportsFaultsItself: true,
      },
      async ({ params, body, faults, ifMatch }) =>
        presentConnection(await connections.change(params.id, { body: { ...REPLACED, ...body }, faults }, ifMatch)),
    )

    route.patch(
      ONE,
      {
        access: change,
        summary: 'Update a connection',
        description:
          'Only what is sent changes. A new address or username, other trusted certificates, or turning off their verification, requires the password again, so that it is never sent elsewhere.',
        honorsIfMatch: true,
        params: UuidParams,
        body: ControllerConnectionPatch,
        reply: ControllerConnection,
        reportsFaultsItself: true,
      },
      async ({ params, body, faults, ifMatch }) =>
        presentConnection(await connections.change(params.id, { body, faults }, ifMatch)),
    )

    route.delete(
      ONE,
      {
        access: may('controller.delete_connection'),
        summary: 'Delete a connection; queries that use it fail at their next run',
        description:
          'Its password is deleted with it. Saved queries, scheduled tasks, logs and snapshots that name it are kept.',
        params: UuidParams,
        reply: Type.Null(),
        status: 204,
      },
      async ({ params }) => connections.remove(params.id),
    )

    route.get(
      '/api/controller/connections/:id/budget/',
      {
        access: view,
        summary: 'Read what is asked of a controller now',
        description:
          'Limits, requests in flight, requests waiting for their turn, and requests that the controller refused, over all processes. Figures of other processes may be two seconds old. While the cache is unreachable, only this process is counted.',
        params: UuidParams,
        reply: ConnectionBudget,
      },
      async ({ params }) => presentBudget(await connections.budget(params.id)),
    )

    route.get(
      '/api/controller/connections/:id/facts/',
      {
        access: view,
        summary: 'Read what is known of a fabric',
        description:
          'Releases and numbers of nodes, for `when` of checks. Read from the controller with one small request and kept for ten minutes; `refresh=true` reads them again, which takes `controller.test_connection`.',
        refusal: '`refresh` without the permission to test connections.',
        params: UuidParams,
        query: FactsQuery,
        reply: ConnectionFacts,
        otherReplies: { 502: { ...NotAsked, description: 'The controller cannot be asked.' } },
      },
      async ({ caller, params, query }) =>
        presentFacts(await connections.facts(caller, params.id, { isFresh: query.refresh === true })),
    )

    route.post(
      '/api/controller/connections/:id/test_connection/',
      {
        access: may('controller.test_connection'),
        summary: 'Test a connection step by step',
        description:
          'Asks every address of the controller now and stores the result with the connection. Its requests count towards the limits of the connection: a test waits for its turn, 15 seconds at most (longer for many addresses), and then fails at the step `turn` without having asked the controller, and without a change to the stored result. Always answers 200; `status` says whether every step succeeded, `step` which did not.',
        params: UuidParams,
        reply: ConnectionTestReply,
      },
      async ({ params }) => connections.test(params.id),
    )

    route.post(
      '/api/controller/connections/:id/set_default/',
      {
        access: change,
        summary: 'Make a connection the default',
        description: 'The previous default is unset in the same transaction; there is never more than one.',
        params: UuidParams,
        reply: ControllerConnection,
      },
      async ({ params }) => presentConnection(await connections.setDefault(params.id)),
    )
  })
}
