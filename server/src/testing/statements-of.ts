import { randomBytes } from 'node:crypto'
import type { Pool, PoolClient } from 'pg'
import { currentTrace, formatTraceparent } from '../kernel/trace-context.ts'

type Query = (...parameters: unknown[]) => unknown

/**
 * The statements that a server in this process sends through the pool for one request, which must carry the headers.
 * Whatever else the server does meanwhile is not counted.
 */
export async function statementsOf(
  pool: Pool,
  request: (headers: Record<string, string>) => Promise<unknown>,
): Promise<readonly string[]> {
  const traceId = randomBytes(16).toString('hex')
  const sent: string[] = []
  const originals = new Map<PoolClient, Query>()
  const watch = (client: PoolClient): void => {
    if (originals.has(client)) return
    const { query } = client as unknown as { readonly query: Query }
    originals.set(client, query)
    const watched: Query = (...parameters) => {
      const [statement] = parameters as [string | { readonly text: string }]
      if (currentTrace()?.traceId === traceId) sent.push(typeof statement === 'string' ? statement : statement.text)
      return query.apply(client, parameters)
    }
    Object.assign(client, { query: watched })
  }
  pool.on('acquire', watch)
  try {
    await request({ traceparent: formatTraceparent({ traceId, spanId: '00f067aa0ba902b7', sampled: false }) })
  } finally {
    pool.off('acquire', watch)
    for (const [client, query] of originals) Object.assign(client, { query })
  }
  return sent
}
