import { type Static, Type } from 'typebox'
import { BlameReply } from './blame.ts'
import { Nullable, Ordering, PageQuery, Search, Timestamp, Uuid } from './common.ts'
import { EXPECTATION_STATUSES } from './executions.ts'
import { Finding } from './findings.ts'
import { ChangedRowReply, SnapshotChanges } from './history.ts'
import { SEVERITIES } from './queries.ts'

/** Queries of one change window. */
export const MOST_IN_CHANGE = 200
export const CHANGE_STATUSES = ['opening', 'open', 'closing', 'closed', 'failed'] as const
export type ChangeStatus = (typeof CHANGE_STATUSES)[number]

/** The queries of a change window: a list, a folder with all below it, the checks of a pack, or several of these. */
export const ChangeBody = Type.Object({
  name: Type.String({ minLength: 1, maxLength: 200, pattern: '\\S' }),
  saved_queries: Type.Optional(Nullable(Type.Array(Uuid, { maxItems: MOST_IN_CHANGE }))),
  category: Type.Optional(Nullable(Type.Integer({ minimum: 1, maximum: 2_147_483_647 }))),
  pack: Type.Optional(Nullable(Type.String({ maxLength: 60, description: 'Its checks, without those switched off.' }))),
  controller_connection: Type.String({ format: 'uuid', description: 'On which all of the queries run.' }),
  note: Type.Optional(Nullable(Type.String({ maxLength: 4_000 }))),
})
export type ChangeBody = Static<typeof ChangeBody>

const ChangeSide = Type.Object({
  check: Nullable(Type.String({ format: 'uuid', description: 'The check whose runs are captured.' })),
  captured: Type.Integer(),
  failed: Type.Integer({ description: 'Queries that could not be captured.' }),
})

const FACTS = {
  id: Uuid,
  name: Type.String(),
  note: Type.String(),
  controller_connection: Uuid,
  controller_connection_name: Type.String({ description: 'When the window was opened.' }),
  category: Nullable(Type.Integer()),
  pack: Nullable(Type.String()),
  total: Type.Integer({ description: 'How many queries it has.' }),
  opened_by: Type.String(),
  opened_at: Timestamp,
  closed_by: Nullable(Type.String({ description: 'Who closed it, or tried to.' })),
  closed_at: Nullable(Type.String({ format: 'date-time', description: 'When its last capture was stored.' })),
}

export const Change = Type.Object({
  ...FACTS,
  status: Type.Enum([...CHANGE_STATUSES]),
  reason: Nullable(Type.String({ description: 'Why it failed.' })),
  can_close: Type.Boolean({ description: 'It is open, or its closing failed.' }),
  before: Nullable(ChangeSide),
  after: Nullable(ChangeSide),
  sha256: Nullable(Type.String({ description: 'Of its report, once it is closed.' })),
})
export type Change = Static<typeof Change>

const ResultStatus = Type.Enum([...EXPECTATION_STATUSES, 'error'])
const ChangeResult = Type.Object({
  snapshot: Nullable(Uuid),
  execution: Nullable(Uuid),
  status: ResultStatus,
  reason: Nullable(Type.String()),
  findings: Type.Integer(),
})
export const ChangeDetail = Type.Object({
  ...Change.properties,
  queries: Type.Array(
    Type.Object({
      saved_query: Uuid,
      name: Type.String({ description: 'When the window was opened.' }),
      severity: Type.Enum([...SEVERITIES]),
      before: Nullable(ChangeResult),
      after: Nullable(ChangeResult),
    }),
  ),
})
export type ChangeDetail = Static<typeof ChangeDetail>

export const CHANGE_ORDERS = ['opened_at', 'name'] as const
export const ChangeListQuery = Type.Object({
  ...PageQuery,
  search: Search,
  status: Type.Optional(Type.Enum([...CHANGE_STATUSES])),
  controller_connection: Type.Optional(Uuid),
  ordering: Ordering,
})

const Rows = Type.Array(Type.Record(Type.String(), Type.Unknown()))
const ReportedQuery = Type.Object({
  saved_query: Uuid,
  name: Type.String(),
  snapshot_a: Nullable(Uuid),
  snapshot_b: Nullable(Uuid),
  reason: Nullable(Type.String({ description: 'Why the two are not compared.' })),
  summary: Nullable(SnapshotChanges),
  added: Rows,
  removed: Rows,
  changed: Type.Array(ChangedRowReply),
  truncated: Type.Boolean({ description: 'Not all that differs is listed; `summary` counts all.' }),
  blame: Nullable(BlameReply),
})
export type ReportedQuery = Static<typeof ReportedQuery>

/** A finding without its row. */
const ReportedFinding = Type.Pick(Finding, ['id', 'resource', 'reason', 'severity', 'rows', 'waiver'])
export type ReportedFinding = Static<typeof ReportedFinding>

const CheckState = Type.Object({
  status: ResultStatus,
  reason: Nullable(Type.String()),
  findings: Type.Integer({ description: 'What was found that no waiver is for.' }),
})
const ReportedCheck = Type.Object({
  saved_query: Uuid,
  name: Type.String(),
  severity: Type.Enum([...SEVERITIES]),
  before: CheckState,
  after: CheckState,
  new_findings: Type.Array(ReportedFinding),
  gone_findings: Type.Array(ReportedFinding),
  still: Type.Integer({ description: 'Findings of both times.' }),
  truncated: Type.Boolean({ description: 'Not all findings were looked at, or listed.' }),
})
export type ReportedCheck = Static<typeof ReportedCheck>

export const ChangeReportQuery = Type.Object({ format: Type.Optional(Type.Enum(['json', 'html'])) })
/** What a change did, and what proves that this text was not altered. */
export const ChangeReport = Type.Object({
  version: Type.Integer({ description: 'Of this shape.' }),
  change: Type.Object(FACTS),
  queries: Type.Array(ReportedQuery),
  checks: Type.Array(ReportedCheck, { description: 'Of the queries that expect something.' }),
  requests: Type.Array(Uuid, {
    description: 'Automation requests with rows of this connection that were launched meanwhile.',
  }),
  requests_by_hand: Type.Optional(
    Type.Array(Uuid, {
      description:
        'Automation requests launched meanwhile whose rows were typed or sent, so that nothing says which fabric they are about. Absent in reports made before they were kept.',
    }),
  ),
  sha256: Type.String({ description: 'Of the same canonical JSON without this field.' }),
})
export type ChangeReport = Static<typeof ChangeReport>
