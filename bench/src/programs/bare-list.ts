import type { AddressInfo } from 'node:net'
import { fastify } from 'fastify'
import type { Pool } from 'pg'

/**
 * The floor of the list route: a count and a page of the same columns, as a bare server would ask for them, on the same
 * pool, with the rows returned as they are. No authentication, no validation, no response schema.
 */
export function openBareList(pool: Pool) {
  const server = fastify()
  server.get('/', async () => {
    const { rows: counted } = await pool.query<{ count: string }>('select count(*) from saved_queries')
    const { rows: results } = await pool.query(PAGE, [50, 0])
    return { count: Number(counted[0]?.count), results }
  })

  return {
    url: async () => {
      if (!server.server.listening) await server.listen({ port: 0, host: '127.0.0.1' })
      return `http://127.0.0.1:${(server.server.address() as AddressInfo).port}/`
    },
    close: () => server.close(),
  }
}

const PAGE = `
  select q.id, q.name, q.description, q.category_id as category, q.controller_connection_id as controller_connection,
         c.name as controller_connection_name, q.nodes, q.edges, q.post_processors, q.expect, q.parameters, q.when,
         q.resource, q.reason, q.severity, q.why, q.remedy, q.links, q.look, q.current_version, q.current_version_hash,
         q.pack, u.username as created_by, q.created_at, q.updated_at,
         exists (select 1 from saved_query_favorites f where f.saved_query_id = q.id and f.user_id = 1) as is_favorite
  from saved_queries q
  left join controller_connections c on c.id = q.controller_connection_id
  left join users u on u.id = q.created_by
  order by q.updated_at desc, q.id desc
  limit $1 offset $2`
