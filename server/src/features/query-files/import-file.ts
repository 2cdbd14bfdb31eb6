import { randomUUID } from 'node:crypto'
import { IMPORT_ACTIONS, type ImportStep } from '@heddle/contract/query-files.ts'
import type { SchemaColumn } from '@heddle/domain/automation/column.ts'
import { matchFile, type Present } from '@heddle/domain/query-files/match-file.ts'
import type { FileFaults, ReadQueryFile } from '@heddle/domain/query-files/read-query-file.ts'
import type { Database, Executor } from '../../adapters/database/database.ts'
import type { Caller } from '../../kernel/caller.ts'
import type { Audit } from '../audit/index.ts'
import { lockOwner } from '../queries/index.ts'
import { type AllNames, namesOf, requireNames } from './export-file.ts'
import { createFolders, deleteMissing } from './import-folders.ts'
import { createImportLog } from './import-log.ts'
import { writeQueries } from './import-queries.ts'
import { writeTasks } from './import-tasks.ts'
import type { ChangingServices } from './import-work.ts'
import { findPresent, findTemplatesForFile, lockQueriesOfFile, type PresentRows } from './query-files.store.ts'

export type ImportDependencies = ChangingServices & { readonly database: Database; readonly audit: Audit }
/** A file as it was read, with the faults of its form. */
type Given = { readonly file: ReadQueryFile; readonly faults: FileFaults }
type Options = { readonly dryRun: boolean; readonly signal: AbortSignal }
type Templates = ReadonlyMap<string, readonly SchemaColumn[] | undefined>

/** Rolls a dry run back. */
class DryRun extends Error {
  readonly plan: ImportStep[]

  constructor(plan: ImportStep[]) {
    super('a dry run')
    this.plan = plan
  }
}

const RETRIES = 2

/**
 * Applies a file, all of it or nothing. A dry run does the same and is rolled back, so that it finds the same faults
 * and the same plan.
 */
export function createImport(dependencies: ImportDependencies) {
  const { database, schedules } = dependencies

  /** What follow-ups need to know of their templates takes too long to read inside the transaction. */
  async function readTemplates(
    caller: Caller,
    { scheduledTasks }: ReadQueryFile,
    signal: AbortSignal,
  ): Promise<Templates> {
    const named = new Set(scheduledTasks.flatMap(({ fields }) => fields.on_changes?.template ?? []))
    const columns = new Map<string, readonly SchemaColumn[] | undefined>()
    const found = named.size === 0 ? [] : await findTemplatesForFile(database.db, caller)
    for (const { id, name } of found) {
      if (named.has(name)) columns.set(id, await schedules.many.columnsOfTemplate(caller.id, id, signal))
    }
    return columns
  }

  return async (caller: Caller, given: Given, { dryRun, signal }: Options): Promise<ImportStep[]> => {
    requireNames(caller)
    const templates = await readTemplates(caller, given.file, signal)
    const work = async (tx: Executor): Promise<ImportStep[]> => {
      const plan = await applyFile(dependencies, { tx, caller, given, templates })
      if (dryRun) throw new DryRun(plan)
      return plan
    }
    return database.transaction(work, { retries: RETRIES }).catch((error: unknown) => {
      if (error instanceof DryRun) return error.plan
      throw error
    })
  }
}

type Order = { readonly tx: Executor; readonly caller: Caller; readonly given: Given; readonly templates: Templates }

async function applyFile(
  dependencies: ImportDependencies,
  { tx, caller, given, templates }: Order,
): Promise<ImportStep[]> {
  const { file, faults } = given
  const log = createImportLog(caller, faults)
  const rows = await lockPresent(dependencies, tx, caller, file)
  const before = namesOf(rows)
  const match = matchFile(file, presentOf(rows, before), randomUUID)
  log.addFaults(match.faults)
  const work = { tx, caller, file, match, templates, log, names: before }
  const folders = await createFolders(dependencies, work)
  const after = { ...work, names: namesAfter(before, match.queries, folders) }
  const failed = await writeQueries(dependencies, after, folders)
  await writeTasks(dependencies, after, failed)
  await deleteMissing(dependencies, after)
  log.refuse()
  const plan = log.plan()
  if (plan.some(({ action, kind }) => action === 'create' && kind === 'saved_query'))
    await dependencies.queries.many.checkQuota(tx, caller)
  await recordImport(dependencies.audit, tx, plan)
  return plan
}

/**
 * Reads what is there once it can no longer change. Locks in the order of all transactions: folders, user, queries;
 * tasks follow one by one.
 */
async function lockPresent(
  { categories }: ChangingServices,
  tx: Executor,
  caller: Caller,
  file: ReadQueryFile,
): Promise<PresentRows> {
  await categories.many.lock(tx)
  await lockOwner(tx, caller.id)
  const rows = await findPresent(tx, caller)
  const { deletesInside: scope } = file
  const inside = [...namesOf(rows).folders].flatMap(([id, path]) =>
    scope !== null && `${path}/`.startsWith(`${scope}/`) ? id : [],
  )
  const names = file.savedQueries.map(({ name }) => name)
  await lockQueriesOfFile(tx, names, inside)
  return findPresent(tx, caller)
}

function presentOf({ folders, queries, ...rest }: PresentRows, names: AllNames): Present {
  const pathOf = (id: number) => names.folders.get(id)!
  return {
    ...rest,
    folders: folders.map(({ id }) => ({ id, path: pathOf(id) })),
    queries: queries.map(({ id, name, categoryId }) => ({
      id,
      name,
      category: categoryId === null ? null : pathOf(categoryId),
    })),
  }
}

/** With what the import creates. */
const namesAfter = (
  names: AllNames,
  queries: ReadonlyMap<string, { readonly id: string }>,
  folders: ReadonlyMap<string, number>,
): AllNames => ({
  ...names,
  folders: new Map([...names.folders, ...[...folders].map(([path, id]) => [id, path] as const)]),
  queries: new Map([...names.queries, ...[...queries].map(([name, { id }]) => [id, name] as const)]),
})

async function recordImport(audit: Audit, tx: Executor, plan: readonly ImportStep[]): Promise<void> {
  const counts = IMPORT_ACTIONS.map(
    (wanted) => [wanted, plan.filter(({ action }) => action === wanted).length] as const,
  )
  await audit.record(tx, {
    action: 'queries_import',
    description: `A file of saved queries was imported (${counts.map(([action, count]) => `${action}: ${count}`).join(', ')})`,
    metadata: Object.fromEntries(counts),
    content: plan.flatMap(({ action, kind, name }) => (action === 'unchanged' ? [] : { action, kind, name })),
  })
}
