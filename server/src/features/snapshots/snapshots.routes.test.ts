import { readXlsx } from 'hucre'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Client } from '../../testing/start-test-app.ts'
import {
  BRIDGE_DOMAINS,
  HISTORY,
  type Snapshots,
  SNAPSHOTS,
  startSnapshots,
} from '../../testing/snapshots/start-snapshots.ts'

const UNKNOWN = randomUUID()
const REQUIRED = ['This field is required.']

let app: Snapshots
let viewer: Client
let otherEditor: Client
let operator: Client

beforeAll(async () => {
  app = await startSnapshots()
  viewer = await app.app.userOf('viewer')
  otherEditor = await app.app.userOf('editor')
  operator = await app.app.userOf('operator')
})
afterAll(() => app.stop())

const newQuery = () => app.save(BRIDGE_DOMAINS)

describe('a capture', () => {
  it('runs the query and stores all its rows', async () => {
    const query = await newQuery()

    const { status, body } = await app.capture({
      saved_query: query,
      retention_policy: '90d',
      annotation: 'before the change',
    })

    expect(status).toBe(201)
    expect(body).toMatchObject({
      saved_query: query,
      controller_connection: app.connection,
      captured_by: expect.stringMatching(/^editor-/),
      row_count: 5,
      version_hash: expect.stringMatching(/^sha256:[0-9a-f]{64}$/),
      retention_policy: '90d',
      annotation: 'before the change',
      pinned: false,
      changes: null,
      columns: ['dn', 'className', 'name', 'mtu', 'arpFlood'],
    })
    expect(body.size_bytes).toBeGreaterThan(0)
    expect(Date.parse(body.expires_at) - Date.parse(body.captured_at)).toBe(90 * 86_400_000)
    expect(body).not.toHaveProperty('rows')
    expect((await app.detail(body.id)).rows).toContainEqual({
      dn: 'uni/tn-B/BD-bare',
      className: 'fvBD',
      name: 'bare',
      mtu: '1500',
      arpFlood: 'yes',
    })
  })

  it('counts what changed since the previous snapshot', async () => {
    const query = await newQuery()
    const first = await app.captured(query)
    app.controller.store.add('fvBD', 'uni/tn-B/BD-new', { name: 'new', mtu: '9000', arpFlood: 'no' })
    app.controller.store.update('uni/tn-A/BD-web', { mtu: '1400' })

    const second = await app.captured(query)

    app.controller.store.delete('uni/tn-B/BD-new')
    app.controller.store.update('uni/tn-A/BD-web', { mtu: '9000' })
    expect(second.changes).toEqual({ added: 1, removed: 0, changed: 1, unchanged: 4 })
    expect(second.version_hash).not.toBe(first.version_hash)
    expect((await app.captured(query)).version_hash).toBe(first.version_hash)
  })

  it('accepts another connection, and compares only with snapshots of that connection', async () => {
    const query = await newQuery()
    const other = await app.connect({ name: 'other' })
    await app.captured(query)

    const { controller_connection, changes } = await app.captured(query, { controller_connection: other.toUpperCase() })

    expect({ controller_connection, changes }).toEqual({ controller_connection: other, changes: null })
  })

  it('fills in variables, and uses the retention policy of the settings', async () => {
    const filters = [{ property: 'name', operator: 'eq', value: '{{name}}' }]
    const query = await app.save({ nodes: [{ id: 'bd', class_name: 'fvBD', properties: ['name'], filters }] })

    const { row_count, retention_policy } = await app.captured(query, { variables: { name: 'bare' } })

    expect({ row_count, retention_policy }).toEqual({ row_count: 1, retention_policy: '30d' })
  })

  it('stores a result without rows', async () => {
    const query = await app.save({ nodes: [{ id: 'a', class_name: 'fvAEPg', properties: ['name'] }] })

    const { id, row_count } = await app.captured(query, { retention_policy: 'forever' })

    expect(row_count).toBe(0)
    expect(await app.detail(id)).toMatchObject({ rows: [], expires_at: null })
  })

  it('lists every fault at once', async () => {
    const faults = async (body: object) => {
      const { status, body: fields } = await app.capture(body)
      expect(status).toBe(400)
      return fields
    }

    expect(await faults({})).toEqual({ saved_query: REQUIRED })
    expect(await faults({ saved_query: null, annotation: 5 })).toEqual({
      saved_query: ['Expected a string.'],
      annotation: ['Expected a string.'],
    })
    expect(await faults({ retention_policy: '2d' })).toEqual({
      saved_query: REQUIRED,
      retention_policy: ['Expected one of: 7d, 30d, 90d, 1y, forever.'],
    })
    expect(await faults({ saved_query: UNKNOWN, controller_connection: UNKNOWN, variables: [] })).toEqual({
      saved_query: ['This saved query does not exist.'],
      controller_connection: ['This connection does not exist.'],
      variables: ['Expected an object.'],
    })
    expect(await faults({ saved_query: 'x', controller_connection: UNKNOWN })).toEqual({
      saved_query: ['Expected an id (UUID).'],
      controller_connection: ['This connection does not exist.'],
    })
    expect(await faults({ execution: UNKNOWN, retention_policy: 'never' })).toEqual({
      execution: ['This execution does not exist.'],
      retention_policy: ['Expected one of: 7d, 30d, 90d, 1y, forever.'],
    })
  })

  it('does not run an invalid query', async () => {
    const query = await app.save({ nodes: [{ id: 'a', class_name: 'noSuchClass!', properties: ['name'] }] })

    const { status, body } = await app.capture({ saved_query: query })

    expect(status).toBe(400)
    expect(body.non_field_errors.length).toBeGreaterThan(0)
    expect(body).not.toHaveProperty('execution_id')
  })

  it('stores nothing when the run fails, and names the run', async () => {
    const dead = await app.connect({ name: 'dead', host: '127.0.0.1:1' })
    const query = await app.save(BRIDGE_DOMAINS, dead)

    const { status, body } = await app.capture({ saved_query: query })

    expect(status).toBe(400)
    const log = await app.log(body.execution_id[0])
    expect(log).toMatchObject({ status: 'failure', error_message: body.non_field_errors[0] })
    expect(await app.idsOf(query)).toEqual([])
    expect(await app.sql('select from snapshot_lineages where saved_query_id = $1', [query])).toEqual([])
  })

  it('requires the capture permission', async () => {
    const query = await newQuery()

    expect((await app.app.anonymous.post(`${HISTORY}capture/`, { saved_query: query })).status).toBe(401)
    expect((await app.capture({ saved_query: query }, viewer)).status).toBe(403)
    expect((await app.capture({ saved_query: query }, operator)).status).toBe(201)
  })

  it('also requires the permission to run unless it names a run', async () => {
    const query = await newQuery()
    const clerk = await app.app.userOf(undefined)
    await app.app.admin.post(`/api/auth/management/${clerk.id}/add_permissions/`, {
      permissions: ['history.capture_snapshot'],
    })

    const { status } = await app.capture({ saved_query: query }, clerk)

    expect(status).toBe(403)
  })
})

describe('saved queries with snapshots', () => {
  it('are listed with the number of snapshots and the time of the latest', async () => {
    const [one, none] = [await app.save({ ...BRIDGE_DOMAINS, name: 'captured' }), await newQuery()]
    await app.captured(one)
    const { captured_at } = await app.captured(one)

    const { body } = await viewer.get(`${HISTORY}queries/`)

    expect(body.queries[0]).toEqual({ id: one, name: 'captured', snapshot_count: 2, latest_snapshot_at: captured_at })
    expect(body.queries.map(({ id }: { id: string }) => id)).not.toContain(none)
    expect((await app.app.anonymous.get(`${HISTORY}queries/`)).status).toBe(401)
    expect((await (await app.app.userOf(undefined)).get(`${HISTORY}queries/`)).status).toBe(403)
  })
})

describe('the list of snapshots', () => {
  it('is newest first, in pages, and requires a saved query', async () => {
    const query = await newQuery()
    const ids: string[] = []
    for (let made = 0; made < 3; made++) ids.unshift((await app.captured(query)).id)

    const first = await viewer.get(`${SNAPSHOTS}?saved_query=${query.toUpperCase()}&page_size=2`)
    const second = await viewer.get(first.body.next)

    expect(first.body).toMatchObject({ count: 3, previous: null })
    expect([...first.body.results, ...second.body.results].map(({ id }) => id)).toEqual(ids)
    expect(first.body.results[0]).toMatchObject({ row_count: 5, retention_policy: '30d', annotation: null })
    expect(first.body.results[0]).not.toHaveProperty('rows')
    expect(await viewer.get(SNAPSHOTS)).toMatchObject({ status: 400, body: { saved_query: REQUIRED } })
    expect((await viewer.get(`${SNAPSHOTS}?saved_query=${query}&page=3&page_size=2`)).status).toBe(404)
    expect((await viewer.get(`${SNAPSHOTS}?saved_query=${UNKNOWN}`)).body).toMatchObject({ count: 0, results: [] })
  })

  it('can be filtered by connection, time, policy and pin, and reports every fault', async () => {
    const query = await newQuery()
    const [old, pinned] = [await app.captured(query, { retention_policy: '7d' }), await app.captured(query)]
    await app.editor.post(`${SNAPSHOTS}${pinned.id}/pin/`)
    const list = async (filter: string) => {
      const { body } = await viewer.get(`${SNAPSHOTS}?saved_query=${query}&${filter}`)
      return body.results.map(({ id }: { id: string }) => id)
    }

    expect(await list('pinned=true')).toEqual([pinned.id])
    expect(await list('retention_policy=7d')).toEqual([old.id])
    expect(await list(`captured_before=${encodeURIComponent(old.captured_at)}`)).toEqual([old.id])
    expect(await list(`controller_connection=${UNKNOWN}`)).toEqual([])
    const { status, body } = await viewer.get(
      `${SNAPSHOTS}?retention_policy=x&captured_after=now&captured_before=later`,
    )
    expect(status).toBe(400)
    expect(Object.keys(body).sort()).toEqual(['captured_after', 'captured_before', 'retention_policy', 'saved_query'])
  })
})

describe('a snapshot', () => {
  it('is read with its rows in the order of the result, by an id in either case', async () => {
    const { id } = await app.captured(await newQuery())
    const { body: snapshot } = await viewer.get(`${SNAPSHOTS}${id.toUpperCase()}/`)

    expect(snapshot.id).toBe(id)
    const log = await app.log(snapshot.execution)
    expect(snapshot.rows).toEqual(log.results)
    expect(snapshot.columns).toEqual(log.columns)
  })

  it('is read a page of rows at a time', async () => {
    const { id } = await app.captured(await newQuery())
    const { rows } = await app.detail(id)

    const { body: second } = await viewer.get(`${SNAPSHOTS}${id}/?page=2&page_size=2`)
    const { body: last } = await viewer.get(`${SNAPSHOTS}${id}/?page=3&page_size=2`)

    expect(second).toMatchObject({ row_count: 5, rows: rows.slice(2, 4) })
    expect(last.rows).toEqual(rows.slice(4))
    expect((await viewer.get(`${SNAPSHOTS}${id}/?page=4&page_size=2`)).status).toBe(404)
    expect(await viewer.get(`${SNAPSHOTS}${id}/?page=0&page_size=x`)).toMatchObject({
      status: 400,
      body: { page: ['Expected 1 or more.'], page_size: ['Expected an integer.'] },
    })
  })

  it('is a 404 when it does not exist', async () => {
    for (const id of [UNKNOWN, 'x']) {
      expect((await viewer.get(`${SNAPSHOTS}${id}/`)).status).toBe(404)
      expect((await app.editor.delete(`${SNAPSHOTS}${id}/`)).status).toBe(404)
      expect((await app.editor.post(`${SNAPSHOTS}${id}/annotate/`, { annotation: 'x' })).status).toBe(404)
      expect((await app.editor.post(`${SNAPSHOTS}${id}/pin/`)).status).toBe(404)
    }
    expect((await app.app.anonymous.get(`${SNAPSHOTS}${UNKNOWN}/`)).status).toBe(401)
  })

  it('can be annotated, and the annotation replaced and removed', async () => {
    const { id } = await app.captured(await newQuery())
    const annotate = (body: object) => app.editor.post(`${SNAPSHOTS}${id}/annotate/`, body)

    expect(await annotate({ annotation: 'größer ✓' })).toMatchObject({
      status: 200,
      body: { id, annotation: 'größer ✓' },
    })
    expect((await annotate({ annotation: 'other' })).body.annotation).toBe('other')
    expect((await annotate({ annotation: '' })).body.annotation).toBeNull()
    await annotate({ annotation: 'x' })
    expect((await annotate({ annotation: null })).body.annotation).toBeNull()
    expect(await annotate({})).toMatchObject({ status: 400, body: { annotation: REQUIRED } })
    expect((await annotate({ annotation: 'x'.repeat(10_001) })).status).toBe(400)
  })

  it('is pinned and unpinned', async () => {
    const { id } = await app.captured(await newQuery())
    const pin = (body?: object) => app.editor.post(`${SNAPSHOTS}${id}/pin/`, body)

    expect((await pin()).body.pinned).toBe(true)
    expect((await pin({ pinned: false })).body.pinned).toBe(false)
    expect((await pin({ pinned: 'yes' })).status).toBe(400)
  })

  it('is changed and deleted by the user who captured it, operators and administrators', async () => {
    const { id } = await app.captured(await newQuery())
    const attempts = (client: Client) =>
      [
        () => client.post(`${SNAPSHOTS}${id}/annotate/`, { annotation: 'x' }),
        () => client.post(`${SNAPSHOTS}${id}/pin/`, {}),
        () => client.delete(`${SNAPSHOTS}${id}/`),
      ] as const
    const statusesOf = async (client: Client) => {
      const statuses = []
      for (const attempt of attempts(client)) statuses.push((await attempt()).status)
      return statuses
    }

    expect(await statusesOf(app.app.anonymous)).toEqual([401, 401, 401])
    expect(await statusesOf(viewer)).toEqual([403, 403, 403])
    expect(await statusesOf(otherEditor)).toEqual([403, 403, 403])
    expect(await statusesOf(operator)).toEqual([200, 200, 204])
    expect(await statusesOf(app.app.admin)).toEqual([404, 404, 404])
  })

  it('is deleted with everything only it needed', async () => {
    const query = await newQuery()
    const [first, second] = [await app.captured(query), await app.captured(query)]
    const chunks = async () =>
      (
        await app.sql(
          'select from all_chunks c join snapshot_lineages l on l.id = c.lineage_id where l.saved_query_id = $1',
          [query],
        )
      ).length

    await app.editor.delete(`${SNAPSHOTS}${first.id}/`)
    const kept = await app.detail(second.id)
    await app.editor.delete(`${SNAPSHOTS}${second.id}/`)

    expect(kept.rows).toHaveLength(5)
    expect(await chunks()).toBe(0)
  })
})

describe('the rows of a snapshot as a file', () => {
  const TENANT = 'uni/tn-Export'
  let id: string
  let rows: Record<string, unknown>[]
  beforeAll(async () => {
    const { store } = app.controller
    store.add('fvTenant', TENANT)
    store.add('fvBD', `${TENANT}/BD-1`, { name: '=1+1', mtu: '9000', arpFlood: 'no' })
    store.add('fvBD', `${TENANT}/BD-2`, { name: 'plain, "quoted"', mtu: '1500', arpFlood: 'yes' })
    const nodes = [{ ...BRIDGE_DOMAINS.nodes[0]!, scope_dn: TENANT }]
    id = (await app.captured(await app.save({ ...BRIDGE_DOMAINS, nodes }))).id
    store.delete(TENANT)
    rows = (await app.detail(id)).rows
  })
  const file = (format: string, client: Client = viewer, snapshot = id) =>
    client.get(`${SNAPSHOTS}${snapshot}/results/?format=${format}`)

  it('are all in CSV, which is the usual format, without formulas', async () => {
    const answer = await file('csv')

    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(answer.headers.get('content-disposition')).toMatch(
      /^attachment; filename="[\w.-]+-\d{4}-\d\d-\d\d-\d{4}\.csv"$/,
    )
    expect(answer.text.trimEnd().split('\r\n')).toEqual([
      'dn,className,name,mtu,arpFlood',
      `${TENANT}/BD-1,fvBD,'=1+1,9000,no`,
      `${TENANT}/BD-2,fvBD,"plain, ""quoted""",1500,yes`,
    ])
    expect((await viewer.get(`${SNAPSHOTS}${id}/results/`)).text).toBe(answer.text)
  })

  it('are in NDJSON as captured, one per line', async () => {
    const answer = await file('ndjson')

    expect(answer.headers.get('content-type')).toContain('application/x-ndjson')
    expect(
      answer.text
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line)),
    ).toEqual(rows)
  })

  it('are in XLSX with one line of columns', async () => {
    const { access } = viewer as Client & { access: string }
    const reply = await fetch(`${app.app.url}${SNAPSHOTS}${id}/results/?format=xlsx`, {
      headers: { authorization: `Bearer ${access}` },
    })

    const { sheets } = await readXlsx(await reply.arrayBuffer())
    expect(sheets[0]!.rows.map((row) => row.slice(0, 3))).toEqual([
      ['dn', 'className', 'name'],
      [`${TENANT}/BD-1`, 'fvBD', '=1+1'],
      [`${TENANT}/BD-2`, 'fvBD', 'plain, "quoted"'],
    ])
  })

  it('are complete when there are many', async () => {
    const { store } = app.controller
    store.add('fvTenant', TENANT)
    for (let number = 0; number < 1_234; number++) store.add('fvBD', `${TENANT}/BD-${number}`, { name: `n${number}` })
    const many = await app.captured(
      await app.save({ ...BRIDGE_DOMAINS, nodes: [{ ...BRIDGE_DOMAINS.nodes[0]!, scope_dn: TENANT }] }),
    )
    store.delete(TENANT)

    expect((await file('csv', viewer, many.id)).text.trimEnd().split('\r\n')).toHaveLength(1_235)
    expect((await file('ndjson', viewer, many.id)).text.trimEnd().split('\n')).toHaveLength(1_234)
  })

  it('are downloaded by a link with a ticket', async () => {
    const { ticket } = (await viewer.post('/api/ws-ticket/')).body

    expect((await app.app.anonymous.get(`${SNAPSHOTS}${id}/results/?format=ndjson&ticket=${ticket}`)).status).toBe(200)
    expect((await app.app.anonymous.get(`${SNAPSHOTS}${id}/results/?format=ndjson&ticket=${ticket}`)).status).toBe(401)
  })

  it('are refused to users who may not see it, in other formats, and for unknown snapshots', async () => {
    expect((await file('csv', await app.app.userOf(undefined))).status).toBe(403)
    expect((await file('pdf')).body).toEqual({ format: [expect.any(String)] })
    expect((await file('csv', viewer, UNKNOWN)).status).toBe(404)
    expect((await file('csv', viewer, 'nonsense')).status).toBe(404)
  })
})
