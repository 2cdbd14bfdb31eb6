import type { AnyColumn } from 'drizzle-orm'
import type { Database, Executor } from '../../adapters/database/database.ts'
import type { Actor, Caller } from '../../kernel/caller.ts'
import { Conflict, FieldErrors, orNotFound } from '../../kernel/errors.ts'
import { requireOwnerOrManager } from '../../kernel/ownership.ts'
import type { PageOf, PageRequest } from '../../kernel/paging.ts'
import { countUnlessShown } from '../sql/counted-page.ts'
import type { EditedParts, Precondition } from '../../kernel/versions.ts'
import { type RowSelection, selectOne } from '../sql/row-selection.ts'
import {
  type CategoryFilter,
  type CategoryNode,
  type CategoryTable,
  isInTree,
  isSelfOrAncestor,
  lockTree,
  selectCategories,
} from './category-tree.ts'

export type CategoryBody = {
  readonly name: string
  readonly parent?: number | null
  readonly description?: string
}
export type CategoryChanges = { readonly [Field in keyof CategoryBody]?: CategoryBody[Field] | undefined }
export type CategoryChange = { readonly patch: CategoryChanges; readonly ifMatch: Precondition }

type Edited = { readonly name: string; readonly parent: number | null; readonly description?: string }

/** What two people may edit at once; what is filed in a category, or below it, is another matter. */
export const editedCategoryParts = ({ name, parent, description }: Edited): EditedParts => ({
  name,
  parent,
  description,
})

/** What one tree has to itself: what is filed in it, and who sees how much of that. */
export type CategoryKind<Row extends CategoryNode> = {
  readonly table: CategoryTable
  /** Where a search looks. */
  readonly searched: readonly AnyColumn[]
  readonly read: (db: Executor, actor: Actor, selection: RowSelection) => Promise<Row[]>
  /** Returns the id. */
  readonly insert: (tx: Executor, body: CategoryBody, createdBy: number) => Promise<number>
  readonly update: (tx: Executor, row: Row, patch: CategoryChanges) => Promise<void>
  /** Throws while what is filed in a category keeps it, whatever happens to its children. */
  readonly requireUnused?: (tx: Executor, row: Row) => Promise<void>
  /** `removeFromTree`, and what it means for what is filed in the category. */
  readonly remove: (tx: Executor, row: Row) => Promise<void>
  /** What people edit of the category: for the audit log, and as its version. */
  readonly describe: (row: Row) => EditedParts
  readonly note: (
    tx: Executor,
    action: 'create' | 'update' | 'delete',
    category: { readonly id: number; readonly name: string },
    what: string,
    content: unknown,
  ) => Promise<void>
}

export type CategoriesService<Row extends CategoryNode> = {
  readonly list: (actor: Actor, filter: CategoryFilter, page: PageRequest) => Promise<PageOf<Row>>
  readonly get: (actor: Actor, id: number) => Promise<Row>
  readonly create: (caller: Caller, body: CategoryBody) => Promise<Row>
  readonly change: (caller: Caller, id: number, change: CategoryChange) => Promise<Row>
  /** Without `force`, a category with children is not deleted; with it, they move up to its parent. */
  readonly remove: (caller: Caller, id: number, force: boolean) => Promise<null>
  /** For a change of many categories in one transaction: the caller locks the tree and asks who may. */
  readonly many: {
    readonly lock: (tx: Executor) => Promise<void>
    readonly get: (tx: Executor, actor: Actor, id: number) => Promise<Row>
    readonly insert: (tx: Executor, actor: Actor, body: CategoryBody) => Promise<number>
    readonly erase: (tx: Executor, row: Row) => Promise<void>
    readonly change: (tx: Executor, caller: Caller, id: number, patch: CategoryChanges) => Promise<void>
    readonly remove: (tx: Executor, caller: Caller, id: number) => Promise<void>
  }
}

export function createCategoriesService<Row extends CategoryNode>(
  database: Database,
  kind: CategoryKind<Row>,
): CategoriesService<Row> {
  const get = (actor: Actor, id: number) => findOne(kind, database.db, actor, id)

  return {
    list: (actor, filter, page) => listPage(kind, database.db, actor, { filter, page }),
    get,
    create: async (caller, body) => {
      const id = await database.transaction((tx) => create(kind, tx, caller, body))
      return get(caller, id)
    },
    change: async (caller, id, { patch, ifMatch }) => {
      await database.transaction((tx) => change(kind, tx, caller, { id, patch, ifMatch }))
      return get(caller, id)
    },
    remove: async (caller, id, force) => {
      await database.transaction((tx) => remove(kind, tx, caller, { id, force }))
      return null
    },
    many: {
      lock: (tx) => lockTree(tx, kind.table),
      get: (tx, actor, id) => findOne(kind, tx, actor, id),
      insert: (tx, actor, body) => insert(kind, tx, actor, body),
      erase: (tx, row) => erase(kind, tx, row),
      change: (tx, caller, id, patch) => change(kind, tx, caller, { id, patch }),
      remove: (tx, caller, id) => remove(kind, tx, caller, { id, force: false }),
    },
  }
}

async function listPage<Row extends CategoryNode>(
  { table, searched, read }: CategoryKind<Row>,
  db: Executor,
  actor: Actor,
  { filter, page }: { readonly filter: CategoryFilter; readonly page: PageRequest },
): Promise<PageOf<Row>> {
  const selection = selectCategories(table, searched, filter, page)
  const items = await read(db, actor, selection)
  return { count: await countUnlessShown(db, { table, where: selection.where }, page, items.length), items }
}

async function findOne<Row extends CategoryNode>(
  { table, read }: CategoryKind<Row>,
  db: Executor,
  actor: Actor,
  id: number,
): Promise<Row> {
  const [row] = await read(db, actor, selectOne(table.id, id))
  return orNotFound(row)
}

async function create<Row extends CategoryNode>(
  kind: CategoryKind<Row>,
  tx: Executor,
  caller: Caller,
  body: CategoryBody,
): Promise<number> {
  await lockTree(tx, kind.table)
  await checkParent(tx, kind.table, body.parent)
  return insert(kind, tx, caller, body)
}

async function insert<Row extends CategoryNode>(
  kind: CategoryKind<Row>,
  tx: Executor,
  actor: Actor,
  body: CategoryBody,
): Promise<number> {
  const id = await kind.insert(tx, body, actor.id)
  await kind.note(tx, 'create', { id, name: body.name }, 'was created', body)
  return id
}

async function change<Row extends CategoryNode>(
  kind: CategoryKind<Row>,
  tx: Executor,
  caller: Caller,
  { id, patch, ifMatch }: Partial<CategoryChange> & Pick<CategoryChange, 'patch'> & { readonly id: number },
): Promise<void> {
  await lockTree(tx, kind.table)
  const row = await findOne(kind, tx, caller, id)
  requireOwnerOrManager(caller, row.createdBy)
  ifMatch?.check(kind.describe(row))
  await checkParent(tx, kind.table, patch.parent, id)
  await kind.update(tx, row, patch)
  await kind.note(tx, 'update', row, 'was changed', { before: kind.describe(row), after: patch })
}

async function remove<Row extends CategoryNode>(
  kind: CategoryKind<Row>,
  tx: Executor,
  caller: Caller,
  { id, force }: { readonly id: number; readonly force: boolean },
): Promise<void> {
  await lockTree(tx, kind.table)
  const row = await findOne(kind, tx, caller, id)
  requireOwnerOrManager(caller, row.createdBy)
  await kind.requireUnused?.(tx, row)
  if (row.children.length > 0 && !force) throw hasChildren(row)
  await erase(kind, tx, row)
}

const hasChildren = ({ children }: CategoryNode): Conflict =>
  new Conflict('The category has children; delete it with ?force=true to move them up to its parent.', 'has_children', {
    children,
  })

async function erase<Row extends CategoryNode>(kind: CategoryKind<Row>, tx: Executor, row: Row): Promise<void> {
  await kind.remove(tx, row)
  await kind.note(tx, 'delete', row, 'was deleted', { children: row.children })
}

async function checkParent(
  tx: Executor,
  table: CategoryTable,
  parent: number | null | undefined,
  id?: number,
): Promise<void> {
  if (parent == null) return
  if (!(await isInTree(tx, table, parent))) throw new FieldErrors({ parent: [`Category ${parent} does not exist.`] })
  if (id !== undefined && (await isSelfOrAncestor(tx, table, id, parent)))
    throw new FieldErrors({ parent: ['A category cannot be moved into itself or one of its descendants.'] })
}
