import { randomUUID } from 'node:crypto'
import type { AuditAction } from '@heddle/domain/audit/actions.ts'
import type { Database, Executor } from '../../../adapters/database/database.ts'
import type { Actor } from '../../../kernel/caller.ts'
import type { Clock } from '../../../kernel/clock.ts'
import { Conflict, FieldErrors, orNotFound } from '../../../kernel/errors.ts'
import { type FieldMessages, mergeMessages, validFields } from '../../../kernel/field-messages.ts'
import type { PageOf, PageRequest } from '../../../kernel/paging.ts'
import { nextVersionTime, type Precondition } from '../../../kernel/versions.ts'
import { type Audit, notesOn } from '../../audit/index.ts'
import type { ReferenceKind } from '../automation-templates.tables.ts'
import type { Found, ReferenceTable } from './reference-table.ts'
import type { ReferenceFilter, ReferenceStore } from './reference.store.ts'
import { forgetReferences, type ReferenceIds, replaceReferences, usagesOf } from './usages.store.ts'

export type Parts = { readonly database: Database; readonly audit: Audit; readonly clock: Clock }
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
  readonly list: (filter: ReferenceFilter, page: PageRequest) => Promise<PageOf<string>>
  /** A few at a time. */
  readonly read: (ids: readonly string[]) => AsyncGenerator<readonly Found<T['$inferSelect']>[]>
  readonly get: (id: string) => Promise<Found<T['$inferSelect']>>
  readonly create: (actor: Actor, given: Given<Write>, signal: AbortSignal) => Promise<Found<T['$inferSelect']>>
  readonly replace: (
    actor: Actor,
    id: string,
    given: Given<Write>,
    terms: ChangeTerms,
  ) => Promise<Found<T['$inferSelect']>>
  readonly change: (
    actor: Actor,
    id: string,
    given: Given<Partial<Write>>,
    terms: ChangeTerms,
  ) => Promise<Found<T['$inferSelect']>>
  readonly remove: (id: string) => Promise<null>
}
export type ChangeTerms = { readonly ifMatch: Precondition; readonly signal: AbortSignal }

const READ_AT_ONCE = 5

/** The use cases that all reference data has in common. */
export function createReferenceService<T extends ReferenceTable, Write extends Named>(
  { database, audit, clock }: Parts,
  { kind, words, store, read, describe }: Kind<T, Write>,
): ReferenceService<T, Write> {
  type Row = T['$inferSelect']
  const note = notesOn(audit, words, kind)
  const action = (what: 'create' | 'update' | 'delete'): AuditAction => `${kind}_${what}`

  const get = async (id: string): Promise<Found<Row>> => orNotFound(await store.find(database.db, id))

  /** The columns that a body sets, or a 400 with every error. */
  async function readBody(tx: Executor, given: Given<Partial<Write>>, before: Row | undefined) {
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

  async function change(
    id: string,
    given: Given<Partial<Write>>,
    ifMatch: Precondition,
    replaces: boolean,
  ): Promise<Found<Row>> {
    await database.transaction(async (tx) => {
      const row = orNotFound(await store.lock(tx, id))
      ifMatch.check(row.updatedAt)
      const { body, columns, references } = await readBody(tx, given, replaces ? undefined : row)
      const changes = { ...columns, updatedAt: nextVersionTime(clock.now(), row.updatedAt) } as unknown as Partial<
        T['$inferInsert']
      >
      await store.update(tx, id, changes)
      if (references) await replaceReferences(tx, id, references)
      await note(tx, action('update'), row, 'was changed', {
        before: { name: row.name, description: row.description },
        after: describe(body),
      })
    })
    return get(id)
  }

  return {
    list: (filter, page) => store.listIds(database.db, filter, page),
    read: async function* (ids) {
      for (let from = 0; from < ids.length; from += READ_AT_ONCE)
        yield await store.findMany(database.db, ids.slice(from, from + READ_AT_ONCE))
    },
    get,

    create: async (actor, given) => {
      const id = randomUUID()
      await database.transaction(async (tx) => {
        const { body, columns, references } = await readBody(tx, given, undefined)
        const now = clock.now()
        const row = { id, ...columns, createdBy: actor.id, createdAt: now, updatedAt: now }
        await store.insert(tx, row as unknown as T['$inferInsert'])
        if (references) await replaceReferences(tx, id, references)
        await note(tx, action('create'), { id, name: columns.name }, 'was created', describe(body))
      })
      return get(id)
    },

    replace: (_actor, id, given, { ifMatch }) => change(id, given, ifMatch, true),
    change: (_actor, id, given, { ifMatch }) => change(id, given, ifMatch, false),

    remove: async (id) => {
      await database.transaction(async (tx) => {
        // A change that refers to it locks it first, so no reference appears after they are read.
        const row = orNotFound(await store.lock(tx, id))
        const usages = await usagesOf(tx, kind, id)
        const users = [
          ...usages.templates.map(quoted('template')),
          ...usages.columnTemplates.map(quoted('column template')),
        ]
        if (users.length > 0) {
          throw new Conflict(`The ${words.toLowerCase()} is used by ${inWords(users)}.`, 'in_use', {
            templates: usages.templates.map((template) => template.id),
            column_templates: usages.columnTemplates.map((template) => template.id),
          })
        }
        await store.remove(tx, id)
        await forgetReferences(tx, id)
        await note(tx, action('delete'), row, 'was deleted', { name: row.name, description: row.description })
      })
      return null
    },
  }
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
