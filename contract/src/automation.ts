import { type Static, Type } from 'typebox'
import { BlameReply, RowBlame } from './blame.ts'
import { EXECUTION_MODES } from './automation-templates.ts'
import { Nullable, Ordering, PageQuery, Timestamp, Uuid } from './common.ts'

export const REQUEST_STATUSES = ['pending', 'running', 'succeeded', 'failed', 'cancelled'] as const
export type RequestStatus = (typeof REQUEST_STATUSES)[number]
export const JOB_EXECUTION_STATUSES = ['pending', 'running', 'successful', 'failed', 'error', 'cancelled'] as const
export type JobExecutionStatus = (typeof JOB_EXECUTION_STATUSES)[number]

const Text = Type.Record(Type.String(), Type.Unknown())

export const ROW_CHANGES = ['added', 'removed', 'changed'] as const
export type RowChange = (typeof ROW_CHANGES)[number]

/** Where the rows of a request were chosen. */
export const RequestSource = Type.Object({
  type: Type.Enum(['saved_query', 'snapshot', 'compare']),
  saved_query: Nullable(Uuid),
  snapshot: Nullable(Uuid),
  snapshot_a: Nullable(Uuid),
  snapshot_b: Nullable(Uuid),
  execution: Nullable(Type.String({ format: 'uuid', description: 'Execution log of the run that found the rows.' })),
  row_count: Type.Integer({ description: 'Rows of the source, before the filter.' }),
  scheduled_execution: Nullable(Type.String({ format: 'uuid', description: 'The firing that made the request.' })),
})
export type RequestSource = Static<typeof RequestSource>

export const RequestApproval = Type.Object({
  status: Type.Enum(['waiting', 'approved', 'declined']),
  decided_by: Nullable(Type.String()),
  decided_at: Nullable(Timestamp),
  note: Type.String(),
})
export type RequestApproval = Static<typeof RequestApproval>

export const EXPECTATIONS = ['gone', 'present'] as const
export const LONGEST_VERIFY_WAIT_SECONDS = 86_400
export const VerifyBody = Type.Object({
  expect: Type.Enum([...EXPECTATIONS], {
    description: 'What makes a row hold: its like is gone from the source, or present.',
  }),
  by: Type.Optional(
    Type.Array(Type.String({ maxLength: 500 }), {
      minItems: 1,
      maxItems: 50,
      description: "Columns of the source's result that tell rows apart; default `dn`.",
    }),
  ),
  wait_seconds: Type.Optional(
    Type.Integer({ minimum: 0, maximum: LONGEST_VERIFY_WAIT_SECONDS, description: 'Between the end and the check.' }),
  ),
})
export type VerifyBody = Static<typeof VerifyBody>

/** Who changed the rows of a request until they were checked, counted. */
export const VerificationBlame = Type.Object({
  ...BlameReply.properties,
  people: Type.Array(
    Type.Object({ user: Type.String(), rows: Type.Integer({ description: 'Rows that they changed last.' }) }),
    { description: 'At most 20, with most rows first.' },
  ),
  changed: Type.Integer({ description: 'Rows that differ from those the request took from its source.' }),
  nobody: Type.Integer({ description: 'Rows that no audit record fits.' }),
  unknown: Type.Integer({ description: 'Rows whose author cannot be known.' }),
})
export type VerificationBlame = Static<typeof VerificationBlame>

export const Verification = Type.Object({
  status: Type.Enum(['pending', 'holds', 'differs', 'failed']),
  expect: Type.Enum([...EXPECTATIONS]),
  by: Type.Array(Type.String()),
  execution: Nullable(Uuid),
  checked_at: Nullable(Timestamp),
  rows: Type.Array(Type.Object({ index: Type.Integer(), holds: Type.Boolean() })),
  error: Nullable(Type.String()),
  blame: Type.Optional(VerificationBlame),
})
export type Verification = Static<typeof Verification>

const requestFields = {
  id: Uuid,
  template: Nullable(Type.String({ format: 'uuid', description: 'Null once the template was deleted.' })),
  template_name: Type.String(),
  user: Type.String(),
  status: Type.Enum([...REQUEST_STATUSES]),
  execution_mode: Type.Enum([...EXECUTION_MODES]),
  row_count: Type.Integer(),
  execution_count: Type.Integer(),
  executions_complete: Type.Integer({ description: 'Executions that have ended.' }),
  created_at: Timestamp,
  started_at: Nullable(Type.String({ format: 'date-time', description: 'Null while it waits for approval.' })),
  finished_at: Nullable(Timestamp),
  scm_commit_sha: Nullable(Type.String({ description: 'Revision of the project that the jobs ran.' })),
  comment: Type.String(),
  cancel_requested: Type.Boolean(),
  warnings: Type.Array(Type.String()),
  relaunch_of: Nullable(Uuid),
  source: Nullable(RequestSource),
  approval: Nullable(RequestApproval),
  verification: Nullable(Verification),
  channel: Type.String({ description: 'Path of the WebSocket channel.' }),
}
export const AutomationRequest = Type.Object(requestFields)
export type AutomationRequest = Static<typeof AutomationRequest>
export const AutomationRequestDetail = Type.Object({
  ...requestFields,
  verifications: Type.Array(Verification, { description: 'Earlier checks, oldest first.' }),
})
export type AutomationRequestDetail = Static<typeof AutomationRequestDetail>

export const AutomationRequestListQuery = Type.Object({
  ...PageQuery,
  template: Type.Optional(Uuid),
  status: Type.Optional(Type.Enum([...REQUEST_STATUSES])),
  user: Type.Optional(Type.String({ maxLength: 200, description: 'Username.' })),
  source_saved_query: Type.Optional(Uuid),
  source_snapshot: Type.Optional(Uuid),
  ordering: Ordering,
})
export const REQUEST_ORDERS = ['created_at', 'started_at', 'finished_at', 'status', 'row_count'] as const

export const LaunchedRow = Type.Object({
  index: Type.Integer(),
  values: Text,
  source: Nullable(Text),
  blame: Type.Optional(RowBlame),
})
export type LaunchedRow = Static<typeof LaunchedRow>
export const RequestRowListQuery = Type.Object(PageQuery)

const comment = Type.String({ maxLength: 10_000 })
/** A schema column takes a column of the source's result, or the same value in every row. */
export const Mapping = Type.Record(Type.String(), Type.Union([Type.String(), Type.Object({ value: Type.Unknown() })]))
export type Mapping = Static<typeof Mapping>

export const LaunchBody = Type.Object({
  // Errors inside are found by the rules for rows, which report all of them.
  rows: Type.Optional(Type.Array(Type.Unknown(), { description: 'Objects keyed by schema column names.' })),
  rows_from: Type.Optional(
    Type.Unknown({
      description:
        'Instead of `rows`: `{saved_query, controller_connection?, variables?}`, `{snapshot}` or `{compare: {snapshot_a, snapshot_b, changes?}}`.',
    }),
  ),
  mapping: Type.Optional(
    Type.Unknown({ description: 'With `rows_from`: schema column to result column, or to `{value}`.' }),
  ),
  filter: Type.Optional(Type.Unknown({ description: "With `rows_from`: an expression over the result's columns." })),
  comment: Type.Optional(comment),
  verify_after: Type.Optional(Nullable(VerifyBody)),
})
export type LaunchBody = Static<typeof LaunchBody>
export const LaunchQuery = Type.Object({ dry_run: Type.Optional(Type.Boolean()) })
export const LaunchDryRunReply = Type.Object({
  valid: Type.Literal(true),
  executions: Type.Array(Type.Object({ rows: Type.Array(Text), extra_vars: Text })),
  warnings: Type.Array(Type.String()),
  source: Nullable(RequestSource),
})
export type LaunchDryRunReply = Static<typeof LaunchDryRunReply>

export const RelaunchBody = Type.Object({ only: Type.Optional(Type.Enum(['failed', 'all'], { default: 'failed' })) })
export const DecisionBody = Type.Object({ note: Type.Optional(comment) })
export const ProofQuery = Type.Object({ format: Type.Optional(Type.Enum(['json', 'html'])) })

export const AutomationExecution = Type.Object({
  id: Uuid,
  request: Uuid,
  row_index: Nullable(Type.Integer({ description: 'Its row, for per_row.' })),
  automation_job_id: Nullable(Type.Integer()),
  automation_job_url: Nullable(Type.String({ description: 'Page of the job in the automation server.' })),
  status: Type.Enum([...JOB_EXECUTION_STATUSES]),
  job_status: Nullable(Type.String({ description: 'What the automation server called it last.' })),
  launch_uncertain: Type.Boolean({ description: 'The answer to the launch was lost: `reconcile` looks for the job.' }),
  error: Nullable(Type.String({ description: 'Why it did not succeed, if anything was said.' })),
  created_at: Timestamp,
  started_at: Nullable(Timestamp),
  finished_at: Nullable(Timestamp),
  scm_commit_sha: Nullable(Type.String()),
  artifacts: Type.Unknown({ description: 'What the job left with set_stats, an object; null before the end.' }),
  ignored_fields: Type.Unknown({
    description: 'What the automation server did not take although the job started; null if nothing.',
  }),
  warnings: Type.Array(Type.String()),
  stdout_preview: Type.String({ description: 'The first 2,000 characters.' }),
  stdout_bytes: Type.Integer(),
  stdout_complete: Type.Boolean({ description: 'The whole output of the job is here.' }),
  extra_vars_snapshot: Text,
})
export type AutomationExecution = Static<typeof AutomationExecution>
/** What a request changed, and what proves that this text was not. */
export const RequestProof = Type.Object({
  version: Type.Integer({ description: 'Of this shape.' }),
  request: Uuid,
  template: Type.Object({ id: Nullable(Uuid), name: Type.String(), job_template: Type.Integer() }),
  requested_by: Type.String(),
  comment: Type.String(),
  started_at: Nullable(Timestamp),
  finished_at: Nullable(Timestamp),
  status: Type.Enum([...REQUEST_STATUSES]),
  source: Nullable(RequestSource),
  approval: Nullable(RequestApproval),
  verification: Nullable(Verification),
  rows: Type.Array(
    Type.Object({
      index: Type.Integer(),
      values: Text,
      before: Nullable(Type.Record(Type.String(), Type.Unknown(), { description: 'In the source.' })),
    }),
  ),
  executions: Type.Array(
    Type.Object({
      job: Nullable(Type.Integer()),
      url: Nullable(Type.String()),
      revision: Nullable(Type.String()),
      status: Type.Enum([...JOB_EXECUTION_STATUSES]),
      output: Type.String({ description: 'Its end.' }),
      output_sha256: Nullable(Type.String({ description: 'Of the whole output.' })),
      output_bytes: Type.Integer(),
    }),
  ),
  after: Type.Array(Type.Object({ index: Type.Integer(), row: Nullable(Text) }), {
    description: 'The rows in the source at the last check.',
  }),
  blame: Type.Optional(
    Type.Array(Type.Object({ index: Type.Integer(), ...RowBlame.properties }), {
      description:
        'Who changed the rows that differ, by the audit log of the controller between the two readings. Absent if none differs, and in proofs of checks made before this was read.',
    }),
  ),
  sha256: Type.String({ description: 'Of the same canonical JSON without this field.' }),
})

export const AutomationExecutionListQuery = Type.Object({
  ...PageQuery,
  request: Type.Optional(Uuid),
  status: Type.Optional(Type.Enum([...JOB_EXECUTION_STATUSES])),
  ordering: Ordering,
})
export const AUTOMATION_EXECUTION_ORDERS = ['created_at', 'started_at', 'finished_at', 'status', 'row_index'] as const

export const STDOUT_CHUNK_BYTES = 102_400
export const StdoutQuery = Type.Object(PageQuery)
export const StdoutReply = Type.Object({
  count: Type.Integer({ description: 'Number of chunks.' }),
  next: Nullable(Type.String()),
  previous: Nullable(Type.String()),
  chunk_size: Type.Integer({ description: 'Most bytes of UTF-8 in a chunk.' }),
  complete: Type.Boolean({ description: 'No more will come.' }),
  results: Type.Array(
    Type.Object({ offset: Type.Integer({ description: 'In bytes of UTF-8.' }), text: Type.String() }),
  ),
})
export type StdoutReply = Static<typeof StdoutReply>

export const WebhookReply = Type.Object({ status: Type.Enum(['queued', 'ignored']), event_id: Uuid })
export const WebhookHealth = Type.Object({ status: Type.Literal('ok') })
