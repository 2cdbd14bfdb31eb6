import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { changesOf } from '@heddle/simulators/controller/model/audited-changes.ts'
import { BRIDGE_DOMAINS, HISTORY, type Snapshots, startSnapshots } from '../../testing/snapshots/start-snapshots.ts'

const USERS = ['ana', 'ben', 'cleo', 'dov', 'eva']
const LONG_AGO = '2025-01-01T00:00:00.000+00:00'

let app: Snapshots
beforeAll(async () => {
  app = await startSnapshots()
  app.controller.store.add('aaaModLR', 'subj-[uni]/mod-1', {
    ...{ affected: 'uni/tn-A', ind: 'creation', user: 'installer', created: LONG_AGO },
  })
})
afterAll(() => app.stop())

const store = () => app.controller.store
const by = (user: string) => changesOf(store(), user)
const compare = async (a: string, b: string, client = app.editor, more = {}) => {
  const search = new URLSearchParams({ snapshot_a: a, snapshot_b: b, blame: 'true', ...more })
  return client.get(`${HISTORY}compare/?${search.toString()}`)
}
const requests = () => app.controller.requests.filter(({ path }) => path.includes('aaaModLR')).length
const namesIn = ({ blame }: { blame: { entries: { user: string }[] } }) => blame.entries.map(({ user }) => user)

/** Two captures, with these changes in between. */
async function around(change: () => void): Promise<{ a: string; b: string }> {
  const query = await app.save(BRIDGE_DOMAINS)
  const { id: a } = await app.captured(query)
  change()
  const { id: b } = await app.captured(query)
  return { a, b }
}

describe('who changed it', () => {
  it('names the right one of five users for each of fifty changes, and asks once', async () => {
    const dn = (index: number) => `uni/tn-many/BD-bd${index}`
    store().add('fvTenant', 'uni/tn-many', { name: 'many' })
    for (let index = 0; index < 40; index += 1) store().add('fvBD', dn(index), { name: `bd${index}`, mtu: '9000' })
    store().add('fvBD', 'uni/tn-many/BD-silent', { name: 'silent', mtu: '9000' })
    const author = (index: number) => USERS[(index * 7) % 5]!
    const { a, b } = await around(() => {
      for (let index = 0; index < 20; index += 1) by(author(index)).update(dn(index), { mtu: '1500' })
      for (let index = 20; index < 40; index += 1) by(author(index)).delete(dn(index))
      for (let index = 40; index < 50; index += 1) by(author(index)).add('fvBD', dn(index), { name: `bd${index}` })
      store().update('uni/tn-many/BD-silent', { mtu: '1' })
    })
    const before = requests()

    const { status, body, text } = await compare(a, b)

    expect(status, text).toBe(200)
    expect(body.blame).toEqual({ source: 'read', reason: null, message: null, records: 50 })
    expect(body.summary).toMatchObject({ added: 10, removed: 20, changed: 21 })
    const indexOf = (name: string) => Number(/bd(\d+)$/.exec(name)![1])
    for (const row of [...body.added, ...body.removed])
      expect([row.dn, namesIn(row)]).toEqual([row.dn, [author(indexOf(row.dn))]])
    for (const row of body.changed.filter(({ key }: any) => key.dn !== 'uni/tn-many/BD-silent'))
      expect([row.key.dn, namesIn(row)]).toEqual([row.key.dn, [author(indexOf(row.key.dn))]])
    const silent = body.changed.find(({ key }: any) => key.dn === 'uni/tn-many/BD-silent')
    expect(silent.blame).toEqual({ status: 'none', entries: [], more: false })
    expect(silent).not.toHaveProperty('row')
    expect(body.changed[0].blame.entries[0]).toMatchObject({
      action: 'modified',
      affected: body.changed[0].key.dn,
      changes: 'mtu (Old: 9000, New: 1500)',
    })
    const asked = requests() - before
    // One for the span, one to see how far the log reaches back.
    expect(asked).toBeLessThanOrEqual(2)
    expect((await compare(a, b)).body.blame.source).toBe('kept')
    expect(requests()).toBe(before + asked)
    store().delete('uni/tn-many')
  })

  it('remembers what it read, when the controller no longer does, and in the other direction', async () => {
    const { a, b } = await around(() => by('ana').update('uni/tn-A/BD-web', { mtu: '1111' }))
    await compare(a, b)
    for (const { dn } of [...store().ofClass('aaaModLR')]) if (dn !== 'subj-[uni]/mod-1') store().delete(dn)

    const { body } = await compare(b, a)

    expect(body.blame).toMatchObject({ source: 'kept', records: 1 })
    expect(namesIn(body.changed[0])).toEqual(['ana'])
  })

  it('names those whom an audit log knows that does not reach back, and says so', async () => {
    const { a, b } = await around(() => {
      by('ana').update('uni/tn-A/BD-web', { mtu: '2222' })
      store().update('uni/tn-A/BD-app', { mtu: '2222' })
    })
    store().delete('subj-[uni]/mod-1')

    const { body } = await compare(a, b)

    store().add('aaaModLR', 'subj-[uni]/mod-1', { affected: 'uni', ind: 'creation', user: 'x', created: LONG_AGO })
    const [app, web] = ['app', 'web'].map((name) => body.changed.find(({ key }: any) => key.dn.endsWith(name)))
    expect(body.blame).toEqual({ source: 'read', reason: 'purged', message: expect.any(String), records: 1 })
    expect(namesIn(web)).toEqual(['ana'])
    expect(app.blame).toEqual({ status: 'unknown', entries: [], more: false })
    expect((await compare(a, b)).body.blame).toMatchObject({ source: 'kept', reason: 'purged', records: 1 })
  })

  it('knows nobody where the audit log has nothing', async () => {
    const { a, b } = await around(() => store().update('uni/tn-A/BD-web', { mtu: '2323' }))
    const log = [...store().ofClass('aaaModLR')]
    for (const { dn } of log) store().delete(dn)

    const { body } = await compare(a, b)

    store().add('aaaModLR', 'subj-[uni]/mod-1', { affected: 'uni', ind: 'creation', user: 'x', created: LONG_AGO })
    expect(body.blame).toEqual({ source: 'unavailable', reason: 'purged', message: expect.any(String), records: 0 })
    expect(body.changed[0].blame).toEqual({ status: 'unknown', entries: [], more: false })
  })

  it('degrades in words where the account may not read the audit log', async () => {
    const { a, b } = await around(() => by('ana').update('uni/tn-A/BD-web', { mtu: '3333' }))
    app.controller.faults.add({ kind: 'error', status: 403, code: '403', text: 'no audit rights', path: 'aaaModLR' })

    const { status, body } = await compare(a, b)

    app.controller.faults.clear()
    expect(status).toBe(200)
    expect(body.blame).toMatchObject({ source: 'unavailable', message: expect.stringContaining('no audit rights') })
    expect(body.changed[0].blame.status).toBe('unknown')
  })

  it('compares with the fabric as it is now, for a POST', async () => {
    const { b } = await around(() => undefined)
    by('dov').update('uni/tn-A/BD-app', { mtu: '4444' })

    const { body } = await app.editor.post(`${HISTORY}compare/`, { snapshot_a: b, snapshot_b: 'live', blame: true })

    expect(body.changed.map(namesIn)).toEqual([['dov']])
  })

  it('says nothing unless asked, and nothing to those who may not look', async () => {
    const { a, b } = await around(() => by('ana').update('uni/tn-A/BD-web', { mtu: '5555' }))

    const plain = await compare(a, b, app.editor, { blame: 'false' })

    expect(plain.body).not.toHaveProperty('blame')
    expect(plain.body.changed[0]).not.toHaveProperty('blame')
    expect((await compare(a, b, await app.app.userOf(undefined))).status).toBe(403)
    expect((await compare('x', b)).body).toHaveProperty('snapshot_a')
  })

  it('is kept by a firing that finds changes, named in its notice, and shown in the timeline', async () => {
    const owner = await app.app.userOf('editor')
    const query = await app.save(BRIDGE_DOMAINS)
    const { body: task } = await owner.post('/api/queries/scheduled-tasks/', {
      ...{ name: 'nightly', saved_query: query, controller_connections: [app.connection] },
      ...{ schedule_type: 'interval', interval_minutes: 600, capture_snapshot: true, notify_on_changes: true },
    })
    const captures = async () => (await owner.get(`${HISTORY}snapshots/?saved_query=${query}`)).body.count
    const fire = () => owner.post(`/api/queries/scheduled-tasks/${task.id}/run_now/`)
    await fire()
    await expect.poll(captures, { timeout: 20_000 }).toBe(1)
    by('eva').update('uni/tn-B/BD-web', { mtu: '6666' })
    await fire()

    const notices = async () =>
      (await owner.get('/api/notifications/notifications/')).body.results.map((notice: any) => notice.body).join()
    await expect.poll(notices, { timeout: 20_000 }).toContain('By eva')
    const { body } = await owner.get(`${HISTORY}timeline/?saved_query_id=${query}&dn=uni/tn-B/BD-web&blame=true`)
    expect(body.points.map(({ blame }: any) => blame?.entries.map(({ user }: any) => user) ?? null)).toEqual([
      null,
      ['eva'],
    ])
  })
})
