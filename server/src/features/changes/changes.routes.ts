import { Readable } from 'node:stream'
import { Type } from 'typebox'
import {
  Change,
  CHANGE_ORDERS,
  ChangeBody,
  ChangeDetail,
  ChangeListQuery,
  ChangeReport,
  ChangeReportQuery,
} from '@heddle/contract/changes.ts'
import { PageReply, UuidParams } from '@heddle/contract/common.ts'
import { may } from '../../kernel/access.ts'
import { standingPolicy } from '../../platform/http/page-policy.ts'
import { envelope, pageRequest } from '../../platform/http/pagination.ts'
import { parseOrdering } from '../../platform/http/query-parameters.ts'
import { Reply, type Route, routes } from '../../platform/http/route.ts'
import { CHANGE_PAGE_STYLE } from './change-page-style.ts'
import { changePage } from './change-page.ts'
import { presentChange, presentChangeDetail } from './changes.presenter.ts'
import type { ChangesService } from './changes.service.ts'

const HISTORY = '/api/history/'
const COLLECTION = `${HISTORY}changes/`
const ONE = `${COLLECTION}:id/`

const PAGE_POLICY = standingPolicy(CHANGE_PAGE_STYLE)
const TOO_MANY = { too_many_checks: 'Too many checks of yours are still running.' }
const RUNS_TOO = 'It runs queries, so it also requires `queries.execute_savedquery`.'

export function changeRoutes(changes: ChangesService): readonly Route[] {
  const view = may('history.view_snapshot')
  const capture = may('history.capture_snapshot')

  return routes('Changes', (route) => {
    route.get(
      // The interface has another list at the address that they are created at.
      `${HISTORY}change-windows/`,
      {
        access: view,
        summary: 'List change windows',
        description: 'The newest first.',
        query: ChangeListQuery,
        reply: PageReply(Change),
      },
      async ({ query, url }) => {
        const page = pageRequest(query)
        const filter = {
          search: query.search,
          status: query.status,
          controllerConnection: query.controller_connection?.toLowerCase(),
          order: parseOrdering(query.ordering, CHANGE_ORDERS, [{ field: 'opened_at', descending: true }]),
        }
        const { count, items } = await changes.list(filter, page)
        return envelope({ count, items: items.map(presentChange) }, page, url)
      },
    )

    route.post(
      COLLECTION,
      {
        access: capture,
        summary: 'Open a change window',
        description:
          'Runs the queries on the connection in the background, captures the results and keeps what their checks found. The window is open once all have ended.',
        refusal: RUNS_TOO,
        conflicts: TOO_MANY,
        body: ChangeBody,
        reply: ChangeDetail,
        status: 201,
        reportsFaultsItself: true,
      },
      async ({ caller, body, faults }) => presentChangeDetail(await changes.open(caller, body, faults)),
    )

    route.get(
      ONE,
      {
        access: view,
        summary: 'Read a change window with its queries',
        description: 'How far each query is: captured and judged before the change, and after it.',
        params: UuidParams,
        reply: ChangeDetail,
      },
      async ({ params }) => presentChangeDetail(await changes.get(params.id)),
    )

    route.post(
      `${ONE}close/`,
      {
        access: capture,
        summary: 'Close a change window',
        description:
          'Runs and captures the same queries once more, compares, and seals a report. One whose closing failed can be closed again.',
        refusal: RUNS_TOO,
        conflicts: { ...TOO_MANY, not_open: 'The change is not open.' },
        params: UuidParams,
        reply: ChangeDetail,
      },
      async ({ caller, params }) => presentChangeDetail(await changes.close(caller, params.id)),
    )

    route.get(
      `${ONE}report/`,
      {
        access: view,
        summary: 'Read what a change did',
        conflicts: { not_closed: 'The change is not closed.' },
        description:
          'Canonical JSON (RFC 8785), always the same; `sha256` is the hash of the same without that field. With `format=html`, a self-contained page to print.',
        params: UuidParams,
        query: ChangeReportQuery,
        reply: ChangeReport,
        takesTicket: true,
        streams: ['text/html'],
      },
      async ({ params, query }) => {
        const report = await changes.report(params.id)
        if (query.format !== 'html') return streamed('application/json; charset=utf-8', report.json())
        return streamed('text/html; charset=utf-8', changePage(report), { 'content-security-policy': PAGE_POLICY })
      },
    )

    route.delete(
      ONE,
      {
        access: may('history.delete_snapshot'),
        summary: 'Delete a change window',
        description: 'With its report. Its captures stay.',
        refusal: 'Only the user who opened it, operators and administrators may delete it.',
        params: UuidParams,
        reply: Type.Null(),
        status: 204,
      },
      async ({ caller, params }) => changes.remove(caller, params.id),
    )
  })
}

const streamed = (type: string, parts: AsyncIterable<string>, headers?: Record<string, string>): Reply =>
  Reply.stream(type, Readable.from(parts, { objectMode: false }), headers)
