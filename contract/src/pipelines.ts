import { type Static, Type } from 'typebox'
import { Nullable, Ordering, PageQuery, Timestamp, Uuid } from './common.ts'
import { kilobytes } from './canvas-budget.ts'
import { EXECUTION_STATUSES } from './executions.ts'
import { ALL_SAMPLES_BYTES, LISTED_PATHS_BYTES, SAMPLE_BYTES, SAMPLE_CELL_BYTES, SAMPLE_ROWS } from './result-budget.ts'

const Sample = Type.Array(Type.Record(Type.String(), Type.Unknown()), {
  description: `The first rows, at most ${SAMPLE_ROWS} and ${kilobytes(SAMPLE_BYTES)}. A value above ${kilobytes(SAMPLE_CELL_BYTES)} is cut and ends in \`… (<n> characters)\`, a list in an item \`… (<n> items)\`.`,
})

export const PipelineStage = Type.Object({
  index: Type.Integer(),
  name: Type.String(),
  type: Type.Enum(['fetch', 'join', 'post_processor']),
  node_id: Type.Optional(Type.String()),
  step_id: Type.Optional(Type.String()),
  edge_id: Type.Optional(Type.String({ description: 'Of a join: the edge of the canvas.' })),
  connection: Type.Optional(Type.String({ description: 'In a merged run, the name of the connection.' })),
  status: Type.Enum(['pending', 'running', 'success', 'failure', 'cancelled', 'skipped']),
  input_rows: Nullable(Type.Integer()),
  output_rows: Nullable(Type.Integer()),
  input_sample: Sample,
  output_sample: Sample,
  samples_cut: Type.Optional(
    Type.Literal(true, {
      description: `Present if values of the samples were cut or rows left out because they are large. All samples and requests of a run together have at most ${kilobytes(ALL_SAMPLES_BYTES)}: the samples of later stages may be empty.`,
    }),
  ),
  started_at: Nullable(Timestamp),
  duration_ms: Nullable(Type.Integer()),
  waited_ms: Type.Optional(
    Type.Integer({
      description: 'How much of it all its requests waited for their turn at the controller; absent below 100 ms.',
    }),
  ),
  request: Nullable(
    Type.String({
      description: `Controller paths sent, one per line, without page parameters; above ${kilobytes(LISTED_PATHS_BYTES)} the last line says how many more there were.`,
    }),
  ),
})
export type PipelineStage = Static<typeof PipelineStage>

const PipelineStatus = Type.Enum([...EXECUTION_STATUSES, 'cancelled'])
export type PipelineStatus = Static<typeof PipelineStatus>

export const PipelineExecutionItem = Type.Object({
  id: Uuid,
  execution: Type.String({ format: 'uuid', description: 'The execution log.' }),
  saved_query: Nullable(Type.String({ format: 'uuid', description: 'Null for a draft of no saved query.' })),
  saved_query_name: Nullable(Type.String()),
  draft: Type.Boolean(),
  user: Type.String(),
  status: PipelineStatus,
  started_at: Nullable(Type.String({ format: 'date-time', description: 'Null while it is queued.' })),
  finished_at: Nullable(Timestamp),
  duration_ms: Nullable(Type.Integer()),
  stage_count: Type.Integer(),
  cancel_requested: Type.Boolean(),
})
export type PipelineExecutionItem = Static<typeof PipelineExecutionItem>

export const PipelineExecution = Type.Object({
  ...PipelineExecutionItem.properties,
  error_message: Nullable(Type.String()),
  stages: Type.Array(PipelineStage),
})
export type PipelineExecution = Static<typeof PipelineExecution>

export const PipelineExecutionListQuery = Type.Object({
  ...PageQuery,
  saved_query: Type.Optional(Uuid),
  status: Type.Optional(PipelineStatus),
  ordering: Ordering,
})
export const PIPELINE_ORDERS = ['started_at'] as const
