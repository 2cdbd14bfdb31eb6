import { type Static, Type } from 'typebox'
import { Nullable, PageQuery, Timestamp, Uuid } from './common.ts'

/** Imports of class models, and installed versions. */

export const IMPORT_SOURCES = ['remote', 'controller'] as const
export const IMPORT_ENDINGS = ['cancelled', 'failed', 'succeeded'] as const
export const RUN_STATES = ['running', ...IMPORT_ENDINGS] as const
export const RUN_PHASES = ['init', 'downloading', 'importing', 'finalizing', 'done'] as const
export const JOB_STATES = ['pending', 'in_progress', 'done', 'not_found', 'failed'] as const
export const LEAST_CONCURRENCY = 1
export const MOST_CONCURRENCY = 10

const Source = Type.Enum([...IMPORT_SOURCES])
const State = Type.Enum([...RUN_STATES])
const Phase = Type.Enum([...RUN_PHASES])
const Concurrency = Type.Integer({
  minimum: LEAST_CONCURRENCY,
  maximum: MOST_CONCURRENCY,
  description: 'Number of concurrent requests; configured on the server by default.',
})

export const MimVersion = Type.Object({
  controller_version: Type.String({ description: 'The version key or, for an import from a controller, its release.' }),
  class_count: Type.Integer(),
  property_count: Type.Integer(),
  rel_count: Type.Integer({ description: 'Containment and relation edges.' }),
  imported_at: Timestamp,
  imported_by_username: Nullable(Type.String()),
  is_active: Type.Boolean(),
  is_installed: Type.Boolean({ description: 'False for a version that was only read to be compared.' }),
})
export type MimVersion = Static<typeof MimVersion>

export const RemoteVersion = Type.Object({
  version_key: Type.String(),
  label: Type.String(),
  fallback_chain: Type.Array(Type.String(), {
    description: 'Older versions, tried in order for a class that this one lacks.',
  }),
  is_supported: Type.Boolean(),
  display_order: Type.Integer(),
  class_count_seed: Type.Integer({ description: 'Approximate number of classes.' }),
  notes: Type.String(),
})
export type RemoteVersion = Static<typeof RemoteVersion>

export const MimImportRun = Type.Object({
  id: Type.String({ format: 'uuid', description: 'Also the id of the task.' }),
  source: Source,
  version_key: Type.String(),
  controller_connection: Nullable(
    Type.String({ format: 'uuid', description: 'Only for an import from a controller.' }),
  ),
  state: State,
  phase: Phase,
  total_classes: Type.Integer({ description: 'An estimate until everything is downloaded.' }),
  completed_count: Type.Integer({ description: 'Classes imported, including those found in other versions.' }),
  fallback_count: Type.Integer({
    description: 'Imported classes that were found only in a version of the fallback chain.',
  }),
  not_found_count: Type.Integer(),
  failed_count: Type.Integer(),
  concurrency: Type.Integer(),
  started_by: Type.String({ description: 'Username.' }),
  started_at: Timestamp,
  finished_at: Nullable(Timestamp),
  core_ready_at: Nullable(
    Type.String({
      format: 'date-time',
      description: 'When all configurable classes and context roots had been imported.',
    }),
  ),
  error_summary: Type.String({ description: 'Empty if there is no error.' }),
  cancel_requested: Type.Boolean(),
  activates: Type.Boolean({ description: 'False for an import that only reads a version to compare it.' }),
})
export type MimImportRun = Static<typeof MimImportRun>

export const MimImportJob = Type.Object({
  id: Type.Integer(),
  class_pkg: Type.String({ examples: ['fv'] }),
  class_name: Type.String({ examples: ['BD'] }),
  qualified_name: Type.String({ examples: ['fv:BD'] }),
  state: Type.Enum([...JOB_STATES]),
  source_version: Nullable(Type.String({ description: 'The version in which the class was found.' })),
  attempted_versions: Type.Array(Type.String()),
  http_status_last: Nullable(Type.Integer({ description: 'Null if there was no response.' })),
  last_error: Type.String(),
  retry_count: Type.Integer(),
  updated_at: Timestamp,
})
export type MimImportJob = Static<typeof MimImportJob>

export const MimRegistryStatus = Type.Object({
  loaded_version: Nullable(Type.String({ description: 'Null if no version is installed.' })),
  active: Nullable(MimVersion),
  active_import: Nullable(
    Type.Object({
      task_id: Uuid,
      remote_run_id: Uuid,
      controller_version: Type.String(),
      source: Source,
      phase: Phase,
      state: State,
    }),
  ),
  history: Type.Array(MimVersion, { description: 'Every version that was ever installed, newest first.' }),
  comparable: Type.Array(MimVersion, {
    description: 'Versions that can be compared, newest first, each once: of the last ten imports, and the active one.',
  }),
})

const Activate = Type.Optional(
  Type.Boolean({
    default: true,
    description: 'False reads the version only to compare it; the installed model stays in use.',
  }),
)
export const RemoteInstall = Type.Object({
  version_key: Type.String({ minLength: 1, maxLength: 100 }),
  concurrency: Type.Optional(Concurrency),
  activate: Activate,
})
export type RemoteInstall = Static<typeof RemoteInstall>

export const ControllerInstall = Type.Object({
  controller_connection: Uuid,
  concurrency: Type.Optional(Concurrency),
  activate: Activate,
})
export type ControllerInstall = Static<typeof ControllerInstall>

export const InstallReply = Type.Object({
  run_id: Uuid,
  task_id: Uuid,
  version_key: Type.String(),
  total_classes: Type.Integer(),
  concurrency: Type.Integer(),
})
export const ResumeReply = Type.Object({ run_id: Uuid, task_id: Uuid })
export const CancelReply = Type.Object({ cancelled: Type.Boolean() })
export const RunDetail = Type.Object({
  run: MimImportRun,
  failed_recent: Type.Array(MimImportJob, { description: 'The most recent failed jobs, at most 25.' }),
})

export const ImportListQuery = Type.Object(PageQuery)

export const MOST_COMPARED_CLASSES = 1_000
export const MOST_TOUCHED_QUERIES = 200

const VersionKey = Type.String({ minLength: 1, maxLength: 100, examples: ['611'] })
export const CompareModelsQuery = Type.Object({ from: VersionKey, to: VersionKey })

const Names = (description: string) => Type.Array(Type.String(), { description })
export const ChangedClass = Type.Object({
  class_name: Type.String(),
  removed: Names('Properties that `to` does not have.'),
  added: Names('Properties that `from` does not have.'),
  retyped: Type.Array(Type.Object({ property: Type.String(), before: Type.String(), after: Type.String() })),
  values: Type.Array(Type.Object({ property: Type.String(), removed: Type.Array(Type.String()) }), {
    description: 'Enumerations that lose values.',
  }),
  relation: Nullable(
    Type.Object(
      { before: Type.String(), after: Type.String({ description: 'Empty if it is no longer a relation.' }) },
      { description: 'Of a relation class whose ends differ: `fvBD > fvCtx`.' },
    ),
  ),
})
export type ChangedClass = Static<typeof ChangedClass>

const TOUCHES = ['class_removed', 'property_removed', 'property_retyped', 'value_removed', 'relation_moved'] as const
export const TouchedQuery = Type.Object({
  id: Uuid,
  name: Type.String(),
  created_by: Nullable(Type.String()),
  parts: Type.Array(
    Type.Object({
      class_name: Type.String(),
      property: Nullable(Type.String()),
      what: Type.Enum([...TOUCHES]),
    }),
  ),
})
export type TouchedQuery = Static<typeof TouchedQuery>

export const ModelComparisonReply = Type.Object({
  from: MimVersion,
  to: MimVersion,
  counts: Type.Object({
    removed: Type.Integer({ description: 'Classes that `to` does not have.' }),
    added: Type.Integer(),
    narrowed: Type.Integer({ description: 'Classes that lose properties, types, values or a relation.' }),
    widened: Type.Integer({ description: 'Classes that only gain properties.' }),
    queries: Type.Integer({ description: 'Saved queries that use what is gone or otherwise.' }),
    queries_read: Type.Integer(),
  }),
  removed: Names(`Classes, at most ${MOST_COMPARED_CLASSES}.`),
  added: Names(`Classes, at most ${MOST_COMPARED_CLASSES}.`),
  changed: Type.Array(ChangedClass, {
    description: `Those that lose something first, at most ${MOST_COMPARED_CLASSES}.`,
  }),
  queries: Type.Array(TouchedQuery, { description: `At most ${MOST_TOUCHED_QUERIES}.` }),
})
export type ModelComparisonReply = Static<typeof ModelComparisonReply>
