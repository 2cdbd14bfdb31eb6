import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Client, startTestApp, type TestApp } from '../../testing/start-test-app.ts'

let app: TestApp
let administrator: Client
beforeAll(async () => {
  app = await startTestApp()
  administrator = await app.userOf('administrator')
})
afterAll(() => app.stop())

const USERS = '/api/auth/management/'
const QUERIES = '/api/queries/saved-queries/'
const CONNECTIONS = '/api/controller/connections/'

const change = (id: number, way: 'add' | 'remove', permissions: unknown) =>
  administrator.post(`${USERS}${id}/${way}_permissions/`, { permissions })
const effective = async (id: number) => (await administrator.get(`${USERS}${id}/effective_permissions/`)).body

describe('direct permissions', () => {
  it('take effect on the very next request, granted or revoked', async () => {
    const user = await app.userOf(undefined)
    const look = async () => (await user.get(CONNECTIONS)).status

    const before = await look()
    const granted = await change(user.id, 'add', ['controller.view_connection'])
    const held = await look()
    const revoked = await change(user.id, 'remove', ['controller.view_connection'])

    expect([before, held, await look()]).toEqual([403, 200, 403])
    expect([granted.status, granted.body.permissions]).toEqual([200, ['controller.view_connection']])
    expect([revoked.status, revoked.body.permissions]).toEqual([200, []])
  })

  it('are stored sorted and without duplicates', async () => {
    const { id } = await app.userOf(undefined)

    await change(id, 'add', ['queries.view_savedquery', 'queries.add_savedquery', 'queries.view_savedquery'])
    const { body } = await change(id, 'add', ['queries.view_savedquery', 'controller.view_connection'])

    expect(body.permissions).toEqual([
      'controller.view_connection',
      'queries.add_savedquery',
      'queries.view_savedquery',
    ])
  })

  it('are all kept when two grants run at once', async () => {
    const { id } = await app.userOf(undefined)

    await Promise.all([
      change(id, 'add', ['queries.view_savedquery']),
      change(id, 'add', ['controller.view_connection']),
    ])

    expect((await effective(id)).permissions).toEqual(['controller.view_connection', 'queries.view_savedquery'])
  })

  it('are unaffected by revoking what is not held, and so are those of groups', async () => {
    const user = await app.userOf('viewer')

    const answer = await change(user.id, 'remove', ['queries.view_savedquery', 'controller.delete_connection'])

    expect([answer.status, answer.body.permissions]).toEqual([200, []])
    expect((await user.get(QUERIES)).status).toBe(200)
  })

  it.each(['add', 'remove'] as const)('have to exist: %s lists all unknown ones, and changes nothing', async (way) => {
    const { id } = await app.userOf(undefined)
    await change(id, 'add', ['queries.view_savedquery'])

    const answer = await change(id, way, ['queries.view_savedquery', 'queries.fly_savedquery', 'view_user', ''])

    expect(answer.status).toBe(400)
    expect(answer.body).toEqual({
      permissions: [
        'Permission "queries.fly_savedquery" does not exist.',
        'Permission "view_user" does not exist.',
        'Permission "" does not exist.',
      ],
    })
    expect((await effective(id)).permissions).toEqual(['queries.view_savedquery'])
  })

  it.each([[undefined], [[]], ['queries.view_savedquery'], [[5]], [null]])(
    'rejects the list of permissions %j',
    async (permissions) => {
      const { id } = await app.userOf(undefined)

      const answer = await change(id, 'add', permissions)

      expect(answer.status).toBe(400)
      expect(Object.keys(answer.body)[0]).toMatch(/^permissions/)
    },
  )

  it('never make a user an administrator', async () => {
    const user = await app.userOf(undefined)
    const { body } = await administrator.get('/api/auth/permissions/')

    await change(
      user.id,
      'add',
      body.map(({ codename }: { codename: string }) => codename),
    )

    expect((await user.get(USERS)).status).toBe(403)
    expect((await user.get('/api/auth/profile/')).body.is_admin).toBe(false)
  })
})

describe('effective permissions', () => {
  it('combine those of all groups and the direct ones, sorted and without duplicates', async () => {
    const { id } = await app.userOf(undefined)
    const names = [
      ['Readers of queries', ['queries.view_savedquery', 'queries.view_category']],
      ['Testers of connections', ['controller.test_connection', 'queries.view_savedquery']],
    ] as const
    for (const [name, permissions] of names) {
      const group = (await app.admin.post('/api/auth/groups/', { name })).body.id
      await app.admin.patch(`/api/auth/groups/${group}/`, { permissions })
      await app.admin.post(`/api/auth/groups/${group}/add_members/`, { user_ids: [id] })
    }
    await change(id, 'add', ['queries.view_savedquery', 'controller.view_connection'])

    expect(await effective(id)).toEqual({
      permissions: [
        'controller.test_connection',
        'controller.view_connection',
        'queries.view_category',
        'queries.view_savedquery',
      ],
      groups: ['Readers of queries', 'Testers of connections'],
      is_superuser: false,
    })
  })

  it('are empty for a user without groups or grants', async () => {
    const { id } = await app.userOf(undefined)

    expect(await effective(id)).toEqual({ permissions: [], groups: [], is_superuser: false })
  })
})

describe('the list of permissions', () => {
  it('is a bare array for administrators', async () => {
    const { status, body } = await administrator.get('/api/auth/permissions/')

    expect(status).toBe(200)
    expect(body).toContainEqual({ codename: 'queries.execute_savedquery', name: 'Can execute saved query' })
    for (const { codename } of body) expect(codename).toMatch(/^(?:[a-z]+\.[a-z]+_[a-z]+|users\.scim)$/)
    expect(new Set(body.map(({ codename }: { codename: string }) => codename)).size).toBe(body.length)
    expect((await (await app.userOf('operator')).get('/api/auth/permissions/')).status).toBe(403)
  })
})
