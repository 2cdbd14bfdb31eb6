import { type Static, Type } from 'typebox'
import { connectionNameFields, Nullable, PageQuery, RowPageQuery, Timestamp, Uuid } from './common.ts'
import { BlameReply, RowBlame } from './blame.ts'
import { mergeFields } from './executions.ts'

const Controller = Type.Optional(
  Type.String({ maxLength: 1_000, description: 'In merged runs, the `@controller` of the object.' }),
)

/** Snapshots: results stored by content, compared, and deleted by retention policy. */

export const RETENTION_POLICIES = ['7d', '30d', '90d', '1y', 'forever'] as const
export type RetentionPolicy = (typeof RETENTION_POLICIES)[number]
export const KEY_STRATEGIES = ['dn', 'auto', 'hash'] as const
export type KeyStrategy = (typeof KEY_STRATEGIES)[number]

const retention = Type.Enum([...RETENTION_POLICIES])
const Row = Type.Record(Type.String(), Type.Unknown())
const Rows = Type.Array(Row)
const annotation = Nullable(Type.String({ maxLength: 10_000 }))

export const SnapshotChanges = Type.Object({
  added: Type.Integer(),
  removed: Type.Integer(),
  changed: Type.Integer(),
  unchanged: Type.Integer(),
})
export type SnapshotChanges = Static<typeof SnapshotChanges>

export const CaptureBody = Type.Object({
  saved_query: Type.Optional(Uuid),
  controller_connection: Type.Optional(Nullable(Uuid)),
  ...mergeFields,
  execution: Type.Optional(Uuid),
  variables: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
  retention_policy: Type.Optional(Nullable(retention)),
  annotation: Type.Optional(annotation),
})
export type CaptureBody = Static<typeof CaptureBody>

export const SnapshotItem = Type.Object({
  id: Uuid,
  saved_query: Uuid,
  saved_query_name: Nullable(Type.String()),
  controller_connection: Nullable(Type.String({ format: 'uuid', description: 'Null for a merged run.' })),
  controller_connections: Nullable(Type.Array(Uuid, { description: 'The connections of a merged run.' })),
  ...connectionNameFields,
  captured_at: Timestamp,
  captured_by: Type.String({ description: 'Username.' }),
  row_count: Type.Integer(),
  version_hash: Type.String({
    description: '`sha256:` and 64 hex digits. Equal rows have equal hashes, whatever their order.',
  }),
  size_bytes: Type.Integer({ description: 'Size of all rows, uncompressed.' }),
  stored_bytes: Type.Integer({ description: 'Bytes this snapshot added to the database.' }),
  retention_policy: retention,
  expires_at: Nullable(Timestamp),
  annotation: Nullable(Type.String()),
  pinned: Type.Boolean({ description: 'A pinned snapshot is kept regardless of its policy.' }),
  execution: Nullable(Uuid),
  changes: Nullable(SnapshotChanges),
})
export type SnapshotItem = Static<typeof SnapshotItem>

export const Snapshot = Type.Object({ ...SnapshotItem.properties, columns: Type.Array(Type.String()) })
export type Snapshot = Static<typeof Snapshot>
export const SnapshotDetail = Type.Object({ ...Snapshot.properties, rows: Rows })

export const SnapshotListQuery = Type.Object({
  ...PageQuery,
  // Required: without it, the 400 names this field.
  saved_query: Uuid,
  controller_connection: Type.Optional(Uuid),
  captured_after: Type.Optional(Type.String({ description: 'ISO 8601.' })),
  captured_before: Type.Optional(Type.String({ description: 'ISO 8601.' })),
  retention_policy: Type.Optional(retention),
  pinned: Type.Optional(Type.Boolean()),
})
export const SnapshotDetailQuery = Type.Object(RowPageQuery)

export const AnnotateBody = Type.Object({ annotation })
export const PinBody = Type.Object({ pinned: Type.Optional(Type.Boolean({ description: 'True by default.' })) })

export const HistoryQueries = Type.Object({
  queries: Type.Array(
    Type.Object({
      id: Uuid,
      name: Type.String(),
      snapshot_count: Type.Integer(),
      latest_snapshot_at: Nullable(Timestamp),
    }),
  ),
})

export const ChangedRowReply = Type.Object({
  key: Row,
  fields: Type.Record(Type.String(), Type.Object({ before: Type.Unknown(), after: Type.Unknown() })),
  row: Type.Optional(
    Type.Record(Type.String(), Type.Unknown(), { description: 'As it is in `snapshot_b`; `with_rows`.' }),
  ),
  blame: Type.Optional(RowBlame),
})
export type ChangedRowReply = Static<typeof ChangedRowReply>

export const fieldNames = Type.Array(Type.String({ minLength: 1, maxLength: 500 }), { maxItems: 500 })

export const CompareBody = Type.Object({
  snapshot_a: Uuid,
  snapshot_b: Type.String({ description: 'A snapshot, or `live` to run the query of the other snapshot now.' }),
  key_fields: Type.Optional(Nullable(fieldNames)),
  ignore_fields: Type.Optional(Nullable(fieldNames)),
  limit: Type.Optional(Type.Integer({ minimum: 1, description: 'Limit per list: 1,000 by default, at most 10,000.' })),
  with_rows: Type.Optional(
    Type.Boolean({ description: 'Whether each changed row also has its whole `row`, with what did not change.' }),
  ),
  blame: Type.Optional(
    Type.Boolean({ description: 'Whether each row says who changed it; added and removed ones under `blame` too.' }),
  ),
})
export type CompareBody = Static<typeof CompareBody>

export const CompareReply = Type.Object({
  snapshot_a: Uuid,
  snapshot_b: Nullable(Uuid),
  execution: Nullable(Uuid),
  key_strategy: Type.Enum([...KEY_STRATEGIES, 'key_fields']),
  key_fields: Type.Array(Type.String()),
  ignored_fields: Type.Array(Type.String()),
  summary: SnapshotChanges,
  added: Rows,
  removed: Rows,
  changed: Type.Array(ChangedRowReply),
  truncated: Type.Boolean(),
  blame: Type.Optional(BlameReply),
})

const commaSeparated = Type.Optional(Type.String({ maxLength: 20_000, description: 'Comma-separated.' }))
export const CompareQuery = Type.Object({
  snapshot_a: Uuid,
  snapshot_b: Uuid,
  key_fields: commaSeparated,
  ignore_fields: commaSeparated,
  limit: Type.Optional(Type.Integer({ minimum: 1 })),
  with_rows: Type.Optional(Type.Boolean()),
  blame: Type.Optional(Type.Boolean()),
})

export const COMPARE_EXPORT_FORMATS = ['csv', 'ndjson', 'parquet'] as const
const fieldList = Type.Array(Type.String({ maxLength: 10_000 }), {
  maxItems: 500,
  description: 'Comma-separated; repeat the parameter for names that contain a comma.',
})
export const CompareExportQuery = Type.Object({
  a: Uuid,
  b: Uuid,
  format: Type.Optional(Type.Enum([...COMPARE_EXPORT_FORMATS])),
  key_fields: Type.Optional(fieldList),
  ignore_fields: Type.Optional(fieldList),
})
export type CompareExportQuery = Static<typeof CompareExportQuery>

export const HeatmapQuery = Type.Object({
  saved_query: Uuid,
  window: Type.Optional(Type.String({ description: '`1d` to `366d`, `30d` by default.' })),
  controller_connection: Type.Optional(Uuid),
})
export const Heatmap = Type.Object({
  window: Type.String(),
  days: Type.Array(
    Type.Object({
      date: Type.String({ description: 'YYYY-MM-DD' }),
      snapshot_count: Type.Integer(),
      change_score: Type.Number(),
      missed: Type.Integer({
        description:
          'Captures that scheduled tasks should have made of runs due on this day and did not: the run ended without a snapshot, or the slot passed without a firing.',
      }),
    }),
  ),
})
export type Heatmap = Static<typeof Heatmap>

export const TimelineQuery = Type.Object({
  saved_query_id: Uuid,
  dn: Type.String({ minLength: 1, maxLength: 4_000 }),
  limit: Type.Optional(Type.Integer({ minimum: 1, description: '20 by default, at most 100.' })),
  from_date: Type.Optional(Type.String({ description: 'ISO 8601.' })),
  to_date: Type.Optional(Type.String({ description: 'ISO 8601.' })),
  controller_connection: Type.Optional(Uuid),
  controller: Controller,
  blame: Type.Optional(
    Type.Boolean({
      description: 'Whether points that differ from the one before say who is known to have changed it.',
    }),
  ),
})

export const TimelineReply = Type.Object({
  dn: Type.String(),
  saved_query_id: Uuid,
  snapshot_count: Type.Integer(),
  points: Type.Array(
    Type.Object({
      snapshot_id: Uuid,
      executed_at: Timestamp,
      present: Type.Boolean(),
      attributes: Row,
      blame: Type.Optional(Nullable(RowBlame)),
    }),
  ),
  attribute_evolution: Type.Array(
    Type.Object({
      attribute: Type.String(),
      change_count: Type.Integer(),
      is_stable: Type.Boolean(),
      distinct_values: Type.Integer(),
      values: Type.Array(
        Type.Object({ executed_at: Timestamp, snapshot_id: Uuid, value: Type.Unknown(), changed: Type.Boolean() }),
      ),
    }),
  ),
  tracked_attributes: Type.Array(Type.String()),
})
export type TimelineReply = Static<typeof TimelineReply>

export const DnsQuery = Type.Object({
  q: Type.Optional(Type.String({ maxLength: 4_000 })),
  limit: Type.Optional(Type.Integer({ minimum: 1, description: '50 by default, at most 200.' })),
})
export const Dns = Type.Object({
  dns: Type.Array(Type.Object({ dn: Type.String(), className: Type.String() })),
  count: Type.Integer({ description: 'Number of entries in `dns`.' }),
  total: Type.Integer({ description: 'Number of all matching DNs.' }),
})

export const SnapshotSettings = Type.Object({
  default_retention_policy: retention,
  auto_capture_enabled: Type.Boolean({
    description: 'Whether scheduled tasks capture snapshots unless they say otherwise.',
  }),
  diff_key_strategy: Type.Enum([...KEY_STRATEGIES]),
  diff_ignore_fields: fieldNames,
  keep_first_and_last: Type.Boolean({
    description: 'Whether clean-up keeps the first and the last snapshot of each query and connection.',
  }),
})
export type SnapshotSettings = Static<typeof SnapshotSettings>
export const SnapshotSettingsPatch = Type.Partial(SnapshotSettings)
export type SnapshotSettingsPatch = Static<typeof SnapshotSettingsPatch>

export const Cleanup = Type.Object({
  will_delete: Type.Object(
    {
      '7d': Type.Integer(),
      '30d': Type.Integer(),
      '90d': Type.Integer(),
      '1y': Type.Integer(),
      forever: Type.Integer(),
    },
    { description: 'Number of snapshots per policy.' },
  ),
  total_bytes_reclaimed: Type.Integer(),
})

export const ChangesQuery = Type.Object({
  saved_query: Uuid,
  dn: Type.String({ minLength: 1, maxLength: 4_000 }),
  attribute: Type.String({ minLength: 1, maxLength: 500 }),
  controller_connection: Type.Optional(Uuid),
  controller: Controller,
})
export const AttributeChanges = Type.Object({
  saved_query: Uuid,
  dn: Type.String(),
  attribute: Type.String(),
  changes: Type.Array(
    Type.Object({
      before: Type.Unknown(),
      after: Type.Unknown(),
      from_snapshot: Uuid,
      to_snapshot: Uuid,
      before_time: Timestamp,
      after_time: Timestamp,
    }),
  ),
})
export type AttributeChanges = Static<typeof AttributeChanges>

export const AtQuery = Type.Object({
  ...RowPageQuery,
  saved_query: Uuid,
  at: Type.String({ description: 'ISO 8601.' }),
  controller_connection: Type.Optional(Uuid),
})
export const At = Type.Object({ saved_query: Uuid, at: Timestamp, snapshot: Uuid, captured_at: Timestamp, rows: Rows })
