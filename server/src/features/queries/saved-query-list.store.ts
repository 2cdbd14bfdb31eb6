import { and, type AnyColumn, eq, type Placeholder, type SQL, type SQLWrapper, sql, type Subquery } from 'drizzle-orm'
import type { Static } from 'typebox'
import type { QUERY_ORDERS, SavedQueryListItem } from '@heddle/contract/queries.ts'
import type { Executor } from '../../adapters/database/database.ts'
import { ONE_PLAN } from '../../kernel/one-plan.ts'
import type { Order, PageInParts, PageRequest } from '../../kernel/paging.ts'
import { builtForShapes, UNNAMED } from '../../platform/sql/built-once.ts'
import { anyLike, natural, orderBy, patternOf } from '../../platform/sql/list-sql.ts'
import { pagesBySize } from '../../platform/sql/page-by-size.ts'
import { timestampText } from '../../platform/sql/columns.ts'
import { connectionName } from '../controller-connections/index.ts'
import { users } from '../users/index.ts'
import { savedQueries as table } from './queries.tables.ts'
import { isFavoriteOf } from './saved-queries.store.ts'

export type SavedQueryFilter = {
  readonly category?: number | undefined
  readonly controllerConnection?: string | undefined
  readonly isFavorite?: boolean | undefined
  /** A condition on the id of a query. */
  readonly where?: ((savedQueryId: SQLWrapper) => SQL) | undefined
  readonly search?: string | undefined
  readonly order: readonly Order<(typeof QUERY_ORDERS)[number]>[]
}

const { nodes, edges, postProcessors, expect, parameters, when, reason, why, remedy, links } = table
const pages = pagesBySize(table, [nodes, edges, postProcessors, expect, parameters, when, reason, why, remedy, links])

export type ListedQuery = { readonly id: string; readonly item: string; readonly isWhole: boolean }

/** What a list shows of a query, as `presentListItem` shows one. */
const itemFor = (userId: number | Placeholder): Record<keyof Static<typeof SavedQueryListItem>, AnyColumn | SQL> => ({
  id: table.id,
  name: table.name,
  description: table.description,
  category: table.categoryId,
  controller_connection: table.controllerConnectionId,
  controller_connection_name: connectionName(table.controllerConnectionId),
  ...{ nodes, edges, post_processors: postProcessors, expect, parameters },
  ...{ when, resource: table.resource, reason, severity: table.severity, why, remedy, links, look: table.look },
  current_version: sql`${table.currentVersion}::text`,
  current_version_hash: table.currentVersionHash,
  pack: table.pack,
  is_favorite: isFavoriteOf(userId),
  created_by: users.username,
  created_at: timestampText(table.createdAt),
  updated_at: timestampText(table.updatedAt),
})

/** One page; its canvases may be a hundred megabytes. */
export async function listSavedQueries(
  db: Executor,
  userId: number,
  filter: SavedQueryFilter,
  page: PageRequest,
): Promise<PageInParts<ListedQuery>> {
  const { size: limit, offset } = page
  const { category, controllerConnection, isFavorite, order } = filter
  const values = { userId, category, controllerConnection, pattern: patternOf(filter.search) }
  const where = and(conditionsOn(values, isFavorite), filter.where?.(table.id))
  const readPart = (from: Subquery, total: SQL.Aliased<number>) =>
    selectPage(db, userId, from, total).orderBy(pages.place)
  if (filter.where) {
    const chosen = selectChosen(db, userId, { where, order }).limit(limit).offset(offset)
    return pages.read(db, { where, page, chosen }, readPart)
  }
  const given = GIVEN.filter((name) => values[name] !== undefined)
  const first = await builtList(db, { given, isFavorite, order }).execute({ ...values, limit, offset })
  return pages.inParts(db, { where, page, first }, readPart)
}

const GIVEN = ['category', 'controllerConnection', 'pattern'] as const
/** Which filters a list has, whatever their values are. */
type ListShape = Pick<SavedQueryFilter, 'isFavorite' | 'order'> & { readonly given: readonly (typeof GIVEN)[number][] }

const builtList = builtForShapes((db, { given, isFavorite, order }: ListShape) => {
  const userId = sql.placeholder('userId')
  const values = Object.fromEntries(given.map((name) => [name, sql.placeholder(name)]))
  const where = conditionsOn({ ...values, userId }, isFavorite)
  const chosen = selectChosen(db, userId, { where, order })
    .limit(sql.placeholder('limit'))
    .offset(sql.placeholder('offset'))
  const { from, total } = pages.firstOf({ where, chosen })
  const place = where ? pages.place : sql`${pages.place} ${sql.raw(ONE_PLAN)}`
  return selectPage(db, userId, from, total).orderBy(place).prepare(UNNAMED)
})

type Values = {
  readonly userId: number | Placeholder
  readonly category?: number | Placeholder | undefined
  readonly controllerConnection?: string | Placeholder | undefined
  readonly pattern?: string | Placeholder | undefined
}

const conditionsOn = ({ userId, category, controllerConnection, pattern }: Values, isFavorite: boolean | undefined) =>
  and(
    category === undefined ? undefined : eq(table.categoryId, category),
    controllerConnection === undefined ? undefined : eq(table.controllerConnectionId, controllerConnection),
    isFavorite === undefined ? undefined : isFavorite ? isFavoriteOf(userId) : sql`not ${isFavoriteOf(userId)}`,
    pattern === undefined ? undefined : anyLike(pattern, [table.name, table.description]),
  )

function selectChosen(
  db: Executor,
  userId: number | Placeholder,
  { where, order }: Pick<SavedQueryFilter, 'order'> & { readonly where: SQL | undefined },
) {
  const columns = {
    name: natural(table.name),
    created_at: table.createdAt,
    updated_at: table.updatedAt,
    category: table.categoryId,
    current_version: table.currentVersion,
    is_favorite: isFavoriteOf(userId),
  }
  return db
    .select(pages.columns)
    .from(table)
    .where(where)
    .orderBy(...orderBy(order, columns, table.id))
    .$dynamic()
}

const selectPage = (db: Executor, userId: number | Placeholder, from: Subquery, total: SQL.Aliased<number>) =>
  db
    .select({ id: table.id, item: pages.itemOf(itemFor(userId)), isWhole: pages.isWhole, total })
    .from(from)
    .leftJoin(users, eq(users.id, table.createdBy))
