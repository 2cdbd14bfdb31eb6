import { randomUUID } from 'node:crypto'
import { IMPORT_ACTIONS, type ImportStep } from '@heddle/contract/query-files.ts'
import { insideOf } from '@heddle/domain/query-files/folders.ts'
import { matchFile, type Present } from '@heddle/domain/query-files/match-file.ts'
import { outsideFaults } from '@heddle/domain/query-files/outside-faults.ts'
import type { CanvasHashOf } from '@heddle/domain/query-files/match-queries.ts'
import { mapReferences } from '@heddle/domain/query-files/references.ts'
import type { FileFaults, ReadQueryFile } from '@heddle/domain/query-files/read-query-file.ts'
import type { Database, Executor } from '../../adapters/database/database.ts'
import type { Caller } from '../../kernel/caller.ts'
import type { Clock } from '../../kernel/clock.ts'
import { digestOf, type KnownDeaths } from '../../platform/deaths/known-deaths.ts'
import type { Tell } from '../../platform/connections/many-connections.ts'
import { FairSlots } from '../../kernel/fair-slots.ts'
import { laneOf } from '../../kernel/lane.ts'
import type { Audit } from '../audit/index.ts'
import type { AutomationTemplatesService, ValidationListsService } from '../automation-templates/index.ts'
import type { QueryToRun } from '../planning/index.ts'
import { lockOwner, versionHash } from '../queries/index.ts'
import { type AllNames, namesOf, requireNames } from './export-file.ts'
import { createFolders, deleteMissing } from './import-folders.ts'
import { createImportLog } from './import-log.ts'
import type { PlatformKind } from './platform/platform-kind.ts'
import { checkPlatform, deletePlatform, type OutsideFaults, writePlatform } from './platform/write-platform.ts'
import { writeQueries } from './import-queries.ts'
import { type Owners, ownersOfTasks, templatesOfFile, writeTasks } from './import-tasks.ts'
import type { FoundProblems, ValidateQueries } from './validate-queries.ts'
import type { ChangingServices, ImportWork } from './import-work.ts'
import { findPresent, lockQueriesOfFile, type PresentRows } from './query-files.store.ts'

export type ImportDependencies = ChangingServices & {
  readonly database: Database
  readonly audit: Audit
  readonly deaths: Pick<KnownDeaths, 'during'>
  readonly clock: Clock
  readonly validate: ValidateQueries
  /** How the lists besides queries are read and written, each after those it names. */
  readonly kinds: readonly PlatformKind[]
  readonly lists: Pick<ValidationListsService, 'rebind'>
  readonly automationTemplates: Pick<AutomationTemplatesService, 'many'>
}
/** A file as it was read, with the faults of its form. */
type Given = { readonly file: ReadQueryFile; readonly faults: FileFaults }
type Options = {
  readonly dryRun: boolean
  readonly validates?: boolean
  readonly signal: AbortSignal
  readonly confined?: Confined
}

/** An import that a folder gets from elsewhere: it touches nothing outside of that, and no tasks. */
export type Confined = {
  /** The path of the folder. */
  readonly folder: string
  /** The first and the last that is done in its transaction. */
  readonly begin?: (tx: Executor) => void | Promise<void>
  readonly end?: (tx: Executor) => Promise<void>
}

/** Rolls a dry run back. */
class DryRun extends Error {
  readonly plan: ImportStep[]
  readonly queries: readonly QueryToRun[]

  constructor(plan: ImportStep[], queries: readonly QueryToRun[]) {
    super('a dry run')
    this.plan = plan
    this.queries = queries
  }
}

const RETRIES = 2
/** Imports lock the same rows, so that two of them would only wait for each other, each with a connection. */
const IMPORTS_AT_ONCE = 1

/**
 * Applies a file, all of it or nothing. A dry run does the same and is rolled back, so that it finds the same faults
 * and the same plan.
 */
export function createImport(dependencies: ImportDependencies) {
  const { database, deaths } = dependencies
  const turns = new FairSlots({ total: IMPORTS_AT_ONCE })

  return async (
    caller: Caller,
    given: Given,
    { dryRun, validates, signal, confined }: Options,
  ): Promise<ImportStep[]> => {
    requireNames(caller)
    const outside = await checkPlatform(dependencies.kinds, caller, given.file)
    const tells: Tell[] = []
    const work = async (tx: Executor): Promise<ImportStep[]> => {
      const toValidate = validates ? [] : undefined
      // Once more after a transaction that has to be repeated.
      tells.length = 0
      await confined?.begin?.(tx)
      const order = { tx, caller, given, toValidate, confined, tells, outside }
      const plan = await applyFile(dependencies, order)
      await confined?.end?.(tx)
      if (dryRun) throw new DryRun(plan, toValidate ?? [])
      return plan
    }
    const finishTurn = await turns.acquire(laneOf(caller), signal)
    if (!finishTurn) throw signal.reason
    const apply = (): Promise<ImportStep[]> => database.transaction(work, { retries: RETRIES })
    return deaths
      .during(digestOf('import', given.file), 'this file', apply)
      .finally(finishTurn)
      .then(async (plan) => {
        for (const tell of tells) await tell()
        return plan
      })
      .catch(async (error: unknown) => {
        if (!(error instanceof DryRun)) throw error
        return withProblems(error.plan, await dependencies.validate(caller, error.queries, signal))
      })
  }
}

type NewWork = Pick<ImportWork, 'tx' | 'caller' | 'match' | 'log'>
type Order = Pick<ImportWork, 'toValidate'> & {
  readonly tx: Executor
  readonly caller: Caller
  readonly given: Given
  readonly confined: Confined | undefined
  readonly tells: Tell[]
  readonly outside: OutsideFaults
}

const withProblems = (plan: readonly ImportStep[], found: FoundProblems): ImportStep[] =>
  plan.map((step) => {
    const problems = step.kind === 'saved_query' && step.action !== 'delete' ? found.get(step.name) : undefined
    return problems ? { ...step, problems } : step
  })

async function applyFile(
  dependencies: ImportDependencies,
  { tx, caller, given, toValidate, confined, tells, outside }: Order,
): Promise<ImportStep[]> {
  const { file, faults } = given
  const log = createImportLog(caller, faults)
  const newQueries = { inFile: new Set(file.savedQueries.map(({ name }) => name)), ids: new Map<string, string>() }
  const platform = { tx, caller, file, log, tells, outside, newQueries }
  const missing = await writePlatform(dependencies.kinds, platform)
  const owners = await ownersOfTasks(tx, caller, file, log)
  const rows = await lockPresent(dependencies, tx, { caller, file, owners })
  const before = namesOf(rows)
  const present = presentOf(rows, before)
  const idOf = (query = '') => newQueries.ids.get(query) ?? randomUUID()
  const found = matchFile(withoutOwn(file, caller), present, idOf, canvasHasher(rows))
  const match = confined ? { ...found, missing: { ...found.missing, tasks: [] } } : found
  log.addFaults(match.faults)
  // A list may have been bound to a query that turns out to be a renamed one.
  for (const [name, id] of newQueries.ids) {
    const real = match.queries.get(name)?.id ?? id
    if (real !== id) await dependencies.lists.rebind(tx, id, real)
  }
  if (confined) log.addFaults(outsideFaults(file, match.queries, present.queries, confined.folder))
  const now = dependencies.clock.now()
  const templates = await templatesOfFile(dependencies, tx, { caller, file, rows })
  const work = {
    tx,
    caller,
    now,
    file,
    match,
    templates,
    log,
    toValidate,
    names: before,
    owners,
  }
  await checkQuotaFirst(dependencies, work)
  const folders = await createFolders(dependencies, work)
  const after = { ...work, names: namesAfter(before, match.queries, folders) }
  const failed = await writeQueries(dependencies, after, folders)
  await writeTasks(dependencies, after, failed)
  await deleteMissing(dependencies, after)
  await deletePlatform(missing, platform)
  log.refuse()
  const plan = log.plan()
  if (plan.some(({ action, kind }) => action === 'create' && kind === 'saved_query'))
    await dependencies.queries.many.checkQuota(tx, caller)
  await recordImport(dependencies.audit, tx, plan)
  return plan
}

/**
 * A file that brings more queries than the quota has room for, whatever it deletes, is refused before anything is
 * written. What is left is checked in the end, once it is known whose queries have gone.
 */
async function checkQuotaFirst({ queries }: ChangingServices, { tx, caller, match, log }: NewWork): Promise<void> {
  const coming = [...match.queries.values()].filter(({ isNew }) => isNew).length
  const more = coming - match.missing.queries.length
  if (more > 0 && !log.isRefused()) await queries.many.checkQuota(tx, caller, more)
}

/**
 * Reads what is there once it can no longer change. Locks in the order of all transactions: folders, user, queries;
 * tasks follow one by one.
 */
async function lockPresent(
  { categories }: ChangingServices,
  tx: Executor,
  { caller, file, owners }: { readonly caller: Caller; readonly file: ReadQueryFile; readonly owners: Owners },
): Promise<PresentRows> {
  await categories.many.lock(tx)
  await lockOwner(tx, caller.id)
  const rows = await findPresent(tx, caller, owners)
  const { deletesInside: scope } = file
  const isInside = scope === null ? () => false : insideOf(scope)
  const inside = [...namesOf(rows).folders].flatMap(([id, path]) => (isInside(path) ? id : []))
  const free = rows.queries.flatMap(({ name, categoryId }) => (categoryId === null && isInside(null) ? name : []))
  const own = file.savedQueries.flatMap(({ name, fields }) => [name, fields.renamed_from ?? []].flat())
  const names = [...own, ...free]
  await lockQueriesOfFile(tx, names, inside)
  return findPresent(tx, caller, owners)
}

function presentOf({ folders, queries, ...rest }: PresentRows, names: AllNames): Present {
  const pathOf = (id: number) => names.folders.get(id)!
  return {
    ...rest,
    folders: folders.map(({ id }) => ({ id, path: pathOf(id) })),
    queries: queries.map(({ id, name, categoryId, canvasHash }) => ({
      ...{ id, name, canvasHash },
      category: categoryId === null ? null : pathOf(categoryId),
    })),
  }
}

/** Names become ids before it is hashed, as in the database. */
const canvasHasher = ({ queries }: PresentRows): CanvasHashOf => {
  const ids = new Map(queries.map(({ id, name }) => [name, id]))
  return ({ nodes, edges, post_processors = [] }) => {
    if (nodes === undefined || edges === undefined) return undefined
    const { post_processors: steps } = mapReferences({ post_processors }, (name) => ids.get(name) ?? name)
    return versionHash({ nodes, edges, post_processors: steps })
  }
}

/** Without the importer's own name, which says nothing. */
const withoutOwn = (file: ReadQueryFile, { username }: Caller): ReadQueryFile => ({
  ...file,
  scheduledTasks: file.scheduledTasks.map((entry) => {
    const { owner, ...fields } = entry.fields
    return owner === username ? { ...entry, fields } : entry
  }),
})

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
