import { CheckPast, CheckPastQuery } from '@heddle/contract/check-past.ts'
import { UuidParams } from '@heddle/contract/common.ts'
import {
  At,
  AtQuery,
  AttributeChanges,
  ChangesQuery,
  Dns,
  DnsQuery,
  Heatmap,
  HeatmapQuery,
  TimelineReply,
  TimelineQuery,
} from '@heddle/contract/history.ts'
import { WhyThen, WhyThenQuery } from '@heddle/contract/why.ts'
import { may } from '../../../kernel/access.ts'
import { jsonWithStoredRows } from '../../../platform/rows/json-rows.ts'
import { ROW_REFUSALS } from '../../../platform/rows/refusals.ts'
import { instantParameter } from '../../../platform/http/query-parameters.ts'
import { timestamp } from '../../../kernel/instants.ts'
import { Reply, type Route, routes } from '../../../platform/http/route.ts'
import { compareRoutes } from './compare.routes.ts'
import type { History } from './create-history.ts'
import { presentChanges, presentCheckPast, presentHeatmap, presentTimeline } from './history.presenter.ts'
import { pageOfRows } from '../rows.query.ts'
import { dnParameter, readUsable, requiredInstant, windowParameter } from './history.query.ts'

const HISTORY = '/api/history/'
const JSON_TYPE = 'application/json; charset=utf-8'
const TIMELINE_LIMIT = { usual: 20, most: 100 }
const DNS_LIMIT = { usual: 50, most: 200 }

const limited = (asked: number | undefined, { usual, most }: typeof DNS_LIMIT): number => Math.min(asked ?? usual, most)

export function historyRoutes(history: History): readonly Route[] {
  const view = may('history.view_snapshot')

  const ofQueries = routes('Snapshots', (route) => {
    route.get(
      `${HISTORY}timeline/`,
      {
        access: view,
        summary: 'Show one object across the snapshots of a query',
        description:
          'The newest captures of the range, 20 unless `limit` says otherwise and at most 100, oldest first, with how each attribute of the object evolved.',
        missing: 'There is no such saved query.',
        query: TimelineQuery,
        reply: TimelineReply,
        reportsFaultsItself: true,
      },
      async ({ query, faults }) => {
        const { dn, ...range } = readUsable(
          {
            dn: () => dnParameter(query.dn),
            from_date: () => instantParameter('from_date', query.from_date),
            to_date: () => instantParameter('to_date', query.to_date),
          },
          faults,
        )
        const savedQuery = query.saved_query_id.toLowerCase()
        const order = {
          savedQuery,
          connection: query.controller_connection,
          controller: query.controller,
          dn,
          from: range.from_date,
          to: range.to_date,
          blame: query.blame,
        }
        return presentTimeline(
          savedQuery,
          dn,
          await history.timeline({ ...order, limit: limited(query.limit, TIMELINE_LIMIT) }),
        )
      },
    )

    route.get(
      `${HISTORY}snapshots/:id/why/`,
      {
        access: view,
        summary: 'Say why an object is in a snapshot, or is not',
        description:
          'A snapshot keeps rows: whether it has one of the object, which objects that came from, and in which captures before and after it was otherwise. What dropped an object is not kept; `asked` is how to ask about the fabric as it is now. The controller is not asked.',
        params: UuidParams,
        query: WhyThenQuery,
        reply: WhyThen,
        reportsFaultsItself: true,
      },
      async ({ caller, params, query, faults }) => {
        const { dn } = readUsable({ dn: () => dnParameter(query.dn) }, faults)
        return history.whyThen(caller, { snapshot: params.id, dn, controller: query.controller })
      },
    )

    route.get(
      `${HISTORY}heatmap/`,
      {
        access: view,
        summary: 'Count captures and changes of a query by day',
        description: 'Every day of a window that ends today in your time zone; days without a capture have zeros.',
        missing: 'There is no such saved query.',
        query: HeatmapQuery,
        reply: Heatmap,
        reportsFaultsItself: true,
      },
      async ({ caller, query, faults }) => {
        const { window, days } = readUsable({ window: () => windowParameter(query.window) }, faults).window
        const order = { savedQuery: query.saved_query, connection: query.controller_connection, days }
        return presentHeatmap(window, await history.heatmap(caller, order))
      },
    )

    route.get(
      `${HISTORY}saved-queries/:id/dns/`,
      {
        access: view,
        summary: 'Find DNs in the newest snapshot by any part',
        description:
          'Ignores case. Lists 50 unless `limit` says otherwise and at most 200; `total` counts all that match. Meant for completion while typing, so the general limits do not apply.',
        params: UuidParams,
        query: DnsQuery,
        reply: Dns,
        // Requested on every keystroke.
        throttle: 'exempt',
      },
      async ({ params, query }) => {
        const { dns, total } = await history.dns(params.id, query.q ?? '', limited(query.limit, DNS_LIMIT))
        return { dns: [...dns], count: dns.length, total }
      },
    )

    route.get(
      `${HISTORY}changes/`,
      {
        access: view,
        summary: 'List the changes of an attribute of an object',
        description:
          'Over all captures on one connection, with the values before and after. Without `controller_connection` that of the newest snapshot.',
        missing: 'There is no such saved query.',
        query: ChangesQuery,
        reply: AttributeChanges,
        reportsFaultsItself: true,
      },
      async ({ query, faults }) => {
        const { dn } = readUsable({ dn: () => dnParameter(query.dn) }, faults)
        const { saved_query: savedQuery, attribute, controller_connection: connection, controller } = query
        const changes = await history.changes({ savedQuery, connection, dn, controller, attribute })
        return { saved_query: savedQuery.toLowerCase(), dn, attribute, changes: presentChanges(changes) }
      },
    )

    route.get(
      `${HISTORY}checks/`,
      {
        access: view,
        summary: 'Judge the captures of a query by what it expects now',
        description:
          'The newest 1,000 captures of the range on one connection, oldest first. Nothing is run: the captured rows are judged as they are, with the defaults of the parameters and the waivers of now. `when` is not asked.',
        missing: 'There is no such saved query.',
        query: CheckPastQuery,
        reply: CheckPast,
        otherReplies: ROW_REFUSALS,
        reportsFaultsItself: true,
      },
      async ({ caller, query, faults, signal }) => {
        const range = readUsable(
          {
            from_date: () => instantParameter('from_date', query.from_date),
            to_date: () => instantParameter('to_date', query.to_date),
          },
          faults,
        )
        const order = {
          savedQuery: query.saved_query.toLowerCase(),
          connection: query.controller_connection?.toLowerCase(),
          from: range.from_date,
          to: range.to_date,
        }
        return presentCheckPast(await history.checks(caller, order, signal))
      },
    )

    route.get(
      `${HISTORY}at/`,
      {
        access: view,
        summary: 'Read the rows of a query at an instant',
        missing: 'No snapshot is that old.',
        description:
          'The rows of the newest snapshot captured at or before that instant: all of them, or one page on request.',
        query: AtQuery,
        reply: At,
        otherReplies: ROW_REFUSALS,
        reportsFaultsItself: true,
      },
      async ({ caller, query, faults }) => {
        const { at } = readUsable({ at: () => requiredInstant('at', query.at) }, faults)
        const savedQuery = query.saved_query.toLowerCase()
        const { snapshot, bytes } = await history.at(caller, {
          savedQuery,
          connection: query.controller_connection,
          at,
        })
        const head = {
          saved_query: savedQuery,
          at: timestamp(at),
          snapshot: snapshot.id,
          captured_at: timestamp(snapshot.capturedAt),
        }
        return Reply.stream(JSON_TYPE, jsonWithStoredRows(head, 'rows', bytes(pageOfRows(query, snapshot.rowCount))))
      },
    )
  })
  return [...compareRoutes(history), ...ofQueries]
}
