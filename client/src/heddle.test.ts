import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ADMIN } from '@heddle/server/testing/start-test-app.ts'
import { type Runs, startRuns } from '@heddle/server/testing/start-runs.ts'
import { createHeddle, HeddleError, type Heddle } from './index.ts'

let runs: Runs
let heddle: Heddle
beforeAll(async () => {
  runs = await startRuns()
  heddle = createHeddle({ baseUrl: runs.app.url })
  await heddle.signIn(ADMIN)
})
afterAll(() => runs.stop())

const tenants = (connection: string) => ({
  name: 'tenants',
  controller_connection: connection,
  nodes: [{ id: 't', class_name: 'fvTenant', properties: ['name'] }],
  edges: [],
})

describe('a saved query', () => {
  it('is created, run and deleted', async () => {
    const { savedQueries } = heddle.queries
    const { id } = await savedQueries.create(tenants(runs.connection))

    const reply = await savedQueries.execute(id)

    expect(reply).toMatchObject({ status: 'success', columns: ['dn', 'className', 'name'] })
    expect(reply.results).toHaveLength(reply.row_count)
    expect(await savedQueries.remove(id)).toBeNull()
    await expect(savedQueries.get(id)).rejects.toMatchObject({ status: 404 })
  })

  it('runs in the background, which can be followed to its end, and its rows streamed', async () => {
    const { savedQueries } = heddle.queries
    const { id } = await savedQueries.create(tenants(runs.connection))
    const { job_id: job, execution_id: execution } = await savedQueries.executeBackground(id)
    const seen: string[] = []
    let total: number | undefined
    for await (const { type, data } of heddle.follow.run(job)) {
      seen.push(type)
      // The type of a frame says what is in it.
      if (type === 'execution_complete') total = data.total_rows
    }
    const rows: unknown[] = []
    for await (const row of heddle.rows(execution)) rows.push(row)

    expect(await heddle.waitFor.run(execution)).toMatchObject({ status: 'success', row_count: total })
    expect(seen.at(-1)).toBe('execution_complete')
    expect(total).toBe(rows.length)
    expect(rows).toEqual((await savedQueries.execute(id)).results)
  })

  it('is refused with every fault of its body', async () => {
    const refused = heddle.queries.savedQueries.create({ ...tenants(runs.connection), name: '', category: 999_999 })

    await expect(refused).rejects.toMatchObject({ status: 400, fields: { name: [expect.any(String)] } })
  })
})

describe('a list', () => {
  it('is walked over all its pages', async () => {
    for (const name of ['a', 'b', 'c']) await heddle.queries.categories.create({ name })
    const names: string[] = []

    for await (const { name } of heddle.queries.categories.all({ page_size: 2, ordering: '-name' })) names.push(name)

    expect(names).toEqual(['c', 'b', 'a'])
  })
})

describe('an export', () => {
  it('is a stream with a name', async () => {
    const { id } = await heddle.queries.savedQueries.create(tenants(runs.connection))
    const { execution_id } = await heddle.queries.savedQueries.execute(id)

    const file = await heddle.queries.executionLogs.results(execution_id, { format: 'csv' })

    expect([file.contentType, file.fileName]).toEqual([
      expect.stringContaining('text/csv'),
      expect.stringContaining('.csv'),
    ])
    expect(await file.text()).toContain('dn,className,name')
  })
})

it('makes one thing although the answer was lost on the way', async () => {
  const { token } = await heddle.auth.tokens.create({ name: 'lossy' })
  let lost = 0
  const lossy: typeof fetch = async (input, init) => {
    const response = await fetch(input, init)
    if (init?.method !== 'POST' || lost > 0) return response
    lost += 1
    await response.body?.cancel()
    throw new TypeError('the connection was reset')
  }
  const { categories } = createHeddle({ baseUrl: runs.app.url, token, fetch: lossy }).queries

  const made = await categories.create({ name: 'made once' })

  const { results } = await categories.list({ search: 'made once' })
  expect([lost, results.map(({ id }) => id)]).toEqual([1, [made.id]])
})

describe('an API token', () => {
  it('is all that a client needs', async () => {
    const { token } = await heddle.auth.tokens.create({ name: 'ci' })
    const other = createHeddle({ baseUrl: runs.app.url, token })

    expect((await other.auth.profile.get()).username).toBe(ADMIN.username)
    await expect(createHeddle({ baseUrl: runs.app.url, token: `${token}x` }).auth.profile.get()).rejects.toBeInstanceOf(
      HeddleError,
    )
  })
})

it('signs out on the server too', async () => {
  let session: unknown
  const other = createHeddle({ baseUrl: runs.app.url, onSession: (next) => (session = next) })
  await other.signIn(ADMIN)
  const before = session as { access: string; refresh: string }

  await other.signOut()

  expect(session).toBeUndefined()
  await expect(createHeddle({ baseUrl: runs.app.url, session: before }).auth.profile.get()).rejects.toMatchObject({
    status: 401,
  })
})
