import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { CATEGORIES } from '../../testing/query-files/files.ts'
import { type Client, startTestApp, type TestApp } from '../../testing/start-test-app.ts'
import { repositoriesFeature } from './index.ts'

const REPOSITORIES = '/api/queries/repositories/'
const TOKEN = 'a-token-of-a-repository'
const UNKNOWN = '00000000-0000-4000-8000-000000000000'

describe('the repositories of folders', () => {
  let app: TestApp
  let folder: number
  beforeAll(async () => {
    app = await startTestApp()
    // Nothing is read: no server is there.
    await app.app.features.of(repositoriesFeature).repositories.driver.stop()
  })
  afterAll(() => app.stop())
  beforeEach(async () => {
    folder = (await app.admin.post(CATEGORIES, { name: `Folder ${Math.random()}` })).body.id
  })

  const body = (more: object = {}) => ({
    ...{ category: folder, url: 'https://127.0.0.1:1/a/queries.git', token: TOKEN, mode: 'git' },
    ...more,
  })
  const create = async (more: object = {}, client: Client = app.admin) => client.post(REPOSITORIES, body(more))

  it('are created, read, changed and deleted, and never show a token', async () => {
    const created = await create()
    const one = `${REPOSITORIES}${created.body.id}/`
    const changed = await app.admin.patch(
      one,
      { apply: 'auto', path: 'a/b' },
      { 'if-match': created.headers.get('etag')! },
    )
    const stale = await app.admin.patch(one, { apply: 'plan' }, { 'if-match': created.headers.get('etag')! })
    const listed = await app.admin.get(REPOSITORIES)
    const deleted = await app.admin.delete(one)

    expect(created.status, created.text).toBe(201)
    expect(created.body).toMatchObject({ branch: 'main', path: '', apply: 'plan', has_token: true, state: 'new' })
    expect(changed.body).toMatchObject({ apply: 'auto', path: 'a/b', created_by: 'admin' })
    expect(stale.status).toBe(412)
    expect(listed.body.results.map(({ id }: { id: string }) => id)).toContain(created.body.id)
    expect(deleted.status).toBe(204)
    expect((await app.admin.get(one)).status).toBe(404)
    expect([created, changed, listed].map(({ text }) => text).join()).not.toContain(TOKEN)
    expect(app.log()).not.toContain(TOKEN)
  })

  it.each<[object, string, RegExp]>([
    [{ url: 'http://git.example.org/x.git' }, 'url', /https/],
    [{ url: 'https://user:word@git.example.org/x.git' }, 'url', /must not contain a user name or password/],
    [{ url: 'https://169.254.169.254/x.git' }, 'url', /OUTBOUND_DENY/],
    [{ url: 'git@example.org:x.git' }, 'url', /expected/],
    [{ branch: 'a..b' }, 'branch', /./],
    [{ branch: '-x' }, 'branch', /./],
    [{ path: '../up' }, 'path', /./],
    [{ path: 'a/.git' }, 'path', /./],
    [{ token: 'two\nlines' }, 'token', /./],
    [{ category: 2_000_000 }, 'category', /does not exist/],
    [{ ca_certificate: 'no' }, 'ca_certificate', /PEM/],
  ])('are refused with %j', async (more, field, message) => {
    const { status, body: faults } = await create(more)

    expect(status).toBe(400)
    expect(Object.keys(faults)).toEqual([field])
    expect(faults[field].join()).toMatch(message)
  })

  it('are refused with all faults at once', async () => {
    const wrong = { url: 'http://git.example.org/x.git', branch: '-x', token: 'two\nlines', ca_certificate: 'no' }
    const created = await create({ ...wrong, category: 2_000_000 })
    const { id } = (await create()).body
    const changed = await app.admin.patch(`${REPOSITORIES}${id}/`, { ...wrong, url: 5 })
    const none = await app.admin.post(REPOSITORIES, [])

    expect(created.status, created.text).toBe(400)
    expect(Object.keys(created.body).sort()).toEqual(['branch', 'ca_certificate', 'category', 'token', 'url'])
    expect(Object.keys(changed.body).sort()).toEqual(['branch', 'ca_certificate', 'token', 'url'])
    expect(none.status).toBe(400)
  })

  it('do not overlap', async () => {
    const inside = (await app.admin.post(CATEGORIES, { name: 'Inside', parent: folder })).body.id
    await create()

    const again = await create()
    const below = await create({ category: inside })

    expect(again.body.category[0]).toMatch(/has a repository already/)
    expect(below.body.category[0]).toMatch(/has a repository already/)
  })

  it('take the token again for another server', async () => {
    const { id } = (await create()).body
    const url = 'https://127.0.0.1:2/a/queries.git'

    const without = await app.admin.patch(`${REPOSITORIES}${id}/`, { url })
    const withIt = await app.admin.patch(`${REPOSITORIES}${id}/`, { url, token: TOKEN })

    expect(without.body.token).toEqual(['Enter the token again: it is not sent to another server.'])
    expect(withIt.status).toBe(200)
  })

  it('are for operators and administrators to change, for editors to see, and for no API token to bind', async () => {
    const { id } = (await create()).body
    const editor = await app.userOf('editor')
    const operator = await app.userOf('operator')
    const nobody = await app.userOf(undefined)
    const token = await app.admin.post('/api/auth/tokens/', { name: `t${folder}` })
    const byToken = app.as(token.body.token)

    expect((await editor.get(`${REPOSITORIES}${id}/`)).status).toBe(200)
    expect((await nobody.get(REPOSITORIES)).status).toBe(403)
    expect((await editor.patch(`${REPOSITORIES}${id}/`, { apply: 'auto' })).status).toBe(403)
    expect((await editor.delete(`${REPOSITORIES}${id}/`)).status).toBe(403)
    expect((await editor.post(REPOSITORIES, body())).status).toBe(403)
    expect((await byToken.patch(`${REPOSITORIES}${id}/`, { apply: 'auto' })).status).toBe(403)
    expect((await operator.patch(`${REPOSITORIES}${id}/`, { apply: 'auto' })).status).toBe(200)
    expect((await nobody.post(`${REPOSITORIES}${id}/branch/`, { name: 'a', message: 'b' })).status).toBe(403)
    expect((await nobody.post(`${REPOSITORIES}${id}/conflicts/${UNKNOWN}/`, { keep: 'here' })).status).toBe(403)
  })

  it('answer 404 and 409 to what is not there', async () => {
    const { id } = (await create()).body
    const { admin, anonymous } = app

    expect((await admin.get(`${REPOSITORIES}${UNKNOWN}/plan/`)).status).toBe(404)
    expect((await admin.post(`${REPOSITORIES}${id}/apply/`, { commit: 'a' })).body.code).toBe('no_plan')
    expect((await admin.post(`${REPOSITORIES}${id}/conflicts/${UNKNOWN}/`, { keep: 'here' })).status).toBe(404)
    expect((await admin.get(`${REPOSITORIES}${id}/conflicts/`)).body).toEqual([])
    expect((await anonymous.post(`${REPOSITORIES}${UNKNOWN}/hook/`, 'x=1')).status).toBe(404)
    expect((await anonymous.post(`${REPOSITORIES}${id}/hook/`, 'x=1')).status).toBe(204)
  })
})
