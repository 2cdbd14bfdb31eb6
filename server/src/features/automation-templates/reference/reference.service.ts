import { randomUUID } from 'node:crypto'
import type { Database, Executor } from '../../../adapters/database/database.ts'
import type { Actor } from '../../../kernel/caller.ts'
import type { Clock } from '../../../kernel/clock.ts'
import { Conflict, FieldErrors, orNotFound } from '../../../kernel/errors.ts'
import { type FieldMessages, mergeMessages, validFields } from '../../../kernel/field-messages.ts'
import type { PageInParts, PageRequest } from '../../../kernel/paging.ts'
import { nextVersionTime, type Precondition } from '../../../kernel/versions.ts'
import { type Audit, notesOn } from '../../audit/index.ts'
import type { ReferenceKind } from '../automation-templates.tables.ts'
import type { FoundReference, ReferenceTable } from './reference-table.ts'
import type { ReferenceFilter, ReferenceStore } from './reference.store.ts'
import { forgetReferences, type ReferenceIds, replaceReferences, type Usages, usagesOf } from './usages.store.ts'

export type ReferenceParts = { readonly database: Database; readonly audit: Audit; readonly clock: Clock }
type Named = { readonly name: string; readonly description?: string }
/** A body with the errors of its schema. */
export type Given<Body> = { readonly body: Body; readonly faults: FieldMessages }

/** What the fields of a body mean for a row, besides its name and description. */
export type Reading<T extends ReferenceTable> = {
  readonly columns: Omit<T['$inferInsert'], CommonColumn>
  readonly faults: FieldMessages
  readonly references?: ReferenceIds
}
type CommonColumn = 'id' | 'name' | 'description' | 'createdBy' | 'createdAt' | 'updatedAt'

type Kind<T extends ReferenceTable, Write extends Named> = {
  readonly kind: ReferenceKind
  /** `Regex pattern`. */
  readonly words: string
  readonly store: ReferenceStore<T>
  /**
   * `before` is undefined when the row is created or replaced: what the body leaves out then takes its default. The
   * body lacks the fields with faults that are `known`.
   */
  readonly read: (
    tx: Executor,
    body: Partial<Write>,
    before: T['$inferSelect'] | undefined,
    known: FieldMessages,
  ) => Promise<Reading<T>>
  /** For the audit log. */
  readonly describe: (body: Partial<Write>) => unknown
}

export type ReferenceService<T extends ReferenceTable, Write extends Named> = {
  readonly list: (filter: ReferenceFilter, page: PageRequest) => Promise<PageInParts<FoundReference<T['$inferSelect']>>>
  readonly get: (id: string) => Promise<FoundReference<T['$inferSelect']>>
  readonly create: (
    actor: Actor,
    given: Given<Write>,
    signal: AbortSignal,
  ) => Promise<FoundReference<T['$inferSelect']>>
  readonly replace: (
    actor: Actor,
    id: string,
    given: Given<Write>,
    terms: ChangeTerms,
  ) => Promise<FoundReference<T['$inferSelect']>>
  readonly change: (
    actor: Actor,
    id: string,
    given: Given<Partial<Write>>,
    terms: ChangeTerms,
  ) => Promise<FoundReference<T['$inferSelect']>>
  readonly remove: (id: string) => Promise<null>
  /** For a change of many things in one transaction: the caller asks who may. */
  readonly many: {
    readonly all: (tx: Executor) => Promise<readonly T['$inferSelect'][]>
    readonly insert: (tx: Executor, actor: Actor, given: Given<Write>) => Promise<string>
    readonly change: (tx: Executor, id: string, given: Given<Partial<Write>>) => Promise<void>
    readonly remove: (tx: Executor, id: string) => Promise<void>
  }
}
export type ChangeTerms = { readonly ifMatch: Precondition; readonly signal: AbortSignal }

/** The use cases that all reference data has in common. */
export function createReferenceService<T extends ReferenceTable, Write extends Named>(
  parts: ReferenceParts,
  kind: Kind<T, Write>,
): ReferenceService<T, Write> {
  const { database, audit } = parts
  const { store } = kind
  const work: Work<T, Write> = { ...parts, kind, note: notesOn(audit, kind.words, kind.kind) }
  const get = async (id: string) => orNotFound(await store.find(database.db, id))

  return {
    list: (filter, page) => store.list(database.db, filter, page),
    get,
    create: async (actor, given) => get(await database.transaction((tx) => create(work, tx, actor, given))),
    replace: async (_actor, id, given, { ifMatch }) => {
      await database.transaction((tx) => change(work, tx, id, { given, ifMatch, replaces: true }))
      return get(id)
    },
    change: async (_actor, id, given, { ifMatch }) => {
      await database.transaction((tx) => change(work, tx, id, { given, ifMatch, replaces: false }))
      return get(id)
    },
    remove: async (id) => {
      await database.transaction((tx) => remove(work, tx, id))
      return null
    },
    many: {
      all: store.all,
      insert: (tx, actor, given) => create(work, tx, actor, given),
      change: (tx, id, given) => change(work, tx, id, { given, replaces: false }),
      remove: (tx, id) => remove(work, tx, id),
    },
  }
}

type Work<T extends ReferenceTable, Write extends Named> = ReferenceParts & {
  readonly kind: Kind<T, Write>
  readonly note: ReturnType<typeof notesOn>
}

/** The columns that a body sets, or a 400 with every error. */
async function readBody<T extends ReferenceTable, Write extends Named>(
  { read }: Kind<T, Write>,
  tx: Executor,
  given: Given<Partial<Write>>,
  before: T['$inferSelect'] | undefined,
) {
  const body = validFields(given.body, given.faults) as Partial<Write>
  const { columns, faults, references } = await read(tx, body, before, given.faults)
  const all = mergeMessages(
    given.faults,
    Object.fromEntries(Object.entries(faults).filter(([field]) => !(field in given.faults))),
  )
  if (Object.keys(all).length > 0) throw new FieldErrors(all)
  const common = { name: body.name ?? before?.name ?? '', description: body.description ?? before?.description ?? '' }
  return { body, references, columns: { ...columns, ...common } }
}

async function create<T extends ReferenceTable, Write extends Named>(
  { clock, kind, note }: Work<T, Write>,
  tx: Executor,
  actor: Actor,
  given: Given<Write>,
): Promise<string> {
  const id = randomUUID()
  const { body, columns, references } = await readBody(kind, tx, given, undefined)
  const now = clock.now()
  const row = { id, ...columns, createdBy: actor.id, createdAt: now, updatedAt: now }
  await kind.store.insert(tx, row as unknown as T['$inferInsert'])
  if (references) await replaceReferences(tx, id, references)
  await note(tx, `${kind.kind}_create`, { id, name: columns.name }, 'was created', kind.describe(body))
  return id
}

/** `replaces`: what the body leaves out takes its default. */
type ReferenceChange<Write> = {
  readonly given: Given<Partial<Write>>
  readonly ifMatch?: Precondition
  readonly replaces: boolean
}

async function change<T extends ReferenceTable, Write extends Named>(
  { clock, kind, note }: Work<T, Write>,
  tx: Executor,
  id: string,
  { given, ifMatch, replaces }: ReferenceChange<Write>,
): Promise<void> {
  const row = orNotFound(await kind.store.lock(tx, id))
  ifMatch?.check(row.updatedAt)
  const { body, columns, references } = await readBody(kind, tx, given, replaces ? undefined : row)
  const changes = { ...columns, updatedAt: nextVersionTime(clock.now(), row.updatedAt) } as unknown as Partial<
    T['$inferInsert']
  >
  await kind.store.update(tx, id, changes)
  if (references) await replaceReferences(tx, id, references)
  await note(tx, `${kind.kind}_update`, row, 'was changed', {
    before: { name: row.name, description: row.description },
    after: kind.describe(body),
  })
}

async function remove<T extends ReferenceTable, Write extends Named>(
  { kind, note }: Work<T, Write>,
  tx: Executor,
  id: string,
): Promise<void> {
  // A change that refers to it locks it first, so no reference appears after they are read.
  const row = orNotFound(await kind.store.lock(tx, id))
  const usages = await usagesOf(tx, kind.kind, id)
  if (usages.templates.length + usages.columnTemplates.length > 0) throw inUse(kind.words, usages)
  await kind.store.remove(tx, id)
  await forgetReferences(tx, id)
  await note(tx, `${kind.kind}_delete`, row, 'was deleted', { name: row.name, description: row.description })
}

function inUse(words: string, { templates, columnTemplates }: Usages): Conflict {
  const users = [...templates.map(quoted('template')), ...columnTemplates.map(quoted('column template'))]
  return new Conflict(`The ${words.toLowerCase()} is used by ${inWords(users)}.`, 'in_use', {
    templates: templates.map(({ id }) => id),
    column_templates: columnTemplates.map(({ id }) => id),
  })
}

const quoted =
  (what: string) =>
  ({ name }: { readonly name: string }): string =>
    `the ${what} "${name}"`

/** The first of several names, and how many more there are. */
function inWords([first = '', ...others]: readonly string[]): string {
  if (others.length === 0) return first
  return `${first} and ${others.length === 1 ? others[0] : `${others.length} others`}`
}
