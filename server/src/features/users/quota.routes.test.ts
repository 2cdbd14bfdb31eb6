import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Client, startTestApp, type TestApp } from '../../testing/start-test-app.ts'

let app: TestApp
let connection: string
beforeAll(async () => {
  app = await startTestApp()
  const { body } = await app.admin.post('/api/controller/connections/', {
    name: 'lab',
    host: '127.0.0.1:1',
    username: 'u',
    password: 'p',
  })
  connection = body.id
})
afterAll(() => app.stop())

const GROUPS = '/api/auth/groups/'
const QUERIES = '/api/queries/saved-queries/'
const CANVAS = { nodes: [{ id: 'a', class_name: 'fvBD' }], edges: [] }

let made = 0
/** A group with the editor template, this quota and these members. */
async function group(quota: object, members: readonly number[]): Promise<number> {
  const { id } = (await app.admin.post(GROUPS, { name: `Quota ${++made}` })).body
  const permissions = ['queries.view_savedquery', 'queries.add_savedquery', 'queries.delete_savedquery']
  await app.admin.patch(`${GROUPS}${id}/`, { quota, permissions })
  if (members.length > 0) await app.admin.post(`${GROUPS}${id}/add_members/`, { user_ids: members })
  return id
}
const save = (user: Client) => user.post(QUERIES, { name: 'q', controller_connection: connection, ...CANVAS })
const quotaUsage = async (user: Client) => (await user.get('/api/auth/quota-usage/')).body

describe('the quota of a user', () => {
  it('takes the most generous of each limit over all groups', async () => {
    const user = await app.userOf(undefined)
    await group({ ai_analysis_daily: 5, queries_max: 40, can_use_ai_builder: false }, [user.id])
    await group({ ai_analysis_daily: 70, queries_max: 3, can_use_ai_builder: true }, [user.id])

    expect((await quotaUsage(user)).quota).toEqual({ ai_analysis_daily: 70, queries_max: 40, can_use_ai_builder: true })
  })

  it('is unlimited where one group has no limit', async () => {
    const user = await app.userOf(undefined)
    await group({ ai_analysis_daily: null, queries_max: 0 }, [user.id])
    await group({ ai_analysis_daily: 0, queries_max: 2 }, [user.id])

    expect((await quotaUsage(user)).quota).toMatchObject({ ai_analysis_daily: null, queries_max: 2 })
  })

  it('of zero forbids the first saved query', async () => {
    const user = await app.userOf(undefined)
    await group({ ai_analysis_daily: 0, queries_max: 0, can_use_ai_builder: false }, [user.id])

    expect((await quotaUsage(user)).quota).toEqual({ ai_analysis_daily: 0, queries_max: 0, can_use_ai_builder: false })
    expect((await save(user)).status).toBe(403)
  })

  it('is unlimited for superusers, regardless of their groups', async () => {
    await group({ ai_analysis_daily: 1, queries_max: 0, can_use_ai_builder: false }, [app.admin.id])

    expect((await quotaUsage(app.admin)).quota).toEqual({
      ai_analysis_daily: null,
      queries_max: null,
      can_use_ai_builder: true,
    })
    expect((await save(app.admin)).status).toBe(201)
  })

  it('is the base quota for a user in no group', async () => {
    expect((await quotaUsage(await app.userOf(undefined))).quota).toEqual({
      ai_analysis_daily: 10,
      queries_max: 100,
      can_use_ai_builder: false,
    })
  })

  it('changes with the groups on the next request', async () => {
    const user = await app.userOf(undefined)
    const id = await group({ queries_max: 1 }, [user.id])
    const read = async () => (await quotaUsage(user)).quota.queries_max

    const before = await read()
    await app.admin.patch(`${GROUPS}${id}/`, { quota: { queries_max: 2 } })
    const raised = await read()
    await app.admin.post(`${GROUPS}${id}/remove_members/`, { user_ids: [user.id] })

    expect([before, raised, await read()]).toEqual([1, 2, 100])
  })
})

describe('over queries_max', () => {
  it('rejects creating and copying queries, naming the limit, and creates nothing', async () => {
    const user = await app.userOf(undefined)
    await group({ queries_max: 2 }, [user.id])
    const [first, second] = [await save(user), await save(user)]

    const refused = [await save(user), await user.post(`${QUERIES}${first.body.id}/duplicate/`)]

    expect([first.status, second.status]).toEqual([201, 201])
    for (const { status, body } of refused)
      expect([status, body]).toEqual([403, { detail: expect.stringContaining('queries_max: 2') }])
    expect((await quotaUsage(user)).usage).toEqual({ ai_analysis_today: 0, queries_total: 2 })
  })

  it('allows another query after one is deleted, and does not count queries of others', async () => {
    const [user, other] = [await app.userOf(undefined), await app.userOf(undefined)]
    await group({ queries_max: 1 }, [user.id, other.id])
    await save(other)
    const { id } = (await save(user)).body
    const full = (await save(user)).status

    await user.delete(`${QUERIES}${id}/`)

    expect([full, (await save(user)).status]).toEqual([403, 201])
  })

  it('keeps existing queries usable when the quota shrinks', async () => {
    const user = await app.userOf(undefined)
    const id = await group({ queries_max: 5 }, [user.id])
    const query = (await save(user)).body.id

    await app.admin.patch(`${GROUPS}${id}/`, { quota: { queries_max: 0 } })

    expect((await user.get(`${QUERIES}${query}/`)).status).toBe(200)
    expect((await user.post(`${QUERIES}${query}/duplicate/`)).status).toBe(403)
  })

  it('gives the last free place to only one of two concurrent requests', async () => {
    const user = await app.userOf(undefined)
    await group({ queries_max: 2 }, [user.id])
    const { id } = (await save(user)).body

    const answers = await Promise.all([save(user), user.post(`${QUERIES}${id}/duplicate/`), save(user)])

    expect(answers.map(({ status }) => status).sort()).toEqual([201, 403, 403])
    expect((await quotaUsage(user)).usage.queries_total).toBe(2)
  })
})
