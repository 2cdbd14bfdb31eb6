import { randomUUID } from 'node:crypto'
import type { FileSavedQuery, FileScheduledTask, ImportStep } from '@heddle/contract/query-files.ts'
import type { SavedQueryCreate, SavedQueryPatch } from '@heddle/contract/queries.ts'
import type { Permission } from '@heddle/domain/access/permissions.ts'
import type { Column } from '@heddle/domain/automation/column.ts'
import { readExpect } from '@heddle/domain/expectation/read-expect.ts'
import { readParameters } from '@heddle/domain/parameters/read-parameters.ts'
import { diffValues } from '@heddle/domain/query-files/diff-values.ts'
import { folderName, parentPath } from '@heddle/domain/query-files/folders.ts'
import { byText, matchFile, type MatchedFile, type Present } from '@heddle/domain/query-files/match-file.ts'
import { type Entry, type Faults, placeOf, type ReadQueryFile } from '@heddle/domain/query-files/read-query-file.ts'
import { referencesOf } from '@heddle/domain/query-files/references.ts'
import { type Resolved, resolveQuery, resolveTask } from '@heddle/domain/query-files/resolve-entry.ts'
import type { Database, Executor } from '../../adapters/database/database.ts'
import { isAllowed, may } from '../../kernel/access.ts'
import type { Caller } from '../../kernel/caller.ts'
import { FieldErrors, Forbidden } from '../../kernel/errors.ts'
import { isOwnerOrManager } from '../../kernel/ownership.ts'
import type { Audit } from '../audit/index.ts'
import { afterChange, lockOwner, type QueryCategoriesService, type SavedQueriesService } from '../queries/index.ts'
import type { SchedulesService } from '../schedules/index.ts'
import { namesOf, requireNames } from './export-file.ts'
import { fileQuery, fileTask, type Names } from './query-files.presenter.ts'
import { findPresent, findTemplates, lockQueries, type PresentRows } from './query-files.store.ts'

type Dependencies = {
  readonly database: Database
  readonly audit: Audit
  readonly queries: Pick<SavedQueriesService, 'many'>
  readonly categories: Pick<QueryCategoriesService, 'many'>
  readonly schedules: Pick<SchedulesService, 'many'>
}
type Given = { readonly file: ReadQueryFile; readonly faults: Faults }
type Options = { readonly dryRun: boolean; readonly signal: AbortSignal }

/** Rolls a dry run back. */
class DryRun extends Error {
  readonly plan: ImportStep[]

  constructor(plan: ImportStep[]) {
    super('a dry run')
    this.plan = plan
  }
}

/**
 * Applies a file, all of it or nothing. A dry run does the same and is rolled back, so that it finds the same faults and
 * the same plan.
 */
export function createImport(dependencies: Dependencies) {
  const { database, schedules } = dependencies

  /** The columns of the templates that follow-ups name, which take too long to read inside the transaction. */
  async function readTemplates(caller: Caller, { scheduledTasks }: ReadQueryFile, signal: AbortSignal) {
    const named = new Set(scheduledTasks.flatMap(({ fields }) => fields.on_changes?.template ?? []))
    const columns = new Map<string, readonly Column[] | undefined>()
    const found = named.size === 0 ? [] : await findTemplates(database.db, caller)
    for (const { id } of found.filter(({ name }) => named.has(name))) {
      columns.set(id, await schedules.many.columnsOfTemplate(caller.id, id, signal))
    }
    return columns
  }

  return async (caller: Caller, given: Given, { dryRun, signal }: Options): Promise<ImportStep[]> => {
    requireNames(caller)
    const templates = await readTemplates(caller, given.file, signal)
    try {
      return await database.transaction(async (tx) => {
        const plan = await new Import(dependencies, { tx, caller, given, templates }).run()
        if (dryRun) throw new DryRun(plan)
        return plan
      })
    } catch (error) {
      if (error instanceof DryRun) return error.plan
      throw error
    }
  }
}

type Work = {
  readonly tx: Executor
  readonly caller: Caller
  readonly given: Given
  readonly templates: ReadonlyMap<string, readonly Column[] | undefined>
}

const MODELS = { category: 'category', saved_query: 'savedquery', scheduled_task: 'scheduledtask' } as const
const VERBS = { create: 'add', change: 'change', delete: 'delete' } as const
const KINDS = ['category', 'saved_query', 'scheduled_task'] as const

/** One import in its transaction. */
class Import {
  readonly #services: Dependencies
  readonly #work: Work
  readonly #steps: ImportStep[] = []
  readonly #faults: Faults
  readonly #lacking = new Set<Permission>()
  readonly #foreign: string[] = []
  /** The ids of folders by path, those included that the import creates. */
  readonly #folderIds = new Map<string, number>()
  /** Queries that were not created, because of faults. */
  readonly #failed = new Set<string>()
  #names!: Names
  #match!: MatchedFile

  constructor(services: Dependencies, work: Work) {
    this.#services = services
    this.#work = work
    this.#faults = { ...work.given.faults }
  }

  async run(): Promise<ImportStep[]> {
    const present = await this.#lockAndRead()
    this.#match = matchFile(this.#work.given.file, present, randomUUID)
    Object.assign(this.#faults, this.#match.faults)
    await this.#createFolders()
    await this.#writeQueries()
    await this.#writeTasks()
    await this.#deleteMissing()
    this.#refuse()
    await this.#services.queries.many.checkQuota(this.#work.tx, this.#work.caller)
    const plan = this.#steps.toSorted((one, other) => KINDS.indexOf(one.kind) - KINDS.indexOf(other.kind) || byText(one.name, other.name))
    await this.#record(plan)
    return plan
  }

  /** What is there, locked as every transaction locks it: folders, user, queries. Tasks are locked one by one. */
  async #lockAndRead(): Promise<Present> {
    const { tx, caller, given } = this.#work
    await this.#services.categories.many.lock(tx)
    await lockOwner(tx, caller.id)
    const names = given.file.savedQueries.map(({ name }) => name)
    const rows = await findPresent(tx, caller)
    this.#names = namesOf(rows)
    const paths = this.#names.folders
    const scope = given.file.deletesInside
    const inside = [...paths].flatMap(([id, path]) => (scope !== null && (path === scope || path.startsWith(`${scope}/`)) ? id : []))
    await lockQueries(tx, names, inside)
    // Again, now that they do not change any more.
    const locked = await findPresent(tx, caller)
    this.#names = namesOf(locked)
    for (const [id, path] of this.#names.folders) this.#folderIds.set(path, id)
    return presentOf(locked, this.#names)
  }

  async #createFolders(): Promise<void> {
    const { tx, caller, given } = this.#work
    const created = new Set(this.#match.newFolders)
    for (const path of given.file.categories.toSorted(byText)) {
      if (!created.has(path)) {
        this.#note('unchanged', 'category', path)
        continue
      }
      this.#note('create', 'category', path)
      const parent = parentPath(path)
      const parentId = parent === undefined ? null : this.#folderIds.get(parent)
      if (parentId === undefined) continue
      const id = await this.#services.categories.many.insert(tx, caller, { name: folderName(path), parent: parentId })
      this.#folderIds.set(path, id)
    }
    this.#names = { ...this.#names, folders: new Map([...this.#folderIds].map(([path, id]) => [id, path])) }
  }

  async #writeQueries(): Promise<void> {
    const { queries } = this.#match
    const created = [...queries].filter(([, { isNew }]) => isNew)
    this.#names = { ...this.#names, queries: new Map([...this.#names.queries, ...created.map(([name, { id }]) => [id, name] as const)]) }
    const coming = new Set(created.map(([, { id }]) => id))
    for (const entry of this.#work.given.file.savedQueries) {
      const { id, isNew } = queries.get(entry.name)!
      if (isNew) await this.#createQuery(entry, id, coming)
      else await this.#changeQuery(entry, id, coming)
    }
  }

  async #createQuery(entry: Entry<FileSavedQuery>, id: string, coming: ReadonlySet<string>): Promise<void> {
    const { tx, caller } = this.#work
    const { many } = this.#services.queries
    this.#note('create', 'saved_query', entry.name)
    const { body, faults } = this.#resolveQuery(entry, new Set())
    for (const field of ['controller_connection', 'nodes', 'edges'] as const) {
      if (entry.fields[field] === undefined && !hasFault(entry.faults, field)) faults[field] = [REQUIRED]
    }
    const found = { ...(await many.faultsOf(tx, body, { id }, coming)), ...faults }
    if (this.#reported('saved_queries', entry.name, found)) this.#failed.add(entry.name)
    else await many.insert(tx, caller, id, body as SavedQueryCreate)
  }

  async #changeQuery(entry: Entry<FileSavedQuery>, id: string, coming: ReadonlySet<string>): Promise<void> {
    const { tx, caller } = this.#work
    const { many } = this.#services.queries
    const row = (await many.lock(tx, id))!
    const kept = new Set([row.controllerConnectionId, ...referencesOf(wireOf(row)).map(({ value }) => value)])
    const { body, faults } = this.#resolveQuery(entry, kept)
    const found = { ...(await many.faultsOf(tx, body, row, coming)), ...faults }
    if (this.#reported('saved_queries', entry.name, found)) return
    const diff = diffValues(fileQuery(row, this.#names), fileQuery(afterChange(row, normalized(body)), this.#names))
    if (diff.length === 0) return this.#note('unchanged', 'saved_query', entry.name)
    this.#note('change', 'saved_query', entry.name, diff)
    if (this.#isOwn(row.createdBy, `saved query "${entry.name}"`)) await many.write(tx, caller, row, body)
  }

  #resolveQuery(entry: Entry<FileSavedQuery>, kept: ReadonlySet<string>): Resolved<SavedQueryPatch> & { faults: Faults } {
    const { body, faults } = resolveQuery(entry, this.#match.resolve, kept)
    const { category } = entry.fields
    const id = category == null ? category : this.#folderIds.get(category)
    return { body: { ...body, ...(id !== undefined && { category: id }) }, faults: { ...faults } }
  }

  async #writeTasks(): Promise<void> {
    for (const entry of this.#work.given.file.scheduledTasks) {
      const { id, isNew } = this.#match.tasks.get(entry.name)!
      try {
        if (isNew) await this.#createTask(entry, id)
        else await this.#changeTask(entry, id)
      } catch (error) {
        if (!(error instanceof FieldErrors)) throw error
        this.#reported('scheduled_tasks', entry.name, this.#withoutFailed(entry, error.fields))
      }
    }
  }

  /** Without what is wrong with a task only because its query has faults. */
  #withoutFailed({ fields }: Entry<FileScheduledTask>, faults: Readonly<Record<string, string[]>>): Faults {
    const isFailed = fields.saved_query !== undefined && this.#failed.has(fields.saved_query)
    return Object.fromEntries(Object.entries(faults).filter(([field]) => !isFailed || field !== 'saved_query'))
  }

  readonly #columnsOf = async (template: string) => this.#work.templates.get(template)

  async #createTask(entry: Entry<FileScheduledTask>, id: string): Promise<void> {
    const { tx, caller } = this.#work
    const { many } = this.#services.schedules
    this.#note('create', 'scheduled_task', entry.name)
    const given = resolveTask(entry, this.#match.resolve, new Set())
    const faults = { ...given.faults }
    for (const field of ['saved_query', 'controller_connections', 'schedule_type'] as const) {
      if (entry.fields[field] === undefined && !hasFault(entry.faults, field)) faults[field] = [REQUIRED]
    }
    const fields = await many.readNew(tx, caller, { body: given.body, faults }, this.#columnsOf)
    await many.insert(tx, caller, id, fields)
  }

  async #changeTask(entry: Entry<FileScheduledTask>, id: string): Promise<void> {
    const { tx, caller } = this.#work
    const { many } = this.#services.schedules
    const row = await many.lock(tx, caller, id)
    const kept = new Set([...row.controllerConnections, ...(row.onChanges ? [row.onChanges.template] : [])])
    const change = await many.readChange(tx, caller, id, resolveTask(entry, this.#match.resolve, kept), this.#columnsOf)
    const diff = diffValues(fileTask(change.before, this.#names), fileTask(change.fields, this.#names))
    if (diff.length === 0) return this.#note('unchanged', 'scheduled_task', entry.name)
    this.#note('change', 'scheduled_task', entry.name, diff)
    await many.write(tx, change)
  }

  async #deleteMissing(): Promise<void> {
    const { tx, caller } = this.#work
    const { queries, schedules, categories } = this.#services
    const { missing } = this.#match
    for (const { id, name } of missing.tasks) {
      this.#note('delete', 'scheduled_task', name)
      await schedules.many.erase(tx, await schedules.many.lock(tx, caller, id))
    }
    for (const { id, name } of missing.queries) {
      this.#note('delete', 'saved_query', name)
      const row = (await queries.many.lock(tx, id))!
      if (this.#isOwn(row.createdBy, `saved query "${name}"`)) await queries.many.erase(tx, row)
    }
    for (const { id, path } of missing.folders) {
      this.#note('delete', 'category', path)
      const row = await categories.many.get(tx, id)
      if (this.#isOwn(row.createdBy, `folder ${path}`)) await categories.many.erase(tx, row)
    }
  }

  #note(action: ImportStep['action'], kind: ImportStep['kind'], name: string, diff: ImportStep['diff'] = null): void {
    this.#steps.push({ action, kind, name, diff })
    if (action === 'unchanged') return
    const permission: Permission = `queries.${VERBS[action]}_${MODELS[kind]}`
    if (!isAllowed(may(permission), this.#work.caller)) this.#lacking.add(permission)
  }

  /** Whether there are any. */
  #reported(kind: string, name: string, faults: Faults): boolean {
    for (const [path, messages] of Object.entries(faults)) {
      ;(this.#faults[placeOf(`${kind}.${name}`, path)] ??= []).push(...messages)
    }
    return Object.keys(faults).length > 0
  }

  #isOwn(ownerId: number | null, what: string): boolean {
    const isOwn = isOwnerOrManager(this.#work.caller, ownerId)
    if (!isOwn) this.#foreign.push(what)
    return isOwn
  }

  #refuse(): void {
    if (this.#lacking.size > 0) throw new Forbidden(`This import needs ${[...this.#lacking].toSorted(byText).join(', ')}.`)
    if (Object.keys(this.#faults).length > 0) throw new FieldErrors(this.#faults)
    if (this.#foreign.length === 0) return
    const more = this.#foreign.length > 20 ? ` and ${this.#foreign.length - 20} more` : ''
    throw new Forbidden(
      `Only its owner, an operator or an administrator may change what belongs to others: ${this.#foreign.slice(0, 20).join(', ')}${more}.`,
    )
  }

  async #record(plan: readonly ImportStep[]): Promise<void> {
    const { tx } = this.#work
    const { audit } = this.#services
    const counts = Object.fromEntries(
      ['create', 'change', 'unchanged', 'delete'].map((action) => [action, plan.filter((step) => step.action === action).length]),
    )
    await audit.record(tx, {
      action: 'queries_import',
      description: `A file was imported: ${counts.create} created, ${counts.change} changed, ${counts.delete} deleted, ${counts.unchanged} unchanged`,
      metadata: counts,
      content: plan.flatMap(({ action, kind, name }) => (action === 'unchanged' ? [] : { action, kind, name })),
    })
  }
}

const REQUIRED = 'This field is required.'
const hasFault = (faults: Faults, field: string) => Object.keys(faults).some((path) => path === field || path.startsWith(`${field}.`))

const wireOf = ({ postProcessors, parameters }: { postProcessors: unknown[]; parameters: unknown[] }) => ({
  post_processors: postProcessors,
  parameters,
})

/** As it will be stored. */
const normalized = ({ expect, parameters, ...body }: SavedQueryPatch): SavedQueryPatch => ({
  ...body,
  ...(expect !== undefined && { expect: readExpect(expect).expect }),
  ...(parameters !== undefined && { parameters: readParameters(parameters).parameters }),
})

function presentOf({ folders, queries, ...rest }: PresentRows, names: Names): Present {
  return {
    ...rest,
    folders: folders.map(({ id }) => ({ id, path: names.folders.get(id)! })),
    queries: queries.map(({ id, name, categoryId }) => ({
      id,
      name,
      category: categoryId === null ? null : names.folders.get(categoryId)!,
    })),
  }
}
