import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../testing/start-test-app.ts'

const TEMPLATES = '/api/mim/table-templates/'
const BODY = { name: 'Addresses', class_name: 'fvSubnet', columns: ['ip', 'scope', 'dn'] }

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
}, 120_000)
afterAll(() => app.stop())

type User = Awaited<ReturnType<TestApp['userOf']>>
const create = async (user: Pick<User, 'post'>, change: object = {}) =>
  (await user.post(TEMPLATES, { ...BODY, ...change })).body
const namesOf = async (user: User, query = ''): Promise<string[]> =>
  (await user.get(TEMPLATES + query)).body.results.map((one: any) => one.name)

describe('table templates', () => {
  it('are created, read, changed, replaced and deleted by their owner', async () => {
    const user = await app.userOf('viewer')

    const created = await user.post(TEMPLATES, BODY)
    const path = `${TEMPLATES}${created.body.id}/`
    const patched = await user.patch(path, { columns: ['dn'] })
    const replaced = await user.put(path, { ...BODY, name: 'Other' })
    const read = await user.get(path)
    const deleted = await user.delete(path)

    expect([created.status, created.body]).toEqual([
      201,
      {
        id: expect.any(Number),
        ...BODY,
        is_shared: false,
        owner: expect.stringContaining('viewer'),
        created_at: expect.any(String),
        updated_at: expect.any(String),
      },
    ])
    expect([patched.body.columns, replaced.body.name, read.body]).toEqual([['dn'], 'Other', replaced.body])
    expect([deleted.status, (await user.get(path)).status]).toEqual([204, 404])
  })

  it('are hidden from other users unless an administrator shares them', async () => {
    const [user, other] = [await app.userOf('editor'), await app.userOf('operator')]
    const own = await create(user, { name: 'mine' })
    const shared = await create(app.admin, { name: 'for all', is_shared: true })

    expect(await namesOf(user)).toEqual(expect.arrayContaining(['mine', 'for all']))
    expect(await namesOf(other)).not.toContain('mine')
    for (const call of ['get', 'delete'] as const)
      expect((await other[call](`${TEMPLATES}${own.id}/`)).status).toBe(404)
    expect((await other.patch(`${TEMPLATES}${own.id}/`, {})).status).toBe(404)
    expect((await other.get(`${TEMPLATES}${shared.id}/`)).body).toMatchObject({ is_shared: true, owner: 'admin' })
  })

  it.each(['viewer', 'editor', 'operator'] as const)(
    'cannot be shared by a %s, nor changed once shared',
    async (role) => {
      const user = await app.userOf(role)
      const [own, shared] = [await create(user), await create(app.admin, { is_shared: true })]

      const statuses = [
        await user.post(TEMPLATES, { ...BODY, is_shared: true }),
        await user.patch(`${TEMPLATES}${own.id}/`, { is_shared: true }),
        await user.patch(`${TEMPLATES}${shared.id}/`, { name: 'x' }),
        await user.put(`${TEMPLATES}${shared.id}/`, BODY),
        await user.delete(`${TEMPLATES}${shared.id}/`),
      ].map(({ status }) => status)

      expect(statuses).toEqual([403, 403, 403, 403, 403])
    },
  )

  it('list every fault at once', async () => {
    const { status, body } = await app.admin.post(TEMPLATES, { name: '', columns: [], is_shared: 'perhaps' })

    expect([status, Object.keys(body).sort()]).toEqual([400, ['class_name', 'columns', 'is_shared', 'name']])
  })

  it('reject a duplicate column', async () => {
    const { status, body } = await app.admin.post(TEMPLATES, { ...BODY, columns: ['dn', 'ip', 'dn'] })

    expect([status, body]).toEqual([400, { columns: ['Named more than once: dn.'] }])
  })

  it('reject a stale change', async () => {
    const user = await app.userOf('viewer')
    const { id } = await create(user)
    const { headers } = await user.get(`${TEMPLATES}${id}/`)
    await user.patch(`${TEMPLATES}${id}/`, { name: 'first' })

    const late = await user.patch(`${TEMPLATES}${id}/`, { name: 'second' }, { 'if-match': headers.get('etag')! })

    expect([late.status, (await user.get(`${TEMPLATES}${id}/`)).body.name]).toEqual([412, 'first'])
  })

  it('are filtered by class and by whether they are shared', async () => {
    const user = await app.userOf('viewer')
    await create(user, { name: 'one', class_name: 'fvOne' })
    await create(user, { name: 'two', class_name: 'fvTwo' })

    expect(await namesOf(user, '?class_name=fvTwo')).toEqual(['two'])
    expect(await namesOf(user, '?is_shared=false')).toEqual(['one', 'two'])
  })

  it('require a session', async () => {
    expect((await app.anonymous.get(TEMPLATES)).status).toBe(401)
  })

  it('outlive the account of their creator when shared', async () => {
    const creator = await app.userOf('administrator')
    const [shared, own] = [
      await create(creator, { name: 'stays', is_shared: true }),
      await create(creator, { name: 'goes' }),
    ]

    await app.admin.delete(`/api/auth/management/${creator.id}/`)

    expect((await app.admin.get(`${TEMPLATES}${shared.id}/`)).body.owner).toContain('administrator')
    expect((await app.admin.get(`${TEMPLATES}${own.id}/`)).status).toBe(404)
  })
})
