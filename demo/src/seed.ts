import type { ApiClient } from './api-client.ts'
import { SAMPLE_QUERIES } from './sample-queries.ts'

type Page<T> = { results: T[] }
export type Seeded = { readonly id: string; readonly name: string; readonly description: string }

const CONNECTIONS = '/api/controller/connections/'
const CONNECTION = 'Demo fabric'
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
export async function seed(api: ApiClient, controllerUrl: string) {
  const connection = await ensureConnection(api, CONNECTION, controllerUrl)
  const test = await api.post<{ message: string }>(`${CONNECTIONS}${connection}/test_connection/`)
  console.log(`Connection "${CONNECTION}": ${test.message}`)
  const deadConnection = await ensureConnection(api, DEAD_CONNECTION, DEAD_HOST)
  const known = await api.get<Page<Seeded>>('/api/queries/saved-queries/?page_size=200')
  const seeded: Seeded[] = []
  for (const query of SAMPLE_QUERIES) {
    const existing = known.results.find(({ name }) => name === query.name)
    seeded.push(
      existing ??
        (await api.post<Seeded>('/api/queries/saved-queries/', { ...query, controller_connection: connection })),
    )
  }
  return { queries: seeded, connection, deadConnection }
}

/** Adds one user per role, unless they exist; returns the group of each username. */
export async function seedUsers(api: ApiClient, password: string): Promise<ReadonlyMap<string, string>> {
  const { results: groups } = await api.get<Page<{ id: number; name: string }>>('/api/auth/groups/')
  const { results: known } = await api.get<Page<{ username: string }>>('/api/auth/management/')
  for (const [username, group] of DEMO_USERS) {
    if (known.some((user) => user.username === username)) continue
    const groupId = groups.find(({ name }) => name === group)!.id
    await api.post('/api/auth/management/', { username, email: `${username}@example.org`, password, groups: [groupId] })
  }
  return DEMO_USERS
}

/** The simulator's port differs at every start, so a connection from an earlier start is updated. */
async function ensureConnection(api: ApiClient, name: string, host: string): Promise<string> {
  const body = { name, host, ...ACCOUNT, is_default: name === CONNECTION }
  const { results } = await api.get<Page<{ id: string; name: string }>>(
    `${CONNECTIONS}?search=${encodeURIComponent(name)}`,
  )
  const existing = results.find((connection) => connection.name === name)
  const { id } = await (existing
    ? api.patch<{ id: string }>(`${CONNECTIONS}${existing.id}/`, body)
    : api.post<{ id: string }>(CONNECTIONS, body))
  return id
}
