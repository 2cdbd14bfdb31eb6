import { type Static, type TProperties, type TSchema, Type } from 'typebox'
import { JOB_EXECUTION_STATUSES, REQUEST_STATUSES } from './automation.ts'
import { Nullable, Timestamp, Uuid } from './common.ts'
import { EXPECTATION_STATUSES, RUN_ENDINGS } from './executions.ts'
import { RUN_PHASES } from './mim-registry.ts'
import { NOTIFICATION_CATEGORIES, NOTIFICATION_SEVERITIES } from './notifications.ts'

/** What the WebSocket channels send. Clients ignore types that they do not know: new ones are additive. */

function frame<T extends string, D extends TProperties>(type: T, data: D, description: string) {
  return Type.Object({ type: Type.Literal(type), timestamp: Timestamp, data: Type.Object(data) }, { description })
}

const count = Type.Integer({ minimum: 0 })
const node_id = Type.String({ description: 'Of the node on the canvas.' })

export const NodeStartFrame = frame(
  'node_start',
  { node_id, class_name: Type.String() },
  'The objects of a node are being read.',
)
export const NodeProgressFrame = frame(
  'node_progress',
  { node_id, rows: count, total: count },
  'How many objects of a node were read, of how many. Sent for long reads.',
)
export const NodeResultFrame = frame('node_result', { node_id, row_count: count }, 'How many objects a node has.')
export const NodeCompleteFrame = frame('node_complete', { node_id, duration_ms: count }, 'A node was read.')
export const RunWaitingFrame = frame(
  'execution_waiting',
  {
    waits_for: Type.Enum(['user', 'server', 'memory', 'controller'], {
      description: 'Earlier runs of its user, a place among the runs of all, memory, or the budget of the controller.',
    }),
    waited_ms: Type.Integer({ minimum: 0, description: 'In all.' }),
  },
  'The run waits for its turn. Sent once a second.',
)
export const RunCompleteFrame = frame(
  'execution_complete',
  {
    status: Type.Literal('success'),
    total_rows: count,
    results_url: Type.String({ description: 'Path of the execution log.' }),
    expectation: Type.Optional(
      Type.Object(
        { status: Type.Enum([...EXPECTATION_STATUSES]), reason: Nullable(Type.String()) },
        { description: 'Of a query that expects something of its rows.' },
      ),
    ),
  },
  'The run succeeded. The last frame.',
)
export const RunFailedFrame = frame(
  'execution_failed',
  {
    error: Type.String({ description: '`cancelled`, or what went wrong.' }),
    failed_node: Nullable(Type.String({ description: 'The node that could not be read.' })),
  },
  'The run failed, or was cancelled. The last frame.',
)
export const RunFrame = Type.Union([
  NodeStartFrame,
  NodeProgressFrame,
  NodeResultFrame,
  NodeCompleteFrame,
  RunWaitingFrame,
  RunCompleteFrame,
  RunFailedFrame,
])
export type RunFrame = Static<typeof RunFrame>

export const RunEndedFrame = frame(
  'run_ended',
  {
    execution_id: Uuid,
    saved_query: Nullable(Uuid),
    controller_connection: Type.String({ format: 'uuid', description: 'The first, of a merged run.' }),
    trigger: Type.Enum(['manual', 'background', 'schedule']),
    status: Type.Enum([...RUN_ENDINGS]),
    cancelled: Type.Boolean(),
    row_count: count,
    duration_ms: count,
    expectation: Nullable(Type.Enum([...EXPECTATION_STATUSES])),
  },
  'A run of anybody has ended. Its log says more.',
)
export type RunEndedFrame = Static<typeof RunEndedFrame>

export const NotificationCreatedFrame = frame(
  'notification_created',
  {
    id: Uuid,
    category: Type.Enum([...NOTIFICATION_CATEGORIES]),
    severity: Type.Enum([...NOTIFICATION_SEVERITIES]),
    title: Type.String(),
    body: Type.String(),
    link: Nullable(Type.String({ description: 'Relative path.' })),
  },
  'A new notification of the user.',
)
export const NotificationReadFrame = frame(
  'notification_read',
  { id: Type.String({ format: 'uuid', description: 'Of the notification.' }) },
  'A notification was read somewhere.',
)
export const UnreadCountFrame = frame(
  'unread_count',
  { count },
  'How many notifications are unread. The first frame, and after each change.',
)
export const NotificationFrame = Type.Union([NotificationCreatedFrame, NotificationReadFrame, UnreadCountFrame])
export type NotificationFrame = Static<typeof NotificationFrame>

const jobStatus = Type.Enum([...JOB_EXECUTION_STATUSES])
const requestStatus = Type.Enum([...REQUEST_STATUSES])

export const RequestStatusFrame = frame(
  'request_status',
  { status: requestStatus, executions_total: count, executions_complete: count },
  'How far the request is. The first frame.',
)
export const ExecutionSpawnedFrame = frame(
  'execution_spawned',
  { execution_id: Uuid, automation_job_id: Type.Integer() },
  'The job of an execution is known.',
)
export const ExecutionStatusFrame = frame(
  'execution_status',
  { execution_id: Uuid, status: jobStatus },
  'An execution has another status.',
)
export const ExecutionCompleteFrame = frame(
  'execution_complete',
  { execution_id: Uuid, status: jobStatus },
  'An execution has ended.',
)
export const RequestCompleteFrame = frame(
  'request_complete',
  { status: requestStatus, duration_ms: count },
  'The request has ended. The last frame.',
)
export const AutomationRequestFrame = Type.Union([
  RequestStatusFrame,
  ExecutionSpawnedFrame,
  ExecutionStatusFrame,
  ExecutionCompleteFrame,
  RequestCompleteFrame,
])
export type AutomationRequestFrame = Static<typeof AutomationRequestFrame>

const offset = Type.Integer({ minimum: 0, description: 'In bytes of UTF-8 from the beginning of the output.' })

export const OutputChunkFrame = frame(
  'stdout_chunk',
  { offset, text: Type.String() },
  'A piece of what the job prints.',
)
export const OutputReplacedFrame = frame(
  'stdout_replaced',
  { offset },
  'Forget the text from there on: the chunks that follow replace it. Rare.',
)
export const StatusChangedFrame = frame('status_changed', { from: jobStatus, to: jobStatus }, 'Another status.')
export const OutputCompleteFrame = frame(
  'execution_complete',
  { status: jobStatus, artifacts: Type.Record(Type.String(), Type.Unknown()) },
  'The job has ended and its whole output was sent. The last frame.',
)
export const AutomationExecutionFrame = Type.Union([
  OutputChunkFrame,
  OutputReplacedFrame,
  StatusChangedFrame,
  OutputCompleteFrame,
])
export type AutomationExecutionFrame = Static<typeof AutomationExecutionFrame>

export const ImportPhaseFrame = frame(
  'phase',
  { phase: Type.Enum([...RUN_PHASES]), message: Type.String() },
  'The import begins with something else. Each phase is sent once, in order.',
)
export const ImportProgressFrame = frame(
  'progress',
  { step: Type.Enum(['classes', 'properties', 'relations']), current: count, total: count },
  'How far a step of the import is.',
)
export const ImportCompleteFrame = frame(
  'import_complete',
  { version: Type.String(), classes: count, properties: count, duration_ms: count },
  'The class model is installed. The last frame.',
)
export const ImportFailedFrame = frame(
  'import_failed',
  { error: Type.String({ description: '`cancelled`, or what went wrong.' }) },
  'The import failed, or was cancelled. The last frame.',
)
export const ModelImportFrame = Type.Union([
  ImportPhaseFrame,
  ImportProgressFrame,
  ImportCompleteFrame,
  ImportFailedFrame,
])
export type ModelImportFrame = Static<typeof ModelImportFrame>

/** On every channel, every 30 seconds. */
export const PingFrame = Type.Object(
  { type: Type.Literal('ping'), timestamp: Timestamp },
  { description: 'The channel is alive. Sent every 30 seconds; needs no answer.' },
)

/** The unions by the names that clients know them by. */
export const FRAME_UNIONS: Readonly<Record<string, TSchema>> = {
  RunFrame,
  NotificationFrame,
  AutomationRequestFrame,
  AutomationExecutionFrame,
  ModelImportFrame,
}

type SocketChannel = {
  /** Parameters are `:name`. */
  readonly path: string
  readonly title: string
  readonly description: string
  readonly params: Readonly<Record<string, string>>
  readonly frames: { readonly anyOf: readonly TSchema[] }
}

export const SOCKET_CHANNELS = {
  run: {
    path: '/ws/chain-execution/:job_id/',
    title: 'A background run',
    description: 'What happened so far, then what happens, until the run ends. Only for its user.',
    params: { job_id: 'The `job_id` that starting a run in the background answers.' },
    frames: RunFrame,
  },
  runs: {
    path: '/ws/runs/',
    title: 'Runs of all',
    description:
      'Each run that ends from now on, no matter who started it. For those who may see logs (`queries.view_executionlog`). Stays open.',
    params: {},
    frames: Type.Union([RunEndedFrame]),
  },
  notifications: {
    path: '/ws/notifications/',
    title: 'Notifications',
    description: 'The notifications of the user who opened it. Stays open.',
    params: {},
    frames: NotificationFrame,
  },
  automationRequest: {
    path: '/ws/automation/request/:request_id/',
    title: 'An automation request',
    description:
      'What happened so far, then what happens, until the request ends. For those who may see it (`automation.view_request`).',
    params: { request_id: 'The `id` of the request.' },
    frames: AutomationRequestFrame,
  },
  automationExecution: {
    path: '/ws/automation/execution/:execution_id/',
    title: 'An automation execution',
    description:
      'The output of a job so far, then as it is printed, until all of it is there. For those who may see it (`automation.view_execution`).',
    params: { execution_id: 'The `id` of the execution.' },
    frames: AutomationExecutionFrame,
  },
  modelImport: {
    path: '/ws/mim-import/:run_id/',
    title: 'The import of a class model',
    description: 'The phases so far, then how the import goes on, until it ends. For any signed-in user.',
    params: { run_id: 'The `run_id` that starting an import answers.' },
    frames: ModelImportFrame,
  },
} satisfies Readonly<Record<string, SocketChannel>>
