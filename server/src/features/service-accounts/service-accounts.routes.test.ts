import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fileOf, fileQuery, fileTask, IMPORT } from '../../testing/query-files/files.ts'
import { scimClient } from '../../testing/scim/scim-client.ts'
import { type Client, startTestApp, type TestApp } from '../../testing/start-test-app.ts'

const ACCOUNTS = '/api/auth/service-accounts/'
const GROUPS = '/api/auth/groups/'
const USERS = '/api/auth/management/'
const PROFILE = '/api/auth/profile/'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())

let made = 0
const newName = (): string => `robot-${++made}`

async function groupOf(permissions: readonly string[], members: readonly number[] = []): Promise<number> {
  const { id } = (await app.admin.post(GROUPS, { name: `Team ${newName()}` })).body
  await app.admin.patch(`${GROUPS}${id}/`, { permissions })
  if (members.length > 0) await app.admin.post(`${GROUPS}${id}/add_members/`, { user_ids: members })
  return id
}

async function newAccount(group: number, by: Client = app.admin) {
  const name = newName()
  const answer = await by.post(ACCOUNTS, { name, group, description: 'Nightly checks' })
  expect(answer.status, answer.text).toBe(201)
  return answer.body
}

async function tokenOf(id: number, body: object = {}, by: Client = app.admin) {
  const answer = await by.post(`${ACCOUNTS}${id}/tokens/`, { name: 'pipeline', ...body })
  expect(answer.status, answer.text).toBe(201)
  return { ...app.as(answer.body.token), id: answer.body.id as string, token: answer.body.token as string }
}

/** Somebody who manages the accounts of one group, and is no administrator. */
async function manager(permissions: readonly string[] = []) {
  const user = await app.userOf(undefined)
  const group = await groupOf(['users.manage_serviceaccount', ...permissions], [user.id])
  return { user, group }
}

describe('a service account', () => {
  it('acts with tokens that may at most what its group may', async () => {
    const group = await groupOf(['queries.view_savedquery', 'queries.view_category'])
    const account = await newAccount(group)
    const token = await tokenOf(account.id)
    const narrow = await tokenOf(account.id, { permissions: ['queries.view_category'] })

    expect((await token.get(PROFILE)).body).toMatchObject({ username: account.name, is_admin: false, email: '' })
    expect((await token.get('/api/queries/saved-queries/')).status).toBe(200)
    expect((await narrow.get('/api/queries/saved-queries/')).status).toBe(403)
    await app.admin.patch(`${GROUPS}${group}/`, { permissions: [] })
    expect((await token.get('/api/queries/saved-queries/')).status).toBe(403)
  })

  it('neither approves requests nor manages service accounts, whatever its group may', async () => {
    const { body } = await app.admin.get(`${GROUPS}?search=Administrators`)
    const account = await newAccount(body.results[0].id)
    const token = await tokenOf(account.id)

    expect(account.permissions).toContain('automation.view_request')
    expect(account.permissions).not.toContain('automation.approve_request')
    expect(account.permissions).not.toContain('users.manage_serviceaccount')
    const refused = await app.admin.post(`${ACCOUNTS}${account.id}/tokens/`, {
      name: ' ',
      permissions: ['automation.approve_request', 'queries.nothing'],
      expires_at: '2001-01-01',
    })
    expect(refused.status).toBe(400)
    expect(Object.keys(refused.body).toSorted()).toEqual(['expires_at', 'name', 'permissions'])
    expect((await token.get(ACCOUNTS)).status).toBe(403)
  })

  it('signs in with no password, code or link, and is none of the users', async () => {
    const { id, name } = await newAccount(await groupOf([]))

    expect((await app.anonymous.post('/api/auth/login/', { username: name, password: 'x' })).status).toBe(401)
    expect((await app.admin.post(`${USERS}${id}/generate_reset_code/`)).status).toBe(404)
    expect(
      (await app.admin.post(`${USERS}${id}/reset_password/`, { new_password: 'a fresh long secret' })).status,
    ).toBe(404)
    expect((await app.admin.patch(`${USERS}${id}/`, { is_superuser: true })).status).toBe(404)
    expect((await app.admin.get(`${USERS}?search=${name}`)).body.count).toBe(0)
    const taken = await app.admin.post(USERS, { username: name, email: 'robot@example.org' })
    expect([taken.status, taken.body.username]).toEqual([400, ['This username is taken.']])
  })

  it('is neither seen nor changed by a provisioning client', async () => {
    const group = await groupOf([])
    const { id, name } = await newAccount(group)
    const scim = await scimClient(app)
    const active = { schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'] }

    expect((await scim.get(`/scim/v2/Users/${id}`)).status).toBe(404)
    expect((await scim.get(`/scim/v2/Users?filter=${encodeURIComponent(`userName eq "${name}"`)}`)).body).toMatchObject(
      {
        totalResults: 0,
      },
    )
    const off = { ...active, Operations: [{ op: 'replace', path: 'active', value: false }] }
    expect((await scim.patch(`/scim/v2/Users/${id}`, off)).status).toBe(404)
    expect((await scim.delete(`/scim/v2/Users/${id}`)).status).toBe(404)
    const read = await scim.get(`/scim/v2/Groups/${group}`)
    expect(read.body.members ?? []).toEqual([])
    const empty = { ...active, Operations: [{ op: 'replace', path: 'members', value: [] }] }
    expect((await scim.patch(`/scim/v2/Groups/${group}`, empty)).status).toBeLessThan(300)
    expect((await app.admin.get(`${ACCOUNTS}${id}/`)).body.group.id).toBe(group)
    const add = { ...active, Operations: [{ op: 'add', path: 'members', value: [{ value: String(id) }] }] }
    expect((await scim.patch(`/scim/v2/Groups/${await groupOf([])}`, add)).status).toBe(400)
  })

  it('loses its tokens and sockets when it is deactivated, for good', async () => {
    const account = await newAccount(await groupOf([]))
    const token = await tokenOf(account.id)
    const { ticket } = (await token.post('/api/ws-ticket/')).body
    const socket = app.socket(`/ws/notifications/?ticket=${ticket}`)
    await socket.next()

    const off = await app.admin.post(`${ACCOUNTS}${account.id}/deactivate/`)

    expect(off.body).toMatchObject({ is_active: false, token_count: 0 })
    expect((await token.get(PROFILE)).status).toBe(401)
    expect(await socket.closed).toBe(4001)
    const refused = await app.admin.post(`${ACCOUNTS}${account.id}/tokens/`, { name: 'another' })
    expect([refused.status, refused.body.code]).toEqual([409, 'inactive'])
    expect((await app.admin.post(`${ACCOUNTS}${account.id}/activate/`)).body.is_active).toBe(true)
    expect((await token.get(PROFILE)).status).toBe(401)
  })

  it('owns the scheduled tasks that it creates, and a plan by it says which tasks of people it would double', async () => {
    const operators = (await app.admin.get(`${GROUPS}?search=Operators`)).body.results[0].id
    const account = await newAccount(operators)
    const token = await tokenOf(account.id)
    await app.admin.post('/api/controller/connections/', {
      ...{ name: 'lab', host: 'https://192.0.2.1', username: 'u', password: 'p', verify_ssl: false },
    })
    const [query, task] = [`Query ${newName()}`, `Task ${newName()}`]
    const file = fileOf({ saved_queries: [fileQuery(query)], scheduled_tasks: [fileTask(task, query)] })
    expect((await app.admin.post(IMPORT, file)).status).toBe(200)

    const plan = await token.post(`${IMPORT}?dry_run=true`, file)
    const own = await token.post(IMPORT, fileOf({ scheduled_tasks: [fileTask(`${task} of a robot`, query)] }))

    expect(plan.body.plan.find(({ name }: { name: string }) => name === task)).toMatchObject({
      action: 'create',
      twins: 1,
    })
    expect(own.status, own.text).toBe(200)
    const { results } = (await token.get('/api/queries/scheduled-tasks/')).body
    expect(results.filter(({ name }: { name: string }) => name.startsWith(task))).toMatchObject([
      { name: `${task} of a robot` },
    ])
  })

  it('is deleted with its tokens, and frees its name and its group', async () => {
    const group = await groupOf([])
    const account = await newAccount(group)
    const token = await tokenOf(account.id)

    const kept = await app.admin.delete(`${GROUPS}${group}/`)
    const deleted = await app.admin.delete(`${ACCOUNTS}${account.id}/`)

    expect([kept.status, kept.body.code]).toEqual([409, 'owns_service_accounts'])
    expect(deleted.status).toBe(204)
    expect((await token.get(PROFILE)).status).toBe(401)
    expect((await app.admin.get(`${ACCOUNTS}${account.id}/`)).status).toBe(404)
    expect((await app.admin.delete(`${GROUPS}${group}/`)).status).toBe(204)
  })
})

describe('service accounts', () => {
  it('are managed by administrators, and by those who may in the groups that they are in', async () => {
    const { user, group } = await manager(['queries.view_category'])
    const other = await newAccount(await groupOf([]))
    const own = await newAccount(group, user)

    const token = await tokenOf(own.id, {}, user)
    expect((await user.get(ACCOUNTS)).body.results.map(({ id }: { id: number }) => id)).toEqual([own.id])
    expect((await user.get(`${ACCOUNTS}groups/`)).body.map(({ id }: { id: number }) => id)).toEqual([group])
    expect((await app.admin.get(`${ACCOUNTS}?group=${group}`)).body).toMatchObject({ count: 1 })
    expect((await user.get(`${ACCOUNTS}${own.id}/tokens/`)).body.results).toMatchObject([
      { name: 'pipeline', username: own.name },
    ])
    const foreign = `${ACCOUNTS}${other.id}/`
    expect((await user.get(foreign)).status).toBe(404)
    expect((await user.delete(foreign)).status).toBe(404)
    expect((await user.post(`${foreign}deactivate/`)).status).toBe(404)
    expect((await user.post(`${foreign}tokens/`, { name: 'x' })).status).toBe(404)
    expect((await user.delete(`${ACCOUNTS}${own.id}/tokens/${token.id}/`)).status).toBe(204)
    expect((await token.get(PROFILE)).status).toBe(401)
  })

  it('refuses what is wrong, all at once', async () => {
    const { user, group } = await manager()
    const { name } = await newAccount(group, user)
    const foreign = await groupOf([])

    const answers = [
      await user.post(ACCOUNTS, { name, group: foreign }),
      await app.admin.post(ACCOUNTS, { name: 'a b', group: 0, description: 'x'.repeat(1001) }),
      await app.admin.post(ACCOUNTS, { name: newName(), group: 2_000_000_000 }),
    ]

    expect(answers.map(({ status, body }) => [status, Object.keys(body).toSorted()])).toEqual([
      [400, ['group', 'name']],
      [400, ['description', 'group', 'name']],
      [400, ['group']],
    ])
  })

  it('refuses people without the permission, and every API token', async () => {
    const operator = await app.userOf('operator')
    const { token } = (await app.admin.post('/api/auth/tokens/', { name: 'all' })).body

    const refused = await operator.get(ACCOUNTS)

    expect([refused.status, refused.body.permission]).toEqual([403, 'users.manage_serviceaccount'])
    expect((await app.as(token).get(ACCOUNTS)).status).toBe(403)
    expect((await app.as(token).post(ACCOUNTS, { name: newName(), group: 1 })).status).toBe(403)
  })

  it('go to another group with their rights, if nobody else changed them meanwhile', async () => {
    const [from, to] = [await groupOf([]), await groupOf(['queries.view_category'])]
    const { id, ...before } = await newAccount(from)
    const { etag } = Object.fromEntries((await app.admin.get(`${ACCOUNTS}${id}/`)).headers)
    const token = await tokenOf(id)

    const moved = await app.admin.patch(`${ACCOUNTS}${id}/`, { group: to }, { 'if-match': etag! })
    const late = await app.admin.patch(`${ACCOUNTS}${id}/`, { description: 'late' }, { 'if-match': etag! })

    expect(before.permissions).toEqual([])
    expect(moved.body).toMatchObject({ group: { id: to }, permissions: ['queries.view_category'], token_count: 1 })
    expect(late.status).toBe(412)
    expect((await token.get('/api/queries/categories/')).status).toBe(200)
    expect((await app.admin.delete(`${GROUPS}${from}/`)).status).toBe(204)
  })
})
