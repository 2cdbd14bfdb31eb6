import type { MimImportJob, MimImportRun, MimVersion } from '@heddle/contract/mim-registry.ts'
import { timestamp } from '../../kernel/instants.ts'
import type { ModelVersionRow } from '../mim/index.ts'
import type { JobRow } from './jobs.store.ts'
import type { ImportRow } from './imports.store.ts'

export function presentModelVersion(row: ModelVersionRow): MimVersion {
  return {
    controller_version: row.controllerVersion,
    class_count: row.classCount,
    property_count: row.propertyCount,
    rel_count: row.relCount,
    imported_at: timestamp(row.importedAt),
    imported_by_username: row.importedByUsername,
    is_active: row.isActive,
    is_installed: row.isInstalled,
  }
}

export function presentRun(row: ImportRow): MimImportRun {
  return {
    id: row.id,
    source: row.source,
    version_key: row.versionKey,
    controller_connection: row.controllerConnectionId,
    state: row.state,
    phase: row.phase,
    total_classes: row.totalClasses,
    completed_count: row.completedCount,
    fallback_count: row.fallbackCount,
    not_found_count: row.notFoundCount,
    failed_count: row.failedCount,
    concurrency: row.concurrency,
    started_by: row.startedByUsername,
    started_at: timestamp(row.startedAt),
    finished_at: timestamp(row.finishedAt),
    core_ready_at: timestamp(row.coreReadyAt),
    error_summary: row.errorSummary,
    cancel_requested: row.cancelRequested,
    activates: row.activates,
  }
}

export function presentJob(row: JobRow): MimImportJob {
  return {
    id: row.id,
    class_pkg: row.classPkg,
    class_name: row.className,
    qualified_name: `${row.classPkg}:${row.className}`,
    state: row.state,
    source_version: row.sourceVersion,
    attempted_versions: [...row.attemptedVersions],
    http_status_last: row.httpStatusLast,
    last_error: row.lastError,
    retry_count: row.retryCount,
    updated_at: timestamp(row.updatedAt),
  }
}

/** The running import. */
export const presentActive = ({ id, versionKey, source, phase, state }: ImportRow) => ({
  task_id: id,
  remote_run_id: id,
  controller_version: versionKey,
  source,
  phase,
  state,
})
