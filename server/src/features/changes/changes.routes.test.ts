import { createHash, randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { rfc8785Json } from '@heddle/domain/automation/canonical-json.ts'
import { changesOf } from '@heddle/simulators/controller/model/audited-changes.ts'
import { type Proven, rowOf, startProven } from '../../testing/automation/start-proven.ts'
import { soon } from '../../testing/executions/background.ts'
import { packFiles } from '../../testing/packs/pack-files.ts'
import { BRIDGE_DOMAINS } from '../../testing/snapshots/start-snapshots.ts'
import type { Client } from '../../testing/start-test-app.ts'

const CHANGES = '/api/history/changes/'
const WINDOWS = '/api/history/change-windows/'
const LONG_AGO = '2025-01-01T00:00:00.000+00:00'
const REFUSAL = { kind: 'error', status: 400, code: '107', text: 'not today', path: 'fvBD' } as const

let app: Proven
let viewer: Client
beforeAll(async () => {
  app = await startProven()
  viewer = await app.app.userOf('viewer')
  app.controller.store.add('aaaModLR', 'subj-[uni]/mod-1', {
    ...{ affected: 'uni/tn-A', ind: 'creation', user: 'installer', created: LONG_AGO },
  })
})
afterAll(() => app.stop())
afterEach(() => app.controller.faults.clear())

const by = (user: string) => changesOf(app.controller.store, user)
const save = (name: string, expected: object | null = null) =>
  app.save({ ...BRIDGE_DOMAINS, name, ...(expected && { expect: expected }) })
const post = (body: object, client: Client = app.editor) => client.post(CHANGES, body)
const bodyOf = (queries: readonly string[], more: object = {}) => ({
  ...{ name: 'Raise the MTU', saved_queries: queries, controller_connection: app.connection, ...more },
})
const get = async (id: string) => (await app.editor.get(`${CHANGES}${id}/`)).body
const close = (id: string, client: Client = app.editor) => client.post(`${CHANGES}${id}/close/`, {})
const report = (id: string, search = '', client: Client = app.editor) => client.get(`${CHANGES}${id}/report/${search}`)
const settled = async (id: string, status: string) => {
  await soon(async () => (await get(id)).status).toBe(status)
  return get(id)
}
const opened = async (queries: readonly string[], more: object = {}): Promise<string> => {
  const { status, body, text } = await post(bodyOf(queries, more))
  expect(status, text).toBe(201)
  await settled(body.id, 'open')
  return body.id
}
const closed = async (id: string) => {
  expect((await close(id)).status).toBe(200)
  return settled(id, 'closed')
}

describe('a change window', () => {
  it('captures before and after, and reports what changed, by whom, and which checks newly fail', async () => {
    const mtu = await save('MTU is 9000', { every: 'mtu == "9000"' })
    const plain = await save('All bridge domains')
    const dns = (await app.execute(plain)).body.results.map(({ dn }: { dn: string }) => dn) as string[]
    const [first, second] = [dns[0]!, dns[1]!]
    for (const dn of dns) app.controller.store.update(dn, { mtu: '9000' })
    app.controller.store.update(second, { mtu: '1400' })
    const id = await opened([mtu, plain], { note: ' CHG0815 ' })
    by('ana').update(first, { mtu: '1500' })
    const during = await app.request({ startedAt: new Date() })

    const change = await closed(id)

    expect(change).toMatchObject({
      ...{ name: 'Raise the MTU', note: 'CHG0815', status: 'closed', reason: null, can_close: false, total: 2 },
      ...{
        opened_by: expect.stringMatching(/^editor/),
        closed_by: expect.any(String),
        controller_connection_name: 'lab',
      },
      before: { captured: 2, failed: 0 },
      after: { captured: 2, failed: 0 },
    })
    const { body, text } = await report(id)
    const { sha256, ...rest } = body
    expect(createHash('sha256').update(rfc8785Json(rest)).digest('hex')).toBe(sha256)
    expect(text).toBe(rfc8785Json(body))
    expect(change.sha256).toBe(sha256)
    expect(body.requests).toEqual([during])
    expect(body.queries).toHaveLength(2)
    expect(body.queries[1]).toMatchObject({
      ...{ saved_query: plain, name: 'All bridge domains', reason: null, truncated: false, added: [], removed: [] },
      summary: { added: 0, removed: 0, changed: 1, unchanged: dns.length - 1 },
      blame: { source: 'read' },
    })
    expect(body.queries[1].changed).toMatchObject([
      {
        key: { dn: first },
        fields: { mtu: { before: '9000', after: '1500' } },
        blame: { status: 'found', entries: [{ user: 'ana', action: 'modified', affected: first }] },
      },
    ])
    expect(body.checks).toMatchObject([
      {
        ...{ saved_query: mtu, still: 1, gone_findings: [] },
        before: { status: 'failed', findings: 1 },
        after: { status: 'failed', findings: 2 },
        new_findings: [{ resource: first }],
      },
    ])
    expect(body.checks[0].new_findings[0]).not.toHaveProperty('row')
  })

  it('says the same in every report, whatever happens afterwards', async () => {
    const query = await save('Kept')
    const id = await opened([query])
    await closed(id)
    const first = (await report(id)).text
    const { queries } = await get(id)
    for (const { before, after } of queries)
      for (const { snapshot } of [before, after]) await app.app.admin.delete(`/api/history/snapshots/${snapshot}/`)
    await app.app.admin.delete(`/api/queries/saved-queries/${query}/`)

    expect((await report(id)).text).toBe(first)
  })

  it('is a page to print, without anything that runs or loads', async () => {
    const query = await save('<b>Bold</b>', { every: 'mtu == "0"' })
    const id = await opened([query], { name: 'A <script> in a name' })
    by('ben').update('uni/tn-A/BD-bare', { mtu: '1234' })
    await closed(id)

    const { status, text, headers } = await report(id, '?format=html')

    expect(status).toBe(200)
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(text).toContain('A &lt;script&gt; in a name')
    expect(text).toContain('&lt;b&gt;Bold&lt;/b&gt;')
    expect(text).not.toMatch(/<script|<b>Bold|src=|@import|url\(/)
    expect(text).toContain((await get(id)).sha256)
  })

  it('takes the checks of a pack and the queries of a folder', async () => {
    expect((await app.app.admin.post('/api/packs/', { files: packFiles('window') })).status).toBe(201)
    const { body: folder } = await app.editor.post('/api/queries/categories/', { name: 'Windows' })
    const inside = await save('Inside')
    await app.editor.patch(`/api/queries/saved-queries/${inside}/`, { category: folder.id })

    const { body } = await post(bodyOf([], { pack: 'window', category: folder.id }))

    const { queries, pack, category, total } = await settled(body.id, 'open')
    expect([pack, category, total]).toEqual(['window', folder.id, 3])
    expect(queries.map(({ name }: { name: string }) => name)[0]).toBe('Inside')
  })

  it('is listed, the newest first, and found by name, status and connection', async () => {
    const id = await opened([await save('Listed')], { name: 'Findable 42' })

    const found = await viewer.get(`${WINDOWS}?search=able%2042&status=open&controller_connection=${app.connection}`)

    expect(found.body.results.map((row: { id: string }) => row.id)).toEqual([id])
    expect(found.body.results[0]).toMatchObject({ can_close: true, before: { captured: 1, failed: 0 }, after: null })
    expect((await viewer.get(`${WINDOWS}?status=failed&search=able%2042`)).body.count).toBe(0)
    expect((await viewer.get(WINDOWS)).body.results[0].id).toBe(id)
  })
})

describe('what is out of reach', () => {
  it('fails a window whose controller does not answer, in words', async () => {
    const dead = await app.connect({ name: 'dead', host: 'http://127.0.0.1:1' })
    const { body } = await post(bodyOf([await save('Dead')], { controller_connection: dead }))

    const { reason, before, can_close: canClose } = await settled(body.id, 'failed')

    expect(reason).toMatch(/^The query could not be captured: .{10,}/)
    expect([before, canClose]).toMatchObject([{ captured: 0, failed: 1 }, false])
    expect((await close(body.id)).body).toEqual({
      code: 'not_open',
      detail: 'Nothing was captured when the change was opened.',
    })
  })

  it('lets a window be closed again whose closing failed', async () => {
    const id = await opened([await save('Rebooting')])
    app.controller.faults.add(REFUSAL)
    await close(id)
    expect(await settled(id, 'failed')).toMatchObject({ can_close: true, after: { captured: 0, failed: 1 } })
    expect((await report(id)).body.code).toBe('not_closed')
    app.controller.faults.clear()

    expect(await closed(id)).toMatchObject({ reason: null, after: { captured: 1, failed: 0 } })
  })

  it('compares the others when one query could not be captured', async () => {
    const good = await save('Good')
    const gone = await save('Deleted meanwhile')
    const id = await opened([good, gone])
    await app.editor.delete(`/api/queries/saved-queries/${gone}/`)

    await closed(id)

    const { queries } = (await report(id)).body
    expect(queries[0]).toMatchObject({ saved_query: good, reason: null, summary: { changed: 0 } })
    expect(queries[1]).toMatchObject({
      ...{ saved_query: gone, summary: null, snapshot_b: null },
      reason: 'Not captured after: The saved query was deleted.',
    })
  })
})

describe('requests', () => {
  it('are those of the connection that were launched meanwhile', async () => {
    await app.request({ startedAt: new Date(Date.now() - 60_000) })
    const id = await opened([await save('With requests')])
    await app.request({
      startedAt: new Date(),
      selection: app.selectionOf({ controllerConnection: randomUUID() }),
    })
    const merged = await app.request({
      startedAt: new Date(),
      selection: app.selectionOf({ controllerConnection: randomUUID(), mergedConnections: [app.connection] }),
      rows: [rowOf('bare')],
    })

    await closed(id)

    expect((await report(id)).body.requests).toEqual([merged])
  })

  it('whose rows were typed are listed apart: nothing says which fabric they are about', async () => {
    const id = await opened([await save('With typed rows')])
    const typed = await app.request({ startedAt: new Date(), selection: null, source: null })

    await closed(id)

    const { body } = await report(id)
    expect(body).toMatchObject({ requests: [], requests_by_hand: [typed] })
    expect((await report(id, '?format=html')).text).toContain('with rows that were typed, launched meanwhile')
  })

  it('of reports from before these were kept stay out, so that their hash is the same', async () => {
    const id = await opened([await save('Of long ago')])
    await closed(id)
    await app.sql('update change_windows set requests_by_hand = null where id = $1', [id])

    expect((await report(id)).body).not.toHaveProperty('requests_by_hand')
  })
})

describe('who changed it', () => {
  it('is asked of the controller once for all queries of a window', async () => {
    const queries = [await save('One'), await save('Two'), await save('Three')]
    const id = await opened(queries)
    by('cleo').update('uni/tn-B/BD-bare', { mtu: '4711' })
    const asked = () => app.controller.requests.filter(({ path }) => path.includes('aaaModLR')).length
    const before = asked()

    await closed(id)

    // One for the span, one to see how far the log reaches back.
    expect(asked() - before).toBeLessThanOrEqual(2)
    const { body } = await report(id)
    expect(body.queries.map(({ changed }: any) => changed[0].blame.entries[0].user)).toEqual(['cleo', 'cleo', 'cleo'])
    expect(body.queries.map(({ blame }: any) => blame.records)).toEqual([1, 1, 1])
  })
})

describe('who may', () => {
  it('open and close: those who may capture and run; a viewer only reads', async () => {
    const query = await save('Rights')
    const id = await opened([query])

    expect((await post(bodyOf([query]), viewer)).status).toBe(403)
    expect((await close(id, viewer)).status).toBe(403)
    expect((await viewer.delete(`${CHANGES}${id}/`)).status).toBe(403)
    expect((await viewer.get(`${CHANGES}${id}/`)).status).toBe(200)
    expect((await report(id, '', viewer)).body.code).toBe('not_closed')
  })

  it('refuses everything to those who may not see history', async () => {
    const nobody = await app.app.userOf(undefined)
    const id = await opened([await save('Unseen')])

    const answers = [
      await nobody.get(WINDOWS),
      await nobody.get(`${CHANGES}${id}/`),
      await report(id, '', nobody),
      await close(id, nobody),
      await post(bodyOf([]), nobody),
    ]

    expect(answers.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403])
  })

  it('deletes what one opened, and as an operator what others did', async () => {
    const id = await opened([await save('Deleted')])
    const other = await app.app.userOf('editor')

    expect((await other.delete(`${CHANGES}${id}/`)).status).toBe(403)
    expect((await app.editor.delete(`${CHANGES}${id}/`)).status).toBe(204)
    expect((await app.editor.get(`${CHANGES}${id}/`)).status).toBe(404)
  })
})

describe('what cannot be opened or closed', () => {
  it('names every fault of a body', async () => {
    const unknown = randomUUID()

    const { status, body } = await post({
      ...{ name: ' ', saved_queries: [unknown], pack: 'none', category: 9999, note: 7 },
      controller_connection: randomUUID(),
    })

    expect(status).toBe(400)
    expect(body).toEqual({
      name: [expect.any(String)],
      note: [expect.any(String)],
      saved_queries: [`Saved query ${unknown} does not exist.`],
      pack: ['The pack none is not installed.'],
      category: ['Category 9999 does not exist.'],
      controller_connection: ['This connection does not exist.'],
    })
    expect((await post({})).body).toMatchObject({
      name: [expect.any(String)],
      controller_connection: expect.anything(),
    })
    expect((await post(bodyOf([]))).body.non_field_errors[0]).toContain('There is no query to check')
  })

  it('answers 409 to a second closing, and 404 to unknown ones', async () => {
    const id = await opened([await save('Twice')])
    await closed(id)

    expect((await close(id)).body).toMatchObject({ code: 'not_open', detail: 'The change is closed already.' })
    expect((await close(randomUUID())).status).toBe(404)
    expect((await report(randomUUID())).status).toBe(404)
    expect((await app.editor.get(`${CHANGES}${randomUUID()}/`)).status).toBe(404)
  })

  it('leaves the list of changes of an attribute where it was', async () => {
    expect((await app.editor.get(CHANGES)).body).toHaveProperty('saved_query')
  })
})
