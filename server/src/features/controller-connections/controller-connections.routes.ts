import { Type } from 'typebox'
import { Page, UuidParams } from '@heddle/contract/common.ts'
import {
  ConnectionTestReply,
  ControllerConnection,
  ControllerConnectionCreate,
  ControllerConnectionListQuery,
  ControllerConnectionPatch,
  ControllerConnectionReplace,
  CONNECTION_ORDERS,
} from '@heddle/contract/controller-connections.ts'
import { may } from '../../kernel/access.ts'
import { envelope, pageRequest } from '../../platform/http/pagination.ts'
import { parseOrdering } from '../../platform/http/query-parameters.ts'
import { type Route, routes } from '../../platform/http/route.ts'
import { presentConnection } from './controller-connections.presenter.ts'
import type { ControllerConnectionsService } from './controller-connections.service.ts'

const COLLECTION = '/api/controller/connections/'
const ONE = '/api/controller/connections/:id/'

export function controllerConnectionRoutes(connections: ControllerConnectionsService): readonly Route[] {
  const view = may('controller.view_connection')
  const change = may('controller.change_connection')

  return routes('Controller connections', (route) => {
    route.get(
      COLLECTION,
      { access: view, summary: 'List connections', query: ControllerConnectionListQuery, reply: Page(ControllerConnection) },
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
        body: ControllerConnectionCreate,
        reply: ControllerConnection,
        status: 201,
      },
      async ({ caller, body }) => presentConnection(await connections.create(caller, body)),
    )

    route.get(ONE, { access: view, summary: 'Read a connection', params: UuidParams, reply: ControllerConnection }, async ({ params }) =>
      presentConnection(await connections.get(params.id)),
    )

    route.put(
      ONE,
      {
        access: change,
        summary: 'Replace a connection',
        params: UuidParams,
        body: ControllerConnectionReplace,
        reply: ControllerConnection,
      },
      async ({ params, body, ifMatch }) =>
        presentConnection(await connections.change(params.id, { verify_ssl: true, is_default: false, hosts: [], ...body }, ifMatch)),
    )

    route.patch(
      ONE,
      { access: change, summary: 'Update a connection', params: UuidParams, body: ControllerConnectionPatch, reply: ControllerConnection },
      async ({ params, body, ifMatch }) => presentConnection(await connections.change(params.id, body, ifMatch)),
    )

    route.delete(
      ONE,
      {
        access: may('controller.delete_connection'),
        summary: 'Delete a connection; queries that use it fail at their next run',
        params: UuidParams,
        reply: Type.Null(),
        status: 204,
      },
      async ({ params }) => connections.remove(params.id),
    )

    route.post(
      '/api/controller/connections/:id/test_connection/',
      {
        access: may('controller.test_connection'),
        summary: 'Test a connection step by step',
        params: UuidParams,
        reply: ConnectionTestReply,
      },
      async ({ params }) => connections.test(params.id),
    )

    route.post(
      '/api/controller/connections/:id/set_default/',
      { access: change, summary: 'Make a connection the default', params: UuidParams, reply: ControllerConnection },
      async ({ params }) => presentConnection(await connections.setDefault(params.id)),
    )
  })
}
