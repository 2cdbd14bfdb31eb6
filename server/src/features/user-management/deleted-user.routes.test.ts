import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Answer, type Client, startTestApp, type TestApp } from '../../testing/start-test-app.ts'

let app: TestApp
let administrator: Client
beforeAll(async () => {
  app = await startTestApp()
  administrator = await app.userOf('administrator')
})
afterAll(() => app.stop())

const USERS = '/api/auth/management/'
const QUERIES = '/api/queries/saved-queries/'

/** Deletes the account of a user who created a query and a category, ran the query and marked it as a favorite. */
async function deleteAfterWork() {
  const user = await app.userOf('editor')
  const { username } = (await user.get('/api/auth/profile/')).body
  const connection = created(
    await app.admin.post('/api/controller/connections/', {
      name: `of ${username}`,
      host: '127.0.0.1:1',
      username: 'u',
      password: 'p',
    }),
  )
  const category = created(await user.post('/api/queries/categories/', { name: `of ${username}`, parent: null }))
  const body = {
    name: `by ${username}`,
    category,
    controller_connection: connection,
    nodes: [{ id: 'a', class_name: 'fvBD' }],
    edges: [],
  }
  const query = created(await user.post(QUERIES, body))
  await user.post(`${QUERIES}${query}/favorite/`)
  const run = (await user.post(`${QUERIES}${query}/execute/`)).body.execution_id
  const deletion = await administrator.delete(`${USERS}${user.id}/`)
  return { id: user.id, username, query, category, run, deletion }
}

function created({ status, text, body }: Answer) {
  expect(status, text).toBe(201)
  return body.id
}

describe('a deleted user', () => {
  it('is no longer found or listed', async () => {
    const { id, username, deletion } = await deleteAfterWork()

    expect([deletion.status, deletion.text]).toEqual([204, ''])
    expect((await administrator.get(`${USERS}${id}/`)).status).toBe(404)
    expect((await administrator.delete(`${USERS}${id}/`)).status).toBe(404)
    expect(
      (await administrator.get(`${USERS}?search=${username}&page_size=200`)).body.results.map((user: any) => user.id),
    ).not.toContain(id)
  })

  it('leaves queries, their versions and categories behind', async () => {
    const { username, query, category } = await deleteAfterWork()

    const kept = await administrator.get(`${QUERIES}${query}/`)

    expect([kept.status, kept.body.name, kept.body.category]).toEqual([200, `by ${username}`, category])
    expect(kept.body.version_history).toMatchObject([{ version: '1', changed_by: username }])
    expect((await administrator.patch(`${QUERIES}${query}/`, { name: 'taken over' })).status).toBe(200)
  })

  it('leaves execution logs behind, with the name as text', async () => {
    const { username, run, query } = await deleteAfterWork()

    const log = await administrator.get(`/api/queries/execution-logs/${run}/`)
    const listed = await administrator.get(`/api/queries/execution-logs/?saved_query=${query}`)

    expect([log.status, log.body.user]).toEqual([200, username])
    expect(listed.body.results).toMatchObject([{ id: run, user: username }])
  })

  it('leaves audit entries and login attempts behind, and the deletion is one of them', async () => {
    const { id, username } = await deleteAfterWork()

    const entries = (await administrator.get(`/api/audit/logs/?username=${username}`)).body.results
    const attempts = (await administrator.get(`/api/audit/login-attempts/?username=${username}`)).body.results
    const deletions = (await administrator.get('/api/audit/logs/?action=user_delete')).body.results

    expect(entries.map(({ action }: { action: string }) => action)).toEqual(
      expect.arrayContaining(['user_login', 'query_create', 'query_run']),
    )
    for (const entry of entries) expect(entry).toMatchObject({ username, user_id: id })
    expect(attempts).toMatchObject([{ username, success: true }])
    expect(deletions).toContainEqual(
      expect.objectContaining({ target_id: String(id), description: expect.stringContaining(username) }),
    )
  })

  it('can be replaced by a new user of the same name, who inherits nothing', async () => {
    const { id, username } = await deleteAfterWork()

    const made = await administrator.post(USERS, { username, email: `${username}@example.net` })

    expect(made.status).toBe(201)
    expect(made.body.id).not.toBe(id)
    expect(made.body).toMatchObject({ query_count: 0, favorite_count: 0 })
  })

  it('can be the administrator who makes the call', async () => {
    const own = await app.userOf('administrator')

    expect((await own.delete(`${USERS}${own.id}/`)).status).toBe(204)
    expect((await own.get('/api/auth/profile/')).status).toBe(401)
  })

  it('is deleted once by two concurrent calls', async () => {
    const { id } = await app.userOf('viewer')

    const answers = await Promise.all([administrator.delete(`${USERS}${id}/`), administrator.delete(`${USERS}${id}/`)])

    expect(answers.map(({ status }) => status).sort()).toEqual([204, 404])
  })
})
