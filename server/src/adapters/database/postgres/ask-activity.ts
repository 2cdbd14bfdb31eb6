import { Client, DatabaseError } from 'pg'

/**
 * What the server does for the backends of some connections: `working` holds those in the middle of a statement.
 * `unknown` when it refuses to tell, such as for want of a free connection; `unreachable` when it does not answer.
 */
export type Activity = { readonly working: ReadonlySet<number> } | 'unknown' | 'unreachable'

// A backend that waits for its client has finished: nobody reads what it sends.
const WORKING = `
  select pid from pg_stat_activity
  where pid = any($1::int[]) and state = 'active' and wait_event_type is distinct from 'Client'`

/** Asks over a connection of its own, so that the answer does not depend on those in question. */
export async function askActivity(url: string, pids: readonly number[], limitMs: number): Promise<Activity> {
  const limits = { connectionTimeoutMillis: limitMs, query_timeout: limitMs }
  const client = new Client({ connectionString: url, application_name: 'heddle', ...limits })
  // The calls below reject with it.
  client.on('error', () => undefined)
  const timer = setTimeout(() => client.connection.stream.destroy(), limitMs)
  try {
    await client.connect()
    const { rows } = await client.query<{ pid: number }>(WORKING, [pids])
    return { working: new Set(rows.map(({ pid }) => pid)) }
  } catch (error) {
    return error instanceof DatabaseError ? 'unknown' : 'unreachable'
  } finally {
    clearTimeout(timer)
    client.connection.stream.destroy()
  }
}
