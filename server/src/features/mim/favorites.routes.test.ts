import { generateModel } from '@heddle/simulators/registry/generate-model.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../testing/start-test-app.ts'
import { installModel } from '../../testing/mim/install-model.ts'

const FAVORITES = '/api/mim/favorites/'
const model = generateModel({ classes: 60 })
const documents = (names: readonly string[]) => names.map((name) => model.document(name)!)

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
  await installModel(app.app, documents(model.classNames))
}, 120_000)
afterAll(() => app.stop())

describe('favorite classes', () => {
  it('are a bare list of names, or objects with ids', async () => {
    const user = await app.userOf('viewer')
    const { body: tenant } = await user.post(FAVORITES, { class_name: 'fvTenant' })
    const { body: domain } = await user.post(FAVORITES, { class_name: 'fvBD' })

    const plain = await user.get(FAVORITES)
    const detailed = await user.get(`${FAVORITES}?detail=true`)

    expect(plain.body).toEqual(['fvBD', 'fvTenant'])
    expect(detailed.body).toEqual([domain, tenant])
    expect(domain).toEqual({ id: expect.any(Number), class_name: 'fvBD' })
  })

  it('are added once: a second request responds 200 with the same id', async () => {
    const user = await app.userOf('viewer')

    const replies = [
      await user.post(FAVORITES, { class_name: 'fvBD' }),
      await user.post(FAVORITES, { class_name: 'fv:BD' }),
    ]

    expect(replies.map(({ status }) => status)).toEqual([201, 200])
    expect(replies[1]!.body).toEqual(replies[0]!.body)
  })

  it.each([{ class_name: 'fvNone' }, { class_name: '' }, { class_name: 7 }, {}])('reject the body %j', async (body) => {
    const { status, body: faults } = await app.admin.post(FAVORITES, body)

    expect([status, Object.keys(faults)]).toEqual([400, ['class_name']])
  })

  it('are private to their user', async () => {
    const [user, other] = [await app.userOf('viewer'), await app.userOf('operator')]
    const { body } = await user.post(FAVORITES, { class_name: 'fvBD' })

    expect((await other.get(FAVORITES)).body).toEqual([])
    expect((await other.delete(`${FAVORITES}${body.id}/`)).status).toBe(404)
    expect((await user.delete(`${FAVORITES}${body.id}/`)).status).toBe(204)
    expect((await user.get(FAVORITES)).body).toEqual([])
  })

  it('require a session', async () => {
    const statuses = [await app.anonymous.get(FAVORITES), await app.anonymous.post(FAVORITES, { class_name: 'fvBD' })]

    expect(statuses.map(({ status }) => status)).toEqual([401, 401])
  })

  it('outlive a model that lacks their class', async () => {
    const user = await app.userOf('viewer')
    await user.post(FAVORITES, { class_name: 'fvBD' })

    await installModel(app.app, documents(['fv:Tenant']))
    const during = (await user.get(FAVORITES)).body
    await installModel(app.app, documents(model.classNames))

    expect(during).toEqual(['fvBD'])
  })
})
