import { Type } from 'typebox'
import { UuidParams } from '@heddle/contract/common.ts'
import { CompareBody, CompareExportQuery, CompareQuery, CompareReply } from '@heddle/contract/history.ts'
import { SnapshotGroups, SnapshotGroupsQuery } from '@heddle/contract/snapshot-groups.ts'
import { may } from '../../../kernel/access.ts'
import { replyWithFile } from '../../../platform/http/reply-with-file.ts'
import { Reply, type Route, routes } from '../../../platform/http/route.ts'
import { ROW_REFUSALS } from '../../../platform/rows/refusals.ts'
import { presentComparison } from './compare.presenter.ts'
import { PARQUET_TYPE } from '../../executions/index.ts'
import type { CompareService } from './compare.service.ts'
import type { History } from './create-history.ts'

const COMPARE = '/api/history/compare/'
const JSON_TYPE = 'application/json; charset=utf-8'

export function compareRoutes(comparing: CompareService & Pick<History, 'groups'>): readonly Route[] {
  const view = may('history.view_snapshot')

  return routes('Snapshots', (route) => {
    route.post(
      COMPARE,
      {
        access: view,
        summary: 'Compare two snapshots, or a snapshot with the live result',
        refusal: 'Comparing with `live` requires permission to run queries.',
        missing: 'There is no such snapshot.',
        description:
          'Comparing with `live` runs the query: it also requires `queries.execute_savedquery` and creates an execution log. With `blame` each row says who changed it, see the `GET`.',
        body: CompareBody,
        reply: CompareReply,
        otherReplies: ROW_REFUSALS,
        // A live run writes its own entry.
        changesNothing: true,
        reportsFaultsItself: true,
      },
      async ({ caller, body, faults, signal }) =>
        Reply.stream(JSON_TYPE, presentComparison(await comparing.compare(caller, body, faults, signal))),
    )

    route.get(
      COMPARE,
      {
        access: view,
        summary: 'Compare two snapshots by a link',
        description:
          'As the `POST`, of stored snapshots only. With `blame=true` each row says who changed it: the audit records of the controller between the two captures, read once and remembered with the pair.',
        missing: 'There is no such snapshot.',
        query: CompareQuery,
        reply: CompareReply,
        otherReplies: ROW_REFUSALS,
        reportsFaultsItself: true,
      },
      async ({ caller, query: { key_fields, ignore_fields, ...query }, faults, signal }) => {
        const body = {
          ...query,
          ...(key_fields !== undefined && { key_fields: [...(namesOf([key_fields]) ?? [])] }),
          ...(ignore_fields !== undefined && { ignore_fields: [...(namesOf([ignore_fields]) ?? [])] }),
        }
        return Reply.stream(JSON_TYPE, presentComparison(await comparing.compare(caller, body, faults, signal)))
      },
    )

    route.get(
      '/api/history/snapshots/:id/groups/',
      {
        access: view,
        summary: 'List the groups that the rows of a snapshot are in',
        description:
          'The groups by which a comparison is read: those it does not list are without change. At most 10,000. A snapshot of a merged run, whose places are on several fabrics, has none.',
        params: UuidParams,
        query: SnapshotGroupsQuery,
        reply: SnapshotGroups,
      },
      async ({ params, query }) => comparing.groups(params.id, query.by),
    )

    route.get(
      `${COMPARE}export/`,
      {
        access: view,
        summary: 'Export all differences between two snapshots',
        description:
          'As CSV unless `format` says otherwise, without a limit, and streamed. The export is recorded in the audit log. In a Parquet file `before` and `after` are JSON.',
        missing: 'There is no such snapshot.',
        query: CompareExportQuery,
        reply: Type.String(),
        otherReplies: ROW_REFUSALS,
        takesTicket: true,
        streams: ['text/csv', 'application/x-ndjson', PARQUET_TYPE],
        reportsFaultsItself: true,
      },
      async ({ caller, query: { a, b, format = 'csv', ...fields }, faults, signal }) => {
        const asked = { key_fields: namesOf(fields.key_fields), ignore_fields: namesOf(fields.ignore_fields) }
        return replyWithFile(await comparing.exportChanges(caller, { a, b, format, ...asked }, faults, signal))
      },
    )
  })
}

/** A single value is a comma-separated list; repeated values are one name each. */
const namesOf = (texts: readonly string[] | undefined): readonly string[] | undefined =>
  texts?.length === 1 ? texts[0]!.split(',').filter((name) => name !== '') : texts
