import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createEmptyPlace } from '@heddle/server/testing/backup/empty-place.ts'
import { type Api, apiOf, succeeded, QUERIES, saveQuery, signIn } from './harness/api.ts'
import { runAdmin } from './harness/run-admin.ts'
import { services } from './harness/services.ts'
import { connect, LOGS, startCluster } from './harness/start-cluster.ts'
import { type Acknowledged, startWriters } from './harness/writers.ts'

const EMBEDDED = { DATABASE_URL: '', REDIS_URL: '' }
const TASKS = '/api/queries/scheduled-tasks/'
const cleaning: (() => unknown)[] = []
let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'heddle-backup-'))
  cleaning.push(() => rmSync(folder, { recursive: true, force: true }))
})
afterEach(async () => {
  for (const clean of cleaning.splice(0).reverse()) await clean()
})

/** A cluster of two processes on PostgreSQL, or of one on the embedded database; and its settings. */
async function startSource(kind: 'embedded' | 'postgres') {
  const isEmbedded = kind === 'embedded'
  const cluster = await startCluster({ api: isEmbedded ? 0 : 1, worker: isEmbedded ? 0 : 1 })
  cleaning.push(cluster.stop)
  if (!isEmbedded) return { cluster, env: cluster.settings, admin: cluster.admin() }
  const env = { ...cluster.settings, ...EMBEDDED, DATA_DIR: join(folder, 'source') }
  const { url } = await cluster.start('all', { env })
  return { cluster, env, admin: apiOf(url, await signIn(url)) }
}

/** Takes a backup while everything is being written to; returns what was acknowledged before it began. */
async function backUpWhileWriting(admin: Api, connection: string, env: Readonly<Record<string, string>>, file: string) {
  const writers = startWriters(admin, connection)
  await vi.waitFor(() => expect(writers.acknowledged().snapshots.length).toBeGreaterThan(2), 60_000)
  const before = writers.acknowledged()
  const said = await runAdmin(['backup', file], env)
  const after = writers.acknowledged()
  await writers.stop()
  // Otherwise nothing was written meanwhile.
  expect(after.queries.size).toBeGreaterThan(before.queries.size)
  return { before, said }
}

/** Every write acknowledged by then is there, or what was written over it, and nothing is half there. */
async function expectConsistent(
  sql: <T extends object>(text: string) => Promise<T[]>,
  before: Acknowledged,
): Promise<void> {
  const queries = await sql<{ id: string; name: string; description: string }>(
    'select id, name, description from saved_queries',
  )
  const names = new Map(queries.map(({ id, name }) => [id, name]))
  for (const [id, [first, changed]] of before.queries)
    expect(changed === undefined ? [first, `${first}, changed`] : [changed]).toContain(names.get(id))
  for (const { name, description } of queries) expect(description).toBe(name)
  const runs = new Set((await sql<{ id: string }>('select id from executions')).map(({ id }) => id))
  expect(before.runs.filter((id) => !runs.has(id))).toEqual([])
  const snapshots = new Set((await sql<{ id: string }>('select id::text from snapshots')).map(({ id }) => id))
  expect(before.snapshots.filter((id) => !snapshots.has(id))).toEqual([])
}

async function read<T extends object>(url: string, text: string): Promise<T[]> {
  const client = new Client({ connectionString: url })
  await client.connect()
  return client
    .query<T>(text)
    .then(({ rows }) => rows)
    .finally(() => client.end())
}

/** Takes a backup of a source under load and restores it into an empty database. */
async function restoreCopyOf(kind: 'embedded' | 'postgres') {
  const { cluster, env, admin } = await startSource(kind)
  const connection = await connect(cluster, admin)
  const query = await saveQuery(admin, connection, { name: 'first', description: 'first' })
  const task = { name: 'hourly', saved_query: query, controller_connections: [connection] }
  const { id } = succeeded(await admin.post(TASKS, { ...task, schedule_type: 'interval', interval_minutes: 60 }))
  const file = join(folder, 'backup.zip')
  const { before, said } = await backUpWhileWriting(admin, connection, env, file)
  const place = await createEmptyPlace('postgres')
  cleaning.push(place.remove)
  const copyEnv = { ...cluster.settings, REDIS_URL: '', ...place.env }
  const restored = await runAdmin(['restore', file], copyEnv)
  expect(said).toMatch(/\d+ rows in \d+ tables/)
  expect(restored).toContain('It is paused')
  const sql = <T extends object>(text: string): Promise<T[]> => read<T>(place.env['DATABASE_URL']!, text)
  await expectConsistent(sql, before)
  return { cluster, copyEnv, query, task: String(id), sql, before }
}

describe.skipIf(!services)('a backup taken while everything is being written to', () => {
  it('of the embedded database is a consistent copy', async () => {
    await restoreCopyOf('embedded')
  })

  it('of PostgreSQL is a consistent copy, quiet until it is resumed', async () => {
    const { cluster, copyEnv, query, task, sql, before } = await restoreCopyOf('postgres')
    // The copy has slept over several of its slots.
    await sql(`update scheduled_tasks set next_run_at = now() - interval '10 hours'`)

    const copy = await cluster.start('all', { env: copyEnv })
    const user = apiOf(copy.url, await signIn(copy.url))
    const firings = async () =>
      succeeded(await user.get(`/api/queries/scheduled-executions/?scheduled_task=${task}`)).results
    const statusOf = async (run: string) => succeeded(await user.get(`${LOGS}${run}/`)).status
    for (const id of before.snapshots)
      expect(succeeded(await user.get(`/api/history/snapshots/${id}/`)).rows).toHaveLength(2)
    const { execution_id: waiting } = succeeded(await user.post(`${QUERIES}${query}/execute_background/`))
    await copy.logged('paused: schedules')
    expect(await firings()).toEqual([])
    expect(await statusOf(waiting)).toBe('running')

    await runAdmin(['resume'], copyEnv)

    await vi.waitFor(async () => expect(await statusOf(waiting)).toBe('success'), 30_000)
    await vi.waitFor(
      async () => expect(await firings()).toMatchObject([{ trigger: 'catch_up', status: 'success' }]),
      30_000,
    )
  })
})
