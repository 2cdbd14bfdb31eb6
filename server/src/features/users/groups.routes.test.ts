import { templatePermissions, ROLE_TEMPLATES } from '@heddle/domain/access/permissions.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Client, startTestApp, type TestApp } from '../../testing/start-test-app.ts'

let app: TestApp
let administrator: Client
beforeAll(async () => {
  app = await startTestApp()
  administrator = await app.userOf('administrator')
})
afterAll(() => app.stop())

const GROUPS = '/api/auth/groups/'
const CONNECTIONS = '/api/controller/connections/'
const BUILT_IN = ['Administrators', 'Editors', 'Operators', 'Viewers']

let made = 0
const freshName = () => `Group ${++made}`
const make = async (body: object = {}) => {
  const answer = await administrator.post(GROUPS, { name: freshName(), ...body })
  expect(answer.status, answer.text).toBe(201)
  return answer.body
}
const read = async (id: number) => (await administrator.get(`${GROUPS}${id}/`)).body
const builtIn = async (name: string) => (await administrator.get(`${GROUPS}?search=${name}`)).body.results[0]
const members = (id: number, way: 'add' | 'remove', user_ids: unknown) =>
  administrator.post(`${GROUPS}${id}/${way}_members/`, { user_ids })

describe('the list', () => {
  it('starts with the four built-in groups, with members and quota', async () => {
    const { body } = await administrator.get(GROUPS)

    const groups = body.results.filter(({ name }: { name: string }) => BUILT_IN.includes(name))
    expect(groups.map(({ name, role_template }: any) => [name, role_template])).toEqual([
      ['Administrators', 'administrator'],
      ['Editors', 'editor'],
      ['Operators', 'operator'],
      ['Viewers', 'viewer'],
    ])
    expect(groups[0]).toEqual({
      id: expect.any(Number),
      name: 'Administrators',
      role_template: 'administrator',
      member_count: 2,
      permissions: [...templatePermissions('administrator')].sort(),
      quota: { ai_analysis_daily: null, queries_max: null, can_use_ai_builder: true },
      scim: null,
    })
  })

  it('supports paging, searching and ordering', async () => {
    for (const name of ['Weavers b', 'Weavers a', 'Weavers c']) await make({ name })

    const { body } = await administrator.get(`${GROUPS}?search=wEAVERS&page_size=2&ordering=-name`)

    expect([body.count, body.results.map(({ name }: { name: string }) => name)]).toEqual([
      3,
      ['Weavers c', 'Weavers b'],
    ])
    expect((await administrator.get(body.next)).body.results.map(({ name }: { name: string }) => name)).toEqual([
      'Weavers a',
    ])
  })

  it('lists all invalid query parameters', async () => {
    expect(Object.keys((await administrator.get(`${GROUPS}?page=x&page_size=0`)).body).sort()).toEqual([
      'page',
      'page_size',
    ])
    expect((await administrator.get(`${GROUPS}?ordering=quota`)).status).toBe(400)
  })
})

describe('creating a group', () => {
  it.each(ROLE_TEMPLATES)(
    'starts from the template %s with its permissions and the quota of the built-in group',
    async (role) => {
      const group = await make({ role_template: role })

      const original = await builtIn(`${role}s`)
      expect(group).toEqual({ ...original, id: group.id, name: group.name, member_count: 0 })
      expect(group.permissions).toEqual([...templatePermissions(role)].sort())
      expect(await read(group.id)).toEqual(group)
    },
  )

  it.each([{}, { role_template: null }])('starts with only the base quota for %j', async (body) => {
    const group = await make(body)

    expect(group).toMatchObject({ role_template: null, permissions: [], member_count: 0 })
    expect(group.quota).toEqual({ ai_analysis_daily: 10, queries_max: 100, can_use_ai_builder: false })
  })

  it('makes the members administrators when it uses the administrator template', async () => {
    const user = await app.userOf('viewer')
    const { id } = await make({ role_template: 'administrator' })

    await members(id, 'add', [user.id])
    const asMember = (await user.get(GROUPS)).status
    await members(id, 'remove', [user.id])

    expect([asMember, (await user.get(GROUPS)).status]).toEqual([200, 403])
  })

  it('rejects a name that is taken in a different letter case', async () => {
    const { name } = await make()

    const answers = [
      await administrator.post(GROUPS, { name: name.toUpperCase() }),
      await administrator.post(GROUPS, { name: ` ${name} ` }),
      await administrator.post(GROUPS, { name: 'editors' }),
      await administrator.patch(`${GROUPS}${(await make()).id}/`, { name: name.toLowerCase() }),
      await administrator.post(`${GROUPS}${(await make()).id}/clone/`, { name }),
    ]

    for (const { status, body } of answers)
      expect([status, body]).toEqual([400, { name: ['Another group has this name.'] }])
  })

  it.each([
    [{}, ['name']],
    [{ name: ' ', role_template: 'owner' }, ['name', 'role_template']],
    [{ name: 'x'.repeat(151), role_template: 5 }, ['name', 'role_template']],
    [{ name: null }, ['name']],
  ])('lists every error in %j', async (body, fields) => {
    const answer = await administrator.post(GROUPS, body)

    expect([answer.status, Object.keys(answer.body).sort()]).toEqual([400, fields])
  })
})

describe('changing a group', () => {
  it('changes name, permissions and part of the quota, and keeps the rest', async () => {
    const group = await make({ role_template: 'viewer' })
    const permissions = ['queries.view_savedquery', 'controller.view_connection', 'queries.view_savedquery']

    const renamed = await administrator.patch(`${GROUPS}${group.id}/`, {
      name: `${group.name} anew`,
      id: 1,
      member_count: 9,
    })
    const changed = await administrator.patch(`${GROUPS}${group.id}/`, { permissions, quota: { queries_max: null } })

    expect([renamed.status, renamed.body]).toEqual([200, { ...group, name: `${group.name} anew` }])
    expect(changed.body).toEqual({
      ...renamed.body,
      permissions: ['controller.view_connection', 'queries.view_savedquery'],
      quota: { ...group.quota, queries_max: null },
    })
    expect(
      (await administrator.patch(`${GROUPS}${group.id}/`, { quota: { can_use_ai_builder: true } })).body.quota,
    ).toEqual({
      ai_analysis_daily: 10,
      queries_max: null,
      can_use_ai_builder: true,
    })
  })

  it('takes effect on the very next request of a member', async () => {
    const user = await app.userOf(undefined)
    const { id } = await make({ role_template: 'viewer' })
    await members(id, 'add', [user.id])
    const before = (await user.get(CONNECTIONS)).status

    await administrator.patch(`${GROUPS}${id}/`, { permissions: ['queries.view_savedquery'] })

    expect([
      before,
      (await user.get(CONNECTIONS)).status,
      (await user.get('/api/queries/saved-queries/')).status,
    ]).toEqual([200, 403, 200])
  })

  it('leaves out retired permissions that a client sends back', async () => {
    const group = await make()

    const answer = await administrator.patch(`${GROUPS}${group.id}/`, {
      permissions: ['users.view_user', 'queries.view_savedquery'],
    })

    expect(answer).toMatchObject({ status: 200, body: { permissions: ['queries.view_savedquery'] } })
  })

  it('lists all unknown permissions, and then changes nothing', async () => {
    const group = await make()

    const answer = await administrator.patch(`${GROUPS}${group.id}/`, {
      name: 'else',
      permissions: ['a.b_c', 'controller.delete_connection', 'd.e_f'],
    })

    expect(answer.status).toBe(400)
    expect(answer.body).toEqual({
      permissions: ['Permission "a.b_c" does not exist.', 'Permission "d.e_f" does not exist.'],
    })
    expect(await read(group.id)).toEqual(group)
  })

  it.each([
    [{ queries_max: -1, ai_analysis_daily: 1.5 }, ['quota.ai_analysis_daily', 'quota.queries_max']],
    [{ queries_max: 99_999_999_999, can_use_ai_builder: null }, ['quota.can_use_ai_builder', 'quota.queries_max']],
    [null, ['quota']],
    [[], ['quota']],
  ])('rejects the quota %j', async (quota, fields) => {
    const { id } = await make()

    const answer = await administrator.patch(`${GROUPS}${id}/`, { quota })

    expect([answer.status, Object.keys(answer.body).sort()]).toEqual([400, fields])
  })

  it('changes permissions and quota of a built-in group, but not its name', async () => {
    const viewers = await builtIn('Viewers')

    const changed = await administrator.patch(`${GROUPS}${viewers.id}/`, { name: 'Viewers', quota: { queries_max: 7 } })
    const renamed = await administrator.patch(`${GROUPS}${viewers.id}/`, { name: 'Lookers' })

    expect([changed.status, changed.body.quota.queries_max]).toEqual([200, 7])
    expect([renamed.status, renamed.body]).toEqual([409, { detail: expect.any(String), code: 'built_in_group' }])
    await administrator.patch(`${GROUPS}${viewers.id}/`, { quota: viewers.quota })
  })
})

describe('deleting a group', () => {
  it('removes its permissions from the members, who keep their accounts', async () => {
    const user = await app.userOf(undefined)
    const { id } = await make({ role_template: 'viewer' })
    await members(id, 'add', [user.id])

    const answer = await administrator.delete(`${GROUPS}${id}/`)

    expect([answer.status, answer.text]).toEqual([204, ''])
    expect((await user.get('/api/auth/profile/')).body.group_names).toEqual([])
    expect((await user.get(CONNECTIONS)).status).toBe(403)
    expect((await administrator.get(`${GROUPS}${id}/`)).status).toBe(404)
  })

  it.each(BUILT_IN)('is refused for %s', async (name) => {
    const { id } = await builtIn(name)

    const answer = await administrator.delete(`${GROUPS}${id}/`)

    expect([answer.status, answer.body]).toEqual([409, { detail: expect.any(String), code: 'built_in_group' }])
    expect((await administrator.get(`${GROUPS}${id}/`)).status).toBe(200)
  })
})

describe('a clone', () => {
  it('has permissions, quota and template of the original, and no members', async () => {
    const { id } = await make({ role_template: 'operator' })
    await administrator.patch(`${GROUPS}${id}/`, { permissions: ['queries.view_category'], quota: { queries_max: 3 } })
    const original = (await members(id, 'add', [(await app.userOf('viewer')).id])).body
    const name = freshName()

    const answer = await administrator.post(`${GROUPS}${id}/clone/`, { name })

    expect(answer.status).toBe(201)
    expect(answer.body).toEqual({ ...original, id: expect.any(Number), name, member_count: 0 })
    expect(answer.body.id).not.toBe(id)
    await administrator.patch(`${GROUPS}${answer.body.id}/`, { quota: { queries_max: 4 } })
    expect((await read(id)).quota.queries_max).toBe(3)
  })

  it('is an ordinary group even if the original is built in', async () => {
    const { id } = await builtIn('Editors')

    const copy = (await administrator.post(`${GROUPS}${id}/clone/`, { name: freshName() })).body

    expect((await administrator.patch(`${GROUPS}${copy.id}/`, { name: freshName() })).status).toBe(200)
    expect((await administrator.delete(`${GROUPS}${copy.id}/`)).status).toBe(204)
  })
})

describe('members', () => {
  it('are added and removed, even if they are already in or out', async () => {
    const [a, b, c] = [await app.userOf('viewer'), await app.userOf('viewer'), await app.userOf('viewer')]
    const { id } = await make()

    const counts = [
      (await members(id, 'add', [a.id, b.id])).body.member_count,
      (await members(id, 'add', [b.id, c.id, c.id])).body.member_count,
      (await members(id, 'remove', [a.id])).body.member_count,
      (await members(id, 'remove', [a.id, b.id])).body.member_count,
    ]

    expect(counts).toEqual([2, 3, 2, 1])
    expect(
      (await administrator.get(`/api/auth/management/?group=${id}`)).body.results.map((user: any) => user.id),
    ).toEqual([c.id])
    expect((await c.get('/api/auth/profile/')).body.group_names).toContain((await read(id)).name)
  })

  it.each(['add', 'remove'] as const)('have to exist: %s lists all unknown ones, and changes nothing', async (way) => {
    const user = await app.userOf('viewer')
    const { id } = await make()
    if (way === 'remove') await members(id, 'add', [user.id])
    const before = await read(id)

    const answer = await members(id, way, [999_998, user.id, 999_999])

    expect(answer.status).toBe(400)
    expect(answer.body).toEqual({ user_ids: ['User 999998 does not exist.', 'User 999999 does not exist.'] })
    expect(await read(id)).toEqual(before)
  })

  it.each([[undefined], [[]], ['all'], [['one']], [[0]], [[99_999_999_999]], [[1.5]]])(
    'rejects the list of members %j',
    async (user_ids) => {
      const { id } = await make()

      const answer = await members(id, 'add', user_ids)

      expect([answer.status, Object.keys(answer.body)[0]]).toEqual([400, expect.stringMatching(/^user_ids/)])
    },
  )
})

// On PostgreSQL these really run concurrently.
it('concurrent changes of a group and its members succeed or are rejected, but never fail with a server error', async () => {
  for (let round = 0; round < 8; round++) {
    const user = await app.userOf('viewer')
    const { id, name } = await make()
    const newcomer = { username: `newcomer-${round}`, email: `newcomer-${round}@example.net`, groups: [id] }

    const answers = await Promise.all([
      members(id, 'add', [user.id]),
      administrator.delete(`/api/auth/management/${user.id}/`),
      administrator.post('/api/auth/management/', newcomer),
      administrator.delete(`${GROUPS}${id}/`),
      administrator.patch(`/api/auth/management/${user.id}/`, { groups: [id], first_name: name }),
    ])

    expect(answers.filter(({ status }) => ![200, 201, 204, 400, 404].includes(status))).toEqual([])
    expect([answers[1].status, answers[3].status]).toEqual([204, 204])
  }
})

describe('access', () => {
  it.each(['operator', 'editor', 'viewer', undefined] as const)(
    'is denied to %s before body and object are checked',
    async (role) => {
      const user = await app.userOf(role)

      const answers = [
        await user.get(GROUPS),
        await user.post(GROUPS, {}),
        await user.get(`${GROUPS}nonsense/`),
        await user.patch(`${GROUPS}999999/`, { quota: 5 }),
        await user.delete(`${GROUPS}999999/`),
        ...(await Promise.all(
          ['clone', 'add_members', 'remove_members'].map((action) => user.post(`${GROUPS}999999/${action}/`, '{')),
        )),
      ]

      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 403))
    },
  )

  it.each(['999999', '0', 'abc', '99999999999999999999'])('answers 404 for the group %s', async (id) => {
    const answers = [
      await administrator.get(`${GROUPS}${id}/`),
      await administrator.patch(`${GROUPS}${id}/`, { name: freshName() }),
      await administrator.delete(`${GROUPS}${id}/`),
      await administrator.post(`${GROUPS}${id}/clone/`, { name: freshName() }),
      await members(id as unknown as number, 'add', [1]),
      await members(id as unknown as number, 'remove', [1]),
    ]

    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 404))
  })
})

it('every change of a group is in the audit log', async () => {
  const { id } = await make()
  await administrator.patch(`${GROUPS}${id}/`, { name: freshName() })
  await members(id, 'add', [(await app.userOf('viewer')).id])
  await administrator.delete(`${GROUPS}${id}/`)

  const { results } = (await administrator.get('/api/audit/logs/?category=group_management&page_size=200')).body
  const own = results.filter(({ target_id }: { target_id: string }) => target_id === String(id))

  expect(own.map(({ action }: { action: string }) => action)).toEqual([
    'group_delete',
    'members_add',
    'group_update',
    'group_create',
  ])
})
