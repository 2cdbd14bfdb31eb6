import { type Static, Type } from 'typebox'
import { Nullable, Timestamp, Uuid } from './common.ts'

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
})

export const RemoteInstall = Type.Object({
  version_key: Type.String({ minLength: 1, maxLength: 100 }),
  concurrency: Type.Optional(Concurrency),
})
export type RemoteInstall = Static<typeof RemoteInstall>

export const ControllerInstall = Type.Object({ controller_connection: Uuid, concurrency: Type.Optional(Concurrency) })
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
