import type { Heddle, SavedQuery } from '@heddle/client'
import { SAMPLE_QUERIES } from './sample-queries.ts'

export type Seeded = Pick<SavedQuery, 'id' | 'name' | 'description'>

export const CONNECTION = 'Demo fabric'
const DEAD_CONNECTION = 'Switched-off fabric'
// Nothing listens there.
const DEAD_HOST = 'http://127.0.0.1:9'
// The account the simulated controller starts with.
const ACCOUNT = { username: 'admin', password: 'C1sco12345!' }

const DEMO_USERS = new Map([
  ['olga', 'Operators'],
  ['edgar', 'Editors'],
  ['vera', 'Viewers'],
])

/** Stores the connections and sample queries that are missing; a second start adds nothing. */
export async function seed(heddle: Heddle, controllerUrl: string) {
  const connection = await ensureConnection(heddle, CONNECTION, controllerUrl)
  const test = await heddle.controller.connections.testConnection(connection)
  console.log(`Connection "${CONNECTION}": ${test.message}`)
  const deadConnection = await ensureConnection(heddle, DEAD_CONNECTION, DEAD_HOST)
  const { savedQueries } = heddle.queries
  // Packs alone have hundreds of queries.
  const known = new Map<string, Seeded>()
  for await (const query of savedQueries.all()) known.set(query.name, query)
  const queries: Seeded[] = []
  for (const query of SAMPLE_QUERIES) {
    const existing = known.get(query.name)
    queries.push(existing ?? (await savedQueries.create({ ...query, controller_connection: connection })))
  }
  return { queries, connection, deadConnection }
}

/** Adds one user per role, unless they exist; returns the group of each username. */
export async function seedUsers({ auth }: Heddle, password: string): Promise<ReadonlyMap<string, string>> {
  const groups = (await auth.groups.list()).results
  const known = (await auth.management.list()).results
  for (const [username, group] of DEMO_USERS) {
    if (known.some((user) => user.username === username)) continue
    const { id } = groups.find(({ name }) => name === group)!
    await auth.management.create({ username, email: `${username}@example.org`, password, groups: [id] })
  }
  return DEMO_USERS
}

/** The simulator's port differs at every start, so a connection from an earlier start is updated. */
export async function ensureConnection({ controller }: Heddle, name: string, host: string): Promise<string> {
  const body = { name, host, ...ACCOUNT, is_default: name === CONNECTION }
  const { results } = await controller.connections.list({ search: name })
  const existing = results.find((connection) => connection.name === name)
  const { id } = await (existing
    ? controller.connections.update(existing.id, body)
    : controller.connections.create(body))
  return id
}
