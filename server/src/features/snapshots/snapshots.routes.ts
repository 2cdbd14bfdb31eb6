import { Type } from 'typebox'
import { PageReply, UuidParams } from '@heddle/contract/common.ts'
import { CANVAS_PROBLEMS, ResultsQuery } from '@heddle/contract/executions.ts'
import {
  AnnotateBody,
  CaptureBody,
  HistoryQueries,
  PinBody,
  Snapshot,
  SnapshotDetail,
  SnapshotDetailQuery,
  SnapshotItem,
  SnapshotListQuery,
} from '@heddle/contract/history.ts'
import { may } from '../../kernel/access.ts'
import { jsonWithStoredRows } from '../../platform/rows/json-rows.ts'
import { ROW_REFUSALS } from '../../platform/rows/refusals.ts'
import { envelope, pageRequest } from '../../platform/http/pagination.ts'
import { instantParameter } from '../../platform/http/query-parameters.ts'
import { readAll } from '../../kernel/read-all.ts'
import { replyWithFile } from '../../platform/http/reply-with-file.ts'
import { Reply, type Route, routes } from '../../platform/http/route.ts'
import { CHOICE_CONFLICTS, CHOICE_FAILURES, RESULT_TYPES } from '../executions/index.ts'
import { pageOfRows } from './rows.query.ts'
import { cleanupRoutes } from './cleanup.routes.ts'
import { snapshotSettingsRoutes } from './settings.routes.ts'
import { presentQueries, presentSnapshot, presentSnapshotItem } from './snapshots.presenter.ts'
import type { SnapshotsService } from './snapshots.service.ts'

const HISTORY = '/api/history/'
const COLLECTION = `${HISTORY}snapshots/`
const ONE = `${COLLECTION}:id/`
const JSON_TYPE = 'application/json; charset=utf-8'

export function snapshotRoutes(snapshots: SnapshotsService): readonly Route[] {
  const view = may('history.view_snapshot')
  const change = may('history.change_snapshot')

  const kept = routes('Snapshots', (route) => {
    route.post(
      `${HISTORY}capture/`,
      {
        access: may('history.capture_snapshot'),
        summary: 'Capture a snapshot of a new or earlier run',
        refusal: 'A new run requires permission to run queries; an earlier run must be yours.',
        description:
          'Running the query also requires `queries.execute_savedquery`. If the run fails, the response is a 400 with its message and nothing is stored.',
        body: CaptureBody,
        reply: Snapshot,
        status: 201,
        faultFields: CANVAS_PROBLEMS,
        conflicts: CHOICE_CONFLICTS,
        otherReplies: CHOICE_FAILURES,
        reportsFaultsItself: true,
      },
      async ({ caller, body, faults, signal }) =>
        presentSnapshot(await snapshots.capture(caller, body, faults, signal)),
    )

    route.get(
      `${HISTORY}queries/`,
      {
        access: view,
        summary: 'List saved queries with snapshots',
        description: 'By name, each with its number of snapshots and the time of the newest.',
        reply: HistoryQueries,
      },
      async () => presentQueries(await snapshots.listQueries()),
    )

    route.get(
      COLLECTION,
      {
        access: view,
        summary: 'List the snapshots of a saved query, newest first',
        description: 'Without their rows. `changes` counts the differences to the capture before.',
        missing: 'There is no such saved query.',
        query: SnapshotListQuery,
        reply: PageReply(SnapshotItem),
        reportsFaultsItself: true,
      },
      async ({ query, url, faults }) => {
        const { from, to } = readAll(
          {
            from: () => instantParameter('captured_after', query.captured_after),
            to: () => instantParameter('captured_before', query.captured_before),
          },
          faults,
        )
        const page = pageRequest(query)
        const {
          saved_query: savedQuery,
          controller_connection: readsConnection,
          retention_policy: policy,
          pinned,
        } = query
        const found = await snapshots.list({ savedQuery, readsConnection, policy, pinned, from, to }, page)
        return envelope({ count: found.count, items: found.items.map(presentSnapshotItem) }, page, url)
      },
    )

    route.get(
      ONE,
      {
        access: view,
        summary: 'Read a snapshot with its rows',
        description:
          'All rows, or one page of them if `page` or `page_size` is given; `row_count` counts all rows of the snapshot.',
        params: UuidParams,
        query: SnapshotDetailQuery,
        reply: SnapshotDetail,
        otherReplies: ROW_REFUSALS,
      },
      async ({ caller, params, query }) => {
        const row = await snapshots.findSnapshot(params.id)
        return Reply.stream(
          JSON_TYPE,
          jsonWithStoredRows(
            presentSnapshot(row),
            'rows',
            snapshots.bytes(caller, row, pageOfRows(query, row.rowCount)),
          ),
        )
      },
    )

    route.get(
      `${ONE}results/`,
      {
        access: view,
        summary: 'Export all rows of a snapshot as a file',
        description:
          'In the order of the captured result, streamed; CSV without a `format`. A Parquet file also has the columns `@captured_at` and `@controller`. Each export leaves an audit entry.',
        params: UuidParams,
        query: ResultsQuery,
        refusal: 'Rows belong to the user of the run: operators and administrators may read them too.',
        reply: Type.String(),
        otherReplies: ROW_REFUSALS,
        takesTicket: true,
        streams: RESULT_TYPES,
      },
      async ({ caller, params, query, signal }) => {
        const row = await snapshots.findSnapshot(params.id)
        return replyWithFile(await snapshots.exportFile(caller, row, query.format ?? 'csv', signal))
      },
    )

    route.delete(
      ONE,
      {
        access: may('history.delete_snapshot'),
        summary: 'Delete a snapshot',
        description:
          'Its rows are gone for good, also for the run it was captured from, unless another snapshot shares them.',
        refusal: 'Only the user who captured a snapshot, operators and administrators may change it.',
        params: UuidParams,
        reply: Type.Null(),
        status: 204,
      },
      async ({ caller, params }) => snapshots.remove(caller, params.id),
    )

    route.post(
      `${ONE}annotate/`,
      {
        access: change,
        summary: 'Set or remove the annotation of a snapshot',
        description: 'Null removes it. Rows and hash of a snapshot never change.',
        refusal: 'Only the user who captured a snapshot, operators and administrators may change it.',
        params: UuidParams,
        body: AnnotateBody,
        reply: Snapshot,
      },
      async ({ caller, params, body }) => presentSnapshot(await snapshots.annotate(caller, params.id, body.annotation)),
    )

    route.post(
      `${ONE}pin/`,
      {
        access: change,
        summary: 'Pin or unpin a snapshot',
        description: 'A pinned snapshot outlives its retention policy until it is unpinned.',
        refusal: 'Only the user who captured a snapshot, operators and administrators may change it.',
        params: UuidParams,
        body: PinBody,
        reply: Snapshot,
      },
      async ({ caller, params, body }) => presentSnapshot(await snapshots.pin(caller, params.id, body.pinned ?? true)),
    )
  })
  return [...kept, ...snapshotSettingsRoutes(snapshots), ...cleanupRoutes(snapshots)]
}
