import { type Static, Type } from 'typebox'
import { kilobytes, VARIABLES_BUDGET } from './canvas-budget.ts'
import { declarations, edgeList, nodeList, draftParts, stepList } from './canvas-lists.ts'
import { connectionNameFields, Nullable, Ordering, PageQuery, Timestamp, Uuid } from './common.ts'
import { ALL_PATHS_BYTES } from './result-budget.ts'

const Variables = Type.Record(Type.String(), Type.Unknown(), {
  description: `Values for {{name}} in filters, scopes and steps. ${VARIABLES_BUDGET}`,
})
const Rows = Type.Array(Type.Record(Type.String(), Type.Unknown()))

export const MOST_MERGED_CONNECTIONS = 20
export const mergeFields = {
  controller_connections: Type.Optional(
    Nullable(
      Type.Array(Uuid, {
        minItems: 1,
        maxItems: MOST_MERGED_CONNECTIONS,
        uniqueItems: true,
        description: 'Needs `merge: true` when there are several; not together with `controller_connection`.',
      }),
    ),
  ),
  merge: Type.Optional(
    Type.Boolean({
      description: 'Runs the canvas on each connection and puts the rows together, with the column `@controller`.',
    }),
  ),
  allow_partial: Type.Optional(
    Type.Boolean({ description: 'A connection that fails is a warning, unless all of them do.' }),
  ),
}

/** A query as it is on the screen, run without being saved. */
export const DraftBody = Type.Object(
  { nodes: nodeList, edges: edgeList, post_processors: Type.Optional(stepList), ...declarations },
  {
    description:
      'Taken instead of the saved `nodes`, `edges` and `post_processors`. `parameters` and `expect` are those of the saved query where they are left out.',
  },
)
export type DraftBody = Static<typeof DraftBody>

const draft = Type.Optional(Nullable(DraftBody))
const answersDraft = Type.Optional(Type.Boolean({ description: 'True for a draft; absent for what is saved.' }))

export const ExecuteBody = Type.Object({
  controller_connection: Type.Optional(Nullable(Uuid)),
  ...mergeFields,
  variables: Type.Optional(Variables),
  skip_post_processors: Type.Optional(Type.Boolean()),
  draft,
  as_of: Type.Optional(
    Nullable(
      Type.String({
        description:
          'ISO 8601. Returns the rows of the newest snapshot captured by then, without a controller request.',
      }),
    ),
  ),
})
export type ExecuteBody = Static<typeof ExecuteBody>

export const BackgroundBody = Type.Object({
  ...ExecuteBody.properties,
  keep_rows_before_steps: Type.Optional(
    Type.Boolean({ description: 'Keeps what the first step gets for an hour, so that steps are tried without a run.' }),
  ),
})
export type BackgroundBody = Static<typeof BackgroundBody>

export const ValidateBody = Type.Object({
  controller_connection: Type.Optional(Nullable(Uuid)),
  ...mergeFields,
  variables: Type.Optional(Variables),
  draft,
})
export type ValidateBody = Static<typeof ValidateBody>

const ofDraft = {
  draft: DraftBody,
  controller_connection: Type.Optional(
    Nullable(
      Type.String({ format: 'uuid', description: 'Required, unless `controller_connections` names the connections.' }),
    ),
  ),
}
export const ExecuteDraftBody = Type.Object({ ...ExecuteBody.properties, ...ofDraft })
export const BackgroundDraftBody = Type.Object({ ...BackgroundBody.properties, ...ofDraft })
export const ValidateDraftBody = Type.Object({ ...ValidateBody.properties, ...ofDraft })

export const RUN_ENDINGS = ['success', 'failure', 'timeout'] as const
export const EXECUTION_STATUSES = ['running', ...RUN_ENDINGS] as const
export const ExecutionStatus = Type.Enum([...EXECUTION_STATUSES])
export type ExecutionStatus = Static<typeof ExecutionStatus>
export const RunReason = Type.Enum([
  'unreachable',
  'tls',
  'login_failed',
  'unknown_class',
  'bad_filter',
  'too_big',
  'controller_timeout',
  'busy',
  'forbidden',
  'incomplete',
  'cancelled',
  'deadline',
  'no_capture',
])

/** `look`: for a person to judge. `not_applicable`: `when` is not true. `waived`: all that was found has a waiver. */
export const EXPECTATION_STATUSES = ['passed', 'failed', 'look', 'not_applicable', 'waived'] as const
export const EXPECTATION_FILTERS = [...EXPECTATION_STATUSES, 'none'] as const
export const ExpectationFilter = Type.Enum([...EXPECTATION_FILTERS])
export const MOST_FAILING_ROWS = 10

/** Whether the rows of a run met what its query expects of them. */
export const ExpectationResult = Type.Object({
  status: Type.Enum([...EXPECTATION_STATUSES]),
  reason: Nullable(Type.String({ description: 'What is not as expected; null when everything is.' })),
  findings: Type.Integer({ description: 'What was found that no waiver is for.' }),
  failing_rows: Type.Array(Type.Record(Type.String(), Type.Unknown()), {
    description: `The first rows that are not as expected, at most ${MOST_FAILING_ROWS}.`,
  }),
})
export type ExpectationResult = Static<typeof ExpectationResult>

const Expectation = Nullable(ExpectationResult)

const WaitedMs = Type.Integer({
  description:
    'How much of `duration_ms` it waited for its turn: at the controller, on the server, or behind earlier runs of its user.',
})

export const ExecuteReply = Type.Object({
  execution_id: Uuid,
  draft: answersDraft,
  status: ExecutionStatus,
  row_count: Type.Integer({ description: 'All rows, including those truncated from `results`.' }),
  generated_query: Type.String({ description: 'The plan as text.' }),
  actual_query_path: Type.String({
    description: `Controller paths sent, one per line, without page parameters; above ${kilobytes(ALL_PATHS_BYTES)} the last line says how many more there were.`,
  }),
  duration_ms: Type.Integer(),
  waited_ms: WaitedMs,
  columns: Type.Array(Type.String()),
  error_message: Nullable(Type.String()),
  reason: Nullable(RunReason),
  expectation: Expectation,
  warnings: Type.Array(Type.String()),
  results_truncated: Type.Boolean({ description: 'True above 10,000 rows; the results export has all of them.' }),
  results: Rows,
})

export const CanvasProblem = Type.Object({
  code: Type.String(),
  message: Type.String(),
  node_id: Type.Optional(Type.String()),
  edge_id: Type.Optional(Type.String()),
  step_id: Type.Optional(Type.String()),
  path: Type.Optional(Type.String()),
  suggestions: Type.Optional(Type.Array(Type.String())),
})

/** What a 400 about a canvas has besides messages by field. */
export const CANVAS_PROBLEMS = {
  errors: Type.Array(CanvasProblem, { description: 'Each fault with the part of the canvas it is in.' }),
}

export const PLAN_STEPS = ['fetch', 'join', 'rows', 'post_processor'] as const
export const PlanStepReply = Type.Object({
  step: Type.Enum([...PLAN_STEPS]),
  id: Type.String({ description: 'Of the node, edge or step of the canvas.' }),
  text: Type.String(),
  class_name: Type.Optional(Type.String()),
  access: Type.Optional(Type.String({ description: 'How its objects are fetched.' })),
  request: Type.Optional(Type.String({ description: 'The path of the first request, if it is known before the run.' })),
  pushed_filter: Type.Optional(Type.String({ description: 'What the controller filters by.' })),
  local_filter: Type.Optional(Type.String({ description: 'What is filtered after fetching.' })),
  estimated_rows: Type.Optional(Type.Number()),
  size: Type.Optional(
    Type.Object(
      { objects: Type.Number(), source: Type.Enum(['counted', 'estimated']) },
      { description: 'Objects of the class in the whole fabric.' },
    ),
  ),
})

export const PlanReply = Type.Object({
  text: Type.String(),
  steps: Type.Array(PlanStepReply),
})

export const ValidateReply = Type.Object({
  valid: Type.Boolean(),
  errors: Type.Array(CanvasProblem),
  warnings: Type.Array(CanvasProblem),
  plan: Nullable(PlanReply),
})
export type ValidateReply = Static<typeof ValidateReply>

export const ValidateQueryReply = Type.Object({ draft: answersDraft, ...ValidateReply.properties })

export const ExecutionLogItem = Type.Object({
  id: Uuid,
  saved_query: Nullable(Type.String({ format: 'uuid', description: 'Null for a draft of no saved query.' })),
  saved_query_name: Nullable(Type.String()),
  saved_query_version: Nullable(Type.String({ description: 'Null for a draft.' })),
  draft: Type.Boolean({ description: 'It ran a draft, not what was saved.' }),
  user: Type.String(),
  controller_connection: Nullable(Type.String({ format: 'uuid', description: 'Null for a merged run.' })),
  controller_connections: Nullable(Type.Array(Uuid, { description: 'The connections of a merged run.' })),
  ...connectionNameFields,
  trigger: Type.String(),
  status: ExecutionStatus,
  reason: Nullable(RunReason),
  expectation: Expectation,
  row_count: Type.Integer(),
  duration_ms: Nullable(Type.Integer()),
  waited_ms: Nullable(WaitedMs),
  executed_at: Timestamp,
  started_at: Nullable(
    Type.String({ format: 'date-time', description: 'When a process last claimed it; null while it is queued.' }),
  ),
  error_message: Nullable(Type.String()),
  results_truncated: Type.Boolean(),
  pipeline_execution: Nullable(Type.String({ format: 'uuid', description: 'Its stages.' })),
})
export type ExecutionLogItem = Static<typeof ExecutionLogItem>

export const ExecutionLog = Type.Object({
  ...ExecutionLogItem.properties,
  warnings: Type.Array(Type.String()),
  variables: Variables,
  columns: Type.Array(Type.String()),
  generated_query: Type.String(),
  actual_query_path: Type.String(),
  canvas: Nullable(
    Type.Object(draftParts, {
      description:
        'What the run of a draft ran, for those who may read its rows. The canvas of any other run is that of its version.',
    }),
  ),
  rows_before_steps: Nullable(
    Type.Object(
      { columns: Type.Array(Type.String()), row_count: Type.Integer() },
      { description: 'What the first step got; null where the run was not asked to keep it, and once it is gone.' },
    ),
  ),
  results: Rows,
})

/** As many as a page can list. */
export const NEWEST_OF_MAX = 200

export const ExecutionLogListQuery = Type.Object({
  ...PageQuery,
  saved_query: Type.Optional(Uuid),
  newest_of: Type.Optional(
    Type.String({
      description: `Ids of up to ${NEWEST_OF_MAX} saved queries, separated by commas: only the newest run of each that passes the other filters.`,
    }),
  ),
  draft: Type.Optional(Type.Boolean({ description: 'Only runs of drafts, or only runs of what was saved.' })),
  skip_post_processors: Type.Optional(
    Type.Boolean({
      description: 'Only runs that left their steps out, as the web UI asks for previews; or only the others.',
    }),
  ),
  controller_connection: Type.Optional(Uuid),
  status: Type.Optional(ExecutionStatus),
  expectation: Type.Optional(ExpectationFilter),
  executed_after: Type.Optional(Type.String({ description: 'ISO 8601.' })),
  executed_before: Type.Optional(Type.String({ description: 'ISO 8601.' })),
  ordering: Ordering,
})
export const EXECUTION_LOG_ORDERS = ['executed_at'] as const

export const RESULT_FORMATS = ['csv', 'ndjson', 'xlsx', 'parquet'] as const
export const ResultsQuery = Type.Object({
  format: Type.Optional(Type.Enum([...RESULT_FORMATS])),
  before_steps: Type.Optional(
    Type.Boolean({ description: 'What the first step got; 404 where `rows_before_steps` of the run is null.' }),
  ),
})

export const BackgroundReply = Type.Object({
  draft: answersDraft,
  job_id: Uuid,
  execution_id: Uuid,
  channel: Type.String({ description: 'Path of the WebSocket channel that streams the progress.' }),
})
