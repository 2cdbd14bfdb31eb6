import type { AddressInfo } from 'node:net'
import { fastify } from 'fastify'
import type { Pool, QueryConfig } from 'pg'

type Statement = { readonly config: QueryConfig; readonly values: unknown[] }

const LISTED = /from "saved_queries"/

/**
 * The floor of the list route: the statements the server sends for it, recorded once, on the same pool, with the rows
 * returned unchanged. No authentication, no validation, no response schema.
 */
export function openBareList(pool: Pool) {
  let statements: readonly Statement[] = []
  const server = fastify()
  server.get('/', async () => {
    const [counted, items] = statements
    const { rows: total } = await ask(pool, counted!)
    const { rows: results } = await ask(pool, items!)
    return { count: Number(total[0]?.['count']), results }
  })

  return {
    /** Records the server's statements while the list is read once. */
    learn: async (list: { readonly url: string; readonly authorization: string }): Promise<number> => {
      statements = await recordStatements(pool, async () => {
        const reply = await fetch(list.url, { headers: { authorization: list.authorization } })
        if (!reply.ok) throw new Error(`the list answered ${reply.status}`)
        await reply.arrayBuffer()
      })
      if (statements.length !== 2)
        throw new Error(`the list sends ${statements.length} statements, expected a count and a page`)
      return statements.length
    },
    url: async () => {
      if (!server.server.listening) await server.listen({ port: 0, host: '127.0.0.1' })
      return `http://127.0.0.1:${(server.server.address() as AddressInfo).port}/`
    },
    close: () => server.close(),
  }
}

function ask(pool: Pool, { config, values }: Statement) {
  return pool.query<Record<string, unknown>>(config, values)
}

async function recordStatements(pool: Pool, work: () => Promise<void>): Promise<readonly Statement[]> {
  const recorded: Statement[] = []
  const query = pool.query.bind(pool) as (...parameters: unknown[]) => unknown
  const recording = (...parameters: unknown[]) => {
    const [config, values] = parameters as [QueryConfig, unknown[] | undefined]
    if (LISTED.test(config.text)) recorded.push({ config: withNamedColumns(config), values: values ?? [] })
    return query(...parameters)
  }
  pool.query = recording as typeof pool.query
  await work()
  pool.query = query as typeof pool.query
  return recorded
}

/** The server requests rows as arrays and names the columns itself. */
function withNamedColumns(config: QueryConfig): QueryConfig {
  const copy: QueryConfig & { rowMode?: string } = { ...config }
  delete copy.rowMode
  return copy
}
