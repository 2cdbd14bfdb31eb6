import { randomBytes } from 'node:crypto'
import type { Pool, PoolClient } from 'pg'
import { currentTrace, formatTraceparent } from '../kernel/trace-context.ts'

type Query = (...parameters: unknown[]) => unknown
type Request = (headers: Record<string, string>) => Promise<unknown>
type SentStatement = { readonly text: string; readonly isOfRequest: boolean }

/**
 * The statements that a server in this process sends through the pool for one request, which must carry the headers.
 * Whatever else the server does meanwhile is not counted.
 */
export const statementsOf = async (pool: Pool, request: Request): Promise<readonly string[]> =>
  (await statementsDuring(pool, request)).filter(({ isOfRequest }) => isOfRequest).map(({ text }) => text)

/** The others: what the server does meanwhile, such as the jobs that the requests have sent. */
export const statementsBesides = async (pool: Pool, requests: Request): Promise<readonly string[]> =>
  (await statementsDuring(pool, requests)).filter(({ isOfRequest }) => !isOfRequest).map(({ text }) => text)

async function statementsDuring(pool: Pool, request: Request): Promise<readonly SentStatement[]> {
  const traceId = randomBytes(16).toString('hex')
  const sent: SentStatement[] = []
  const originals = new Map<PoolClient, Query>()
  const watch = (client: PoolClient): void => {
    if (originals.has(client)) return
    const { query } = client as unknown as { readonly query: Query }
    originals.set(client, query)
    const watched: Query = (...parameters) => {
      const [statement] = parameters as [string | { readonly text: string }]
      const text = typeof statement === 'string' ? statement : statement.text
      sent.push({ text, isOfRequest: currentTrace()?.traceId === traceId })
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
