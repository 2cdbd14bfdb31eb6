import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { controllerConnections as table } from './controller-connections.tables.ts'

/** The name of the connection with this id; null when it was deleted. */
export const connectionName = (id: SQLWrapper): SQL<string | null> =>
  sql`(select ${table.name} from ${table} where ${table.id} = ${id})`

/** The names of a list of connections, in its order: null for those that were deleted, and without a list. */
export const connectionNames = (ids: SQLWrapper): SQL<(string | null)[] | null> =>
  sql`(select json_agg(${table.name} order by listed.place)
    from unnest(${ids}) with ordinality listed(listed_id, place) left join ${table} on ${table.id} = listed.listed_id)`
