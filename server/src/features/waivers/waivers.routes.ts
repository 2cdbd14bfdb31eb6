import { Type } from 'typebox'
import { PageReply, UuidParams } from '@heddle/contract/common.ts'
import { Waiver, WAIVER_ORDERS, WaiverCreate, WaiverListQuery } from '@heddle/contract/waivers.ts'
import { may } from '../../kernel/access.ts'
import { timestamp } from '../../kernel/instants.ts'
import { envelope, pageRequest } from '../../platform/http/pagination.ts'
import { parseOrdering } from '../../platform/http/query-parameters.ts'
import { type Route, routes } from '../../platform/http/route.ts'
import type { WaiversService } from './waivers.service.ts'

const COLLECTION = '/api/queries/waivers/'
const REFUSAL =
  'The owner of the query, operators, administrators and holders of `queries.add_waiver` create and end waivers.'

export function waiverRoutes(waivers: WaiversService, now: () => Date): readonly Route[] {
  const view = may('queries.view_savedquery')
  const present = (row: Awaited<ReturnType<WaiversService['get']>>): Waiver => ({
    id: row.id,
    saved_query: row.savedQueryId,
    resource: row.resource,
    controller_connection: row.controllerConnectionId,
    until: timestamp(row.until),
    reason: row.reason,
    created_by: row.createdByName,
    created_at: timestamp(row.createdAt),
    expired: row.until <= now(),
  })

  return routes('Runs', (route) => {
    route.get(
      COLLECTION,
      {
        access: view,
        summary: 'List waivers',
        description: 'Those that end soonest first, expired ones too unless `expired` is false.',
        query: WaiverListQuery,
        reply: PageReply(Waiver),
      },
      async ({ query, url }) => {
        const page = pageRequest(query)
        const filter = {
          savedQuery: query.saved_query?.toLowerCase(),
          controllerConnection: query.controller_connection?.toLowerCase(),
          expired: query.expired,
          order: parseOrdering(query.ordering, WAIVER_ORDERS, [{ field: 'until', descending: false }]),
        }
        const { count, items } = await waivers.list(filter, page)
        return envelope({ count, items: items.map(present) }, page, url)
      },
    )

    route.post(
      COLLECTION,
      {
        access: view,
        summary: 'Waive findings of a check',
        description:
          'Findings whose resource the pattern fits do not count until then. When it expires, its maker and the owners of tasks that report the failures of the query are notified.',
        refusal: REFUSAL,
        body: WaiverCreate,
        reply: Waiver,
        status: 201,
      },
      async ({ caller, body }) => present(await waivers.create(caller, body)),
    )

    route.get(
      `${COLLECTION}:id/`,
      {
        access: view,
        summary: 'Read a waiver',
        description: 'Also one that has expired; one that was ended is gone.',
        params: UuidParams,
        reply: Waiver,
      },
      async ({ params }) => present(await waivers.get(params.id)),
    )

    route.delete(
      `${COLLECTION}:id/`,
      {
        access: view,
        summary: 'End a waiver',
        description: 'What it was for counts again from the next run.',
        refusal: REFUSAL,
        params: UuidParams,
        reply: Type.Null(),
        status: 204,
      },
      async ({ caller, params }) => waivers.end(caller, params.id),
    )
  })
}
