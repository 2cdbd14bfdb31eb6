import { type Static, Type } from 'typebox'
import { Nullable, Timestamp, Uuid } from './common.ts'
import { ConnectionBudget } from './controller-connections.ts'

/** Counters of the caller, and the state of the installation. */

export const DashboardStats = Type.Object({
  saved_queries: Type.Integer({ description: 'Created by you.' }),
  scheduled_tasks: Type.Object({
    total: Type.Integer(),
    enabled: Type.Integer({ description: 'Neither disabled nor paused.' }),
    failing: Type.Integer({ description: 'Their newest firing failed.' }),
  }),
  automation_requests_7d: Type.Integer({ description: 'Launched by you in the last seven days.' }),
  snapshots_7d: Type.Integer({ description: 'Captured by you, or by your tasks, in the last seven days.' }),
  unread_notifications: Type.Integer(),
  last_login: Nullable(Timestamp),
})
export type DashboardStats = Static<typeof DashboardStats>

export const SERVICE_NAMES = ['database', 'graph_store', 'cache', 'message_broker'] as const
export type ServiceName = (typeof SERVICE_NAMES)[number]
const HEALTH = ['healthy', 'unhealthy'] as const
const Health = Type.Enum([...HEALTH])

export const ServiceCheck = Type.Object({
  status: Health,
  checked_at: Timestamp,
  latency_ms: Type.Integer(),
  detail: Nullable(Type.String({ description: 'Why it is unhealthy.' })),
})
export type ServiceCheck = Static<typeof ServiceCheck>

const perService = <S>(value: S) => ({ database: value, graph_store: value, cache: value, message_broker: value })

export const PlatformInfo = Type.Object({
  version: Type.String(),
  controller_version: Nullable(Type.String({ description: 'Of the installed class model.' })),
  mim_installed_at: Nullable(Timestamp),
  uptime_seconds: Type.Integer({ description: 'Of the process that answers.' }),
  services: Type.Object(perService(Health)),
  checks: Type.Object(perService(ServiceCheck), {
    description: 'When and how each service was last checked: at most five seconds ago.',
  }),
})
export type PlatformInfo = Static<typeof PlatformInfo>

export const THREAD_POOLS = ['engine', 'planner', 'rows'] as const

const Count = Type.Integer({ minimum: 0 })
const Queue = Type.Object({
  queue: Type.String(),
  waiting: Count,
  delayed: Type.Integer({ minimum: 0, description: 'For later.' }),
  active: Count,
  oldest_seconds: Type.Number({ description: 'How long the oldest waiting job could have been running.' }),
})
const Controller = Type.Object({
  connections: Type.Array(Type.Object({ id: Uuid, name: Type.String() }), {
    description: 'They lead to the same controller, and share its budget.',
  }),
  budget: ConnectionBudget,
})

/** How much of what there is is in use; some of it is of one process. */
export const Capacity = Type.Object({
  at: Timestamp,
  process: Type.Object(
    {
      role: Type.Enum(['all', 'api', 'worker']),
      uptime_seconds: Count,
      memory_limit_bytes: Type.Number({ description: 'Runs wait, or end, before it is used up.' }),
      memory_used_bytes: Type.Number(),
      runs_waiting_for_memory: Count,
      clock_ahead_ms: Nullable(
        Type.Integer({ description: "How far its clock is ahead of the database's, as last measured." }),
      ),
      threads: Type.Array(
        Type.Object({ pool: Type.Enum([...THREAD_POOLS]), busy: Count, capacity: Count, waiting: Count }),
        { description: 'Of runs (`engine`), of preparing them (`planner`) and of reading stored rows (`rows`).' },
      ),
      database: Type.Object({ connections_in_use: Count, connections_limit: Count, callers_waiting: Count }),
    },
    { description: 'The process that answers: with several, each has its own.' },
  ),
  database: Type.Object({
    kind: Type.Enum(['embedded', 'postgres']),
    size_bytes: Type.Number(),
  }),
  queues: Type.Array(Queue),
  controllers: Type.Array(Controller, { description: 'At most 50, by the name of their first connection.' }),
  last_backup: Nullable(
    Type.Object(
      { taken_at: Timestamp, program_version: Type.String() },
      {
        description: "Of the `backup` command; other tools' backups are not known.",
      },
    ),
  ),
})
export type Capacity = Static<typeof Capacity>

/** Worst first. */
export const CHANGE_SEVERITIES = ['error', 'warning', 'info'] as const
export const CHANGE_TYPES = [
  'snapshot_changes',
  'task_failed',
  'task_late',
  'request_finished',
  'request_waiting',
  'connection_fault',
  'check_failed',
] as const

export const DashboardChange = Type.Object({
  type: Type.Enum([...CHANGE_TYPES]),
  at: Timestamp,
  title: Type.String(),
  link: Type.String({ description: 'The path of its page.' }),
  severity: Type.Enum([...CHANGE_SEVERITIES]),
  counts: Type.Record(Type.String(), Type.Integer(), { description: 'Which keys there are depends on the type.' }),
})
export type DashboardChange = Static<typeof DashboardChange>

export const DashboardChanges = Type.Object({
  since: Timestamp,
  results: Type.Array(DashboardChange, { description: 'Worst first, then newest.' }),
  truncated: Type.Boolean({ description: 'More happened than is listed.' }),
})
export type DashboardChanges = Static<typeof DashboardChanges>

export const DashboardChangesQuery = Type.Object({
  since: Type.Optional(Type.String({ description: 'ISO 8601; 24 hours ago by default, at most 30 days.' })),
})
