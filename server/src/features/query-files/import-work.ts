import type { SchemaColumn } from '@heddle/domain/automation/column.ts'
import type { MatchedFile } from '@heddle/domain/query-files/match-file.ts'
import type { FileFaults, ReadQueryFile } from '@heddle/domain/query-files/read-query-file.ts'
import type { Executor } from '../../adapters/database/database.ts'
import type { Caller } from '../../kernel/caller.ts'
import type { QueryToRun } from '../planning/index.ts'
import type { QueryCategoriesService, SavedQueriesService } from '../queries/index.ts'
import type { SchedulesService } from '../schedules/index.ts'
import type { WaiversService } from '../waivers/index.ts'
import type { ImportLog } from './import-log.ts'
import type { AllNames } from './export-file.ts'

/** The services that know what a change means. */
export type ChangingServices = {
  readonly queries: Pick<SavedQueriesService, 'many'>
  readonly categories: Pick<QueryCategoriesService, 'many'>
  readonly schedules: Pick<SchedulesService, 'many'>
  readonly waivers: Pick<WaiversService, 'many'>
}

/** One import in its transaction. */
export type ImportWork = {
  readonly tx: Executor
  readonly caller: Caller
  readonly now: Date
  readonly file: ReadQueryFile
  readonly match: MatchedFile
  /** Others whose tasks the file names, as far as the importer may change them. */
  readonly owners: ReadonlyMap<string, number>
  /** What ids are called after the import. */
  readonly names: AllNames
  /** The columns of the templates that follow-ups name. */
  readonly templates: ReadonlyMap<string, readonly SchemaColumn[] | undefined>
  readonly log: ImportLog
  /** If that is asked for: what it creates and changes, to see whether it could run. */
  readonly toValidate: QueryToRun[] | undefined
}

const REQUIRED = 'This field is required.'

/** Fields that a new entry needs and lacks. */
export function absentFields(fields: object, faults: FileFaults, needed: readonly string[]): FileFaults {
  const isThere = (field: string) =>
    field in fields || Object.keys(faults).some((path) => path === field || path.startsWith(`${field}.`))
  return Object.fromEntries(needed.filter((field) => !isThere(field)).map((field) => [field, [REQUIRED]]))
}
