import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../testing/start-test-app.ts'

const PREFERENCES = '/api/mim/table-preferences/'
const BODY = {
  class_name: 'fvBD',
  columns: [
    { name: 'dn', visible: true, width: 320 },
    { name: 'mac', visible: false },
  ],
}

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
}, 120_000)
afterAll(() => app.stop())

describe('table preferences', () => {
  it('exist once per class: a second one replaces the first and keeps its id', async () => {
    const user = await app.userOf('viewer')

    const first = await user.post(PREFERENCES, BODY)
    const second = await user.post(PREFERENCES, { ...BODY, columns: [{ name: 'name' }] })
    const { body: list } = await user.get(PREFERENCES)

    expect([first.status, second.status]).toEqual([201, 200])
    expect(first.body).toMatchObject({
      class_name: 'fvBD',
      columns: [
        { name: 'dn', visible: true, width: 320 },
        { name: 'mac', visible: false, width: null },
      ],
    })
    expect([second.body.id, second.body.columns]).toEqual([
      first.body.id,
      [{ name: 'name', visible: true, width: null }],
    ])
    expect([list.count, list.results]).toEqual([1, [second.body]])
  })

  it('are read, changed, replaced and deleted only by their user', async () => {
    const [user, other] = [await app.userOf('viewer'), await app.userOf('administrator')]
    const { body } = await user.post(PREFERENCES, BODY)
    const path = `${PREFERENCES}${body.id}/`

    expect([
      (await other.get(path)).status,
      (await other.patch(path, {})).status,
      (await other.put(path, BODY)).status,
      (await other.delete(path)).status,
    ]).toEqual([404, 404, 404, 404])
    expect((await user.patch(path, { columns: [] })).body.columns).toEqual([])
    expect((await user.put(path, { ...BODY, class_name: 'fvCtx' })).body.class_name).toBe('fvCtx')
    expect([(await user.delete(path)).status, (await user.get(path)).status]).toEqual([204, 404])
  })

  it('cannot be moved to a class that already has one', async () => {
    const user = await app.userOf('viewer')
    await user.post(PREFERENCES, { ...BODY, class_name: 'fvCtx' })
    const { body } = await user.post(PREFERENCES, BODY)

    const { status, body: faults } = await user.patch(`${PREFERENCES}${body.id}/`, { class_name: 'fvCtx' })

    expect([status, faults]).toEqual([400, { class_name: ['There is already a table preference for fvCtx.'] }])
  })

  it('list every fault at once', async () => {
    const { status, body } = await app.admin.post(PREFERENCES, { columns: [{ name: '', width: 0 }, { visible: 1 }] })

    expect([status, Object.keys(body).sort()]).toEqual([
      400,
      ['class_name', 'columns.0.name', 'columns.0.width', 'columns.1.name', 'columns.1.visible'],
    ])
  })

  it('reject a duplicate column and a stale change', async () => {
    const user = await app.userOf('viewer')
    const twice = await user.post(PREFERENCES, { ...BODY, columns: [{ name: 'dn' }, { name: 'dn' }] })
    const { body } = await user.post(PREFERENCES, BODY)
    const { headers } = await user.get(`${PREFERENCES}${body.id}/`)
    await user.post(PREFERENCES, BODY)

    const late = await user.patch(`${PREFERENCES}${body.id}/`, { columns: [] }, { 'if-match': headers.get('etag')! })

    expect([twice.status, Object.keys(twice.body), late.status]).toEqual([400, ['columns'], 412])
  })

  it('require a session', async () => {
    expect((await app.anonymous.get(PREFERENCES)).status).toBe(401)
  })
})
