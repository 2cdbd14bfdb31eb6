import { randomUUID } from 'node:crypto'
import { type AnyColumn, and, eq, type SQL } from 'drizzle-orm'
import type { Database, Executor } from '../../adapters/database/database.ts'
import type { Caller } from '../../kernel/caller.ts'
import type { Clock } from '../../kernel/clock.ts'
import { FieldErrors, orNotFound } from '../../kernel/errors.ts'
import { type FieldMessages, mergeMessages, validFields } from '../../kernel/field-messages.ts'
import { timestamp } from '../../kernel/instants.ts'
import type { Order, PageOf, PageRequest } from '../../kernel/paging.ts'
import { countUnlessShown } from '../sql/counted-page.ts'
import { nextVersionTime, type Precondition } from '../../kernel/versions.ts'
import { contains } from '../sql/list-sql.ts'
import { type RowSelection, selectOne } from '../sql/row-selection.ts'
import {
  clearOtherDefaults,
  type ConnectionTable,
  setDefault,
  storeTestResult,
  type TestResult,
} from './connections.store.ts'

type StoredConnection = { readonly id: string; readonly name: string; readonly updatedAt: Date }
type ConnectionPatch = { readonly name?: string | undefined; readonly is_default?: boolean | undefined }

/** The types that differ between kinds of connections. */
export type ConnectionTypes = {
  /** With the sealed secret, and what people see of it. */
  readonly row: StoredConnection
  readonly visible: object
  readonly create: ConnectionPatch & { readonly name: string }
  readonly patch: ConnectionPatch
  readonly columns: object
  readonly newColumns: object
  readonly order: string
}

/** A body, and what its schema found wrong with it. */
export type SentConnection<Body> = { readonly body: Body; readonly faults: FieldMessages }
export type ConnectionFilter<Field extends string> = {
  readonly search?: string | undefined
  readonly isDefault?: boolean | undefined
  readonly order: readonly Order<Field>[]
}
type NewConnection<Columns> = Columns & StoredConnection & { readonly createdBy: number; readonly createdAt: Date }

/** The SQL of one kind of connection. */
export type ConnectionStore<T extends ConnectionTypes> = {
  readonly table: ConnectionTable
  /** Where a search looks. */
  readonly searched: readonly AnyColumn[]
  readonly sort: (order: readonly Order<T['order']>[]) => readonly SQL[]
  readonly read: (db: Executor, selection: RowSelection) => Promise<T['visible'][]>
  readonly find: (db: Executor, id: string) => Promise<T['row'] | undefined>
  /** Locks the row until the transaction ends. */
  readonly lock: (tx: Executor, id: string) => Promise<T['row'] | undefined>
  readonly insert: (tx: Executor, row: NewConnection<T['newColumns']>) => Promise<void>
  readonly update: (tx: Executor, id: string, changes: T['columns'] & { readonly updatedAt: Date }) => Promise<void>
}

/** What one kind of connection has to itself. */
export type ConnectionKind<T extends ConnectionTypes> = {
  readonly store: ConnectionStore<T>
  /** What is wrong with the values of a body, apart from what its schema finds. */
  readonly checkValues: (body: Partial<T['patch']> | Partial<T['create']>) => Promise<FieldMessages>
  /** What keeps the stored secret from being used after a change. */
  readonly checkSecret: (row: T['row'], patch: Partial<T['patch']>) => FieldMessages
  /** The columns that a body sets; a secret is sealed for the row with this id. */
  readonly newColumns: (id: string, body: T['create']) => T['newColumns']
  readonly columns: (id: string, patch: T['patch']) => T['columns']
  /** `deleteConnection`, unless something needs the connection. */
  readonly remove: (tx: Executor, id: string) => Promise<void>
  /** What the audit log may contain. */
  readonly describe: (row: T['row']) => object
  readonly note: (
    tx: Executor,
    action: 'create' | 'update' | 'delete' | 'set_default',
    connection: { readonly id: string; readonly name: string },
    what: string,
    content?: unknown,
  ) => Promise<void>
  readonly noteTest: (
    tx: Executor,
    connection: T['row'],
    outcome: 'succeeded' | 'failed',
    says: boolean,
  ) => Promise<void>
}

export type ConnectionParts<T extends ConnectionTypes> = {
  readonly database: Database
  readonly clock: Clock
  readonly kind: ConnectionKind<T>
}

export async function listConnections<T extends ConnectionTypes>(
  { database: { db }, kind: { store } }: ConnectionParts<T>,
  { search, isDefault, order }: ConnectionFilter<T['order']>,
  page: PageRequest,
): Promise<PageOf<T['visible']>> {
  const { table } = store
  const where = and(
    contains(search, store.searched),
    isDefault === undefined ? undefined : eq(table.isDefault, isDefault),
  )
  const items = await store.read(db, { where, orderBy: store.sort(order), limit: page.size, offset: page.offset })
  return { count: await countUnlessShown(db, { table, where }, page, items.length), items }
}

export async function getConnection<T extends ConnectionTypes>(
  { database: { db }, kind: { store } }: ConnectionParts<T>,
  id: string,
): Promise<T['visible']> {
  const [row] = await store.read(db, selectOne(store.table.id, id))
  return orNotFound(row)
}

export async function addConnection<T extends ConnectionTypes>(
  { database, clock, kind }: ConnectionParts<T>,
  caller: Caller,
  { body, faults }: SentConnection<T['create']>,
): Promise<string> {
  refuse(mergeMessages(faults, await kind.checkValues(validFields(body, faults))))
  return database.transaction((tx) => insertConnection({ clock, kind }, tx, caller, body))
}

/** Stores a connection whose values were checked. */
export async function insertConnection<T extends ConnectionTypes>(
  { clock, kind }: Pick<ConnectionParts<T>, 'clock' | 'kind'>,
  tx: Executor,
  caller: Pick<Caller, 'id'>,
  body: T['create'],
): Promise<string> {
  const now = clock.now()
  const id = randomUUID()
  if (body.is_default) await clearOtherDefaults(tx, kind.store.table, id, now)
  const stamps = { id, name: body.name, createdBy: caller.id, createdAt: now, updatedAt: now }
  await kind.store.insert(tx, { ...kind.newColumns(id, body), ...stamps })
  await kind.note(tx, 'create', { id, name: body.name }, 'was created', body)
  return id
}

export type ChangedConnection<T extends ConnectionTypes> = { readonly before: T['row']; readonly after: T['row'] }

/** Returns the row before the change and after it. */
export async function changeConnection<T extends ConnectionTypes>(
  { database, clock, kind }: ConnectionParts<T>,
  id: string,
  { body, faults }: SentConnection<T['patch']>,
  ifMatch: Precondition,
): Promise<ChangedConnection<T>> {
  const patch = validFields(body, faults)
  const valueFaults = mergeMessages(faults, await kind.checkValues(patch))
  return database.transaction(async (tx) => {
    const before = orNotFound(await kind.store.lock(tx, id))
    ifMatch.check(before.updatedAt)
    refuse(mergeMessages(valueFaults, kind.checkSecret(before, patch)))
    return writeConnection({ clock, kind }, tx, before, body)
  })
}

/** Changes a locked connection; whether it may keep its secret was checked. */
async function writeConnection<T extends ConnectionTypes>(
  { clock, kind }: Pick<ConnectionParts<T>, 'clock' | 'kind'>,
  tx: Executor,
  before: T['row'],
  body: T['patch'],
): Promise<ChangedConnection<T>> {
  const { id } = before
  const now = nextVersionTime(clock.now(), before.updatedAt)
  if (body.is_default) await clearOtherDefaults(tx, kind.store.table, id, now)
  await kind.store.update(tx, id, { ...kind.columns(id, body), updatedAt: now })
  await kind.note(tx, 'update', before, 'was changed', { before: kind.describe(before), after: body })
  return { before, after: orNotFound(await kind.store.find(tx, id)) }
}

/** Changes a connection whose values were checked, unless that would take its secret elsewhere. */
export async function updateConnection<T extends ConnectionTypes>(
  { clock, kind }: Pick<ConnectionParts<T>, 'clock' | 'kind'>,
  tx: Executor,
  id: string,
  patch: T['patch'],
): Promise<ChangedConnection<T>> {
  const before = orNotFound(await kind.store.lock(tx, id))
  refuse(kind.checkSecret(before, patch))
  return writeConnection({ clock, kind }, tx, before, patch)
}

export async function makeDefault<T extends ConnectionTypes>(
  { database, clock, kind }: ConnectionParts<T>,
  id: string,
): Promise<void> {
  await database.transaction(async (tx) => {
    const row = orNotFound(await kind.store.lock(tx, id))
    await setDefault(tx, kind.store.table, id, nextVersionTime(clock.now(), row.updatedAt))
    await kind.note(tx, 'set_default', row, 'was set as the default')
  })
}

export async function removeConnection<T extends ConnectionTypes>(
  { database, kind }: ConnectionParts<T>,
  id: string,
): Promise<void> {
  await database.transaction((tx) => eraseConnection({ kind }, tx, id))
}

export async function eraseConnection<T extends ConnectionTypes>(
  { kind }: Pick<ConnectionParts<T>, 'kind'>,
  tx: Executor,
  id: string,
): Promise<void> {
  const row = orNotFound(await kind.store.lock(tx, id))
  await kind.remove(tx, id)
  await kind.note(tx, 'delete', row, 'was deleted', kind.describe(row))
}

/** `says`: whether the test says something about the server, and not only that it was not asked. */
export async function recordTest<T extends ConnectionTypes, Result extends TestResult>(
  { database, clock, kind }: ConnectionParts<T>,
  row: T['row'],
  result: Result,
  says = true,
): Promise<Result & { readonly tested_at: string }> {
  const now = clock.now()
  await database.transaction(async (tx) => {
    if (says) await storeTestResult(tx, kind.store.table, row.id, { ...result, testedAt: now })
    await kind.noteTest(tx, row, result.status === 'success' ? 'succeeded' : 'failed', says)
  })
  return { ...result, tested_at: timestamp(now) }
}

function refuse(faults: FieldMessages): void {
  if (Object.keys(faults).length > 0) throw new FieldErrors(faults)
}
