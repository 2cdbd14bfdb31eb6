import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Answer, Client } from '../../../testing/start-test-app.ts'
import { EXPORT, historyOf } from '../../../testing/snapshots/history-app.ts'
import { BRIDGE_DOMAINS, type Snapshots, startSnapshots } from '../../../testing/snapshots/start-snapshots.ts'

let app: Snapshots
let history: ReturnType<typeof historyOf>
let viewer: Client
beforeAll(async () => {
  app = await startSnapshots()
  history = historyOf(app)
  viewer = await app.app.userOf('viewer')
})
afterAll(() => app.stop())

const store = () => app.controller.store
const dnsOf = (rows: { dn: string }[]): string[] => rows.map(({ dn }) => dn)

/** Two snapshots of a query with one row added, one removed and one changed in between. The fabric is then restored. */
async function twoSnapshots(drawing: object = BRIDGE_DOMAINS) {
  const query = await app.save(drawing as typeof BRIDGE_DOMAINS)
  const a = await app.captured(query)
  store().add('fvBD', 'uni/tn-B/BD-new', { name: 'new', mtu: '9000', arpFlood: 'no' })
  store().update('uni/tn-A/BD-web', { mtu: '1400' })
  store().delete('uni/tn-B/BD-bare')
  const b = await app.captured(query)
  store().delete('uni/tn-B/BD-new')
  store().update('uni/tn-A/BD-web', { mtu: '9000' })
  store().add('fvBD', 'uni/tn-B/BD-bare', { name: 'bare', arpFlood: 'yes', mtu: '1500' })
  return { query, a: a.id as string, b: b.id as string }
}

describe('comparing two snapshots', () => {
  it('lists what was added, removed and changed, and counts the rest', async () => {
    const { a, b } = await twoSnapshots()

    const { status, body } = await history.compare({ snapshot_a: a.toUpperCase(), snapshot_b: b })

    expect(status).toBe(200)
    expect(body).toEqual({
      snapshot_a: a,
      snapshot_b: b,
      execution: null,
      key_strategy: 'dn',
      key_fields: ['dn'],
      ignored_fields: ['modTs', 'childAction', 'status', 'uid', 'lcOwn'],
      summary: { added: 1, removed: 1, changed: 1, unchanged: 3 },
      truncated: false,
      added: [{ dn: 'uni/tn-B/BD-new', className: 'fvBD', name: 'new', mtu: '9000', arpFlood: 'no' }],
      removed: [{ dn: 'uni/tn-B/BD-bare', className: 'fvBD', name: 'bare', mtu: '1500', arpFlood: 'yes' }],
      changed: [{ key: { dn: 'uni/tn-A/BD-web' }, fields: { mtu: { before: '9000', after: '1400' } } }],
    })
  })

  it('gives changed rows whole on request', async () => {
    const { a, b } = await twoSnapshots()

    const { body } = await history.compare({ snapshot_a: a, snapshot_b: b, with_rows: true })

    expect(body.changed).toEqual([
      {
        key: { dn: 'uni/tn-A/BD-web' },
        fields: { mtu: { before: '9000', after: '1400' } },
        row: { dn: 'uni/tn-A/BD-web', className: 'fvBD', name: 'web', mtu: '1400', arpFlood: 'no' },
      },
    ])
  })

  it('finds the mirrored changes in the other direction', async () => {
    const { a, b } = await twoSnapshots()

    const { body } = await history.compare({ snapshot_a: b, snapshot_b: a })

    expect(dnsOf(body.added)).toEqual(['uni/tn-B/BD-bare'])
    expect(dnsOf(body.removed)).toEqual(['uni/tn-B/BD-new'])
    expect(body.changed[0].fields).toEqual({ mtu: { before: '1400', after: '9000' } })
  })

  it('finds nothing between a snapshot and itself', async () => {
    const { a } = await twoSnapshots()

    const { body } = await history.compare({ snapshot_a: a, snapshot_b: a })

    expect(body).toMatchObject({
      summary: { added: 0, removed: 0, changed: 0, unchanged: 5 },
      added: [],
      removed: [],
      changed: [],
    })
  })

  it.each([
    ['key fields', { key_fields: ['name', 'className'] }, 'key_fields', ['name', 'className']],
    ['no key fields', { key_fields: [] }, 'dn', ['dn']],
    ['null', { key_fields: null, ignore_fields: null }, 'dn', ['dn']],
  ])('reports how rows were matched, given %s', async (_, asked, key_strategy, key_fields) => {
    const { a, b } = await twoSnapshots()

    const { body } = await history.compare({ snapshot_a: a, snapshot_b: b, ...asked })

    expect(body).toMatchObject({ key_strategy, key_fields })
    expect(body.summary.removed + body.summary.changed + body.summary.unchanged).toBe(5)
    expect(body.summary.added + body.summary.changed + body.summary.unchanged).toBe(5)
  })

  it('ignores the fields of the request instead of the default ones', async () => {
    const { a, b } = await twoSnapshots()

    const { body } = await history.compare({ snapshot_a: a, snapshot_b: b, ignore_fields: ['mtu'] })

    expect(body).toMatchObject({ ignored_fields: ['mtu'], summary: { changed: 0, unchanged: 4 } })
  })

  it('follows the user’s settings unless the request overrides them', async () => {
    const { a, b } = await twoSnapshots()
    const user = await app.app.userOf('editor')
    await user.patch('/api/history/settings/', { diff_key_strategy: 'hash', diff_ignore_fields: ['arpFlood'] })

    const own = await history.compare({ snapshot_a: a, snapshot_b: b }, user)
    const asked = await history.compare({ snapshot_a: a, snapshot_b: b, key_fields: ['dn'], ignore_fields: [] }, user)

    expect(own.body).toMatchObject({ key_strategy: 'hash', key_fields: [], ignored_fields: ['arpFlood'] })
    expect(own.body.summary).toEqual({ added: 2, removed: 2, changed: 0, unchanged: 3 })
    expect(asked.body).toMatchObject({ key_strategy: 'key_fields', ignored_fields: [], summary: { changed: 1 } })
  })

  it('resolves `auto` by whether every row of both sides has a unique DN', async () => {
    const user = await app.app.userOf('editor')
    await user.patch('/api/history/settings/', { diff_key_strategy: 'auto' })
    const { a, b } = await twoSnapshots()
    const names = await twoSnapshots({
      ...BRIDGE_DOMAINS,
      post_processors: [{ id: 's', type: 'select', config: { columns: ['mtu'] } }],
    })

    const withDns = await history.compare({ snapshot_a: a, snapshot_b: b }, user)
    const without = await history.compare({ snapshot_a: names.a, snapshot_b: names.b }, user)

    expect([withDns.body.key_strategy, without.body.key_strategy]).toEqual(['dn', 'hash'])
    expect(without.body.summary).toEqual({ added: 1, removed: 1, changed: 0, unchanged: 4 })
  })

  it('cuts the lists at the limit but counts everything', async () => {
    const { a } = await twoSnapshots()
    const empty = await app.captured(
      await app.save({
        nodes: [{ id: 'bd', class_name: 'fvBD', filters: [{ property: 'name', operator: 'eq', value: 'none' }] }],
      }),
    )

    const few = await history.compare({ snapshot_a: empty.id, snapshot_b: a, limit: 2 })
    const all = await history.compare({ snapshot_a: empty.id, snapshot_b: a, limit: 1_000_000 })

    expect(few.body).toMatchObject({ summary: { added: 5, removed: 0 }, truncated: true })
    expect(dnsOf(few.body.added)).toEqual(['uni/tn-A/BD-app', 'uni/tn-A/BD-lost'])
    expect([all.body.truncated, all.body.added.length]).toEqual([false, 5])
  })

  it('works across queries and connections', async () => {
    const other = await app.connect({ name: 'other' })
    const first = await app.captured(await app.save(BRIDGE_DOMAINS))
    const second = await app.captured(
      await app.save({ nodes: [{ id: 'x', class_name: 'fvBD', properties: ['name', 'mtu'] }] }),
      {
        controller_connection: other,
      },
    )

    const { body } = await history.compare({ snapshot_a: first.id, snapshot_b: second.id, ignore_fields: ['arpFlood'] })

    expect(body.summary).toEqual({ added: 0, removed: 0, changed: 0, unchanged: 5 })
  })

  it('accepts key fields that a side without rows does not have', async () => {
    const { a } = await twoSnapshots()
    const empty = await app.captured(
      await app.save({
        nodes: [{ id: 'bd', class_name: 'fvBD', filters: [{ property: 'name', operator: 'eq', value: 'none' }] }],
      }),
    )

    const { status, body } = await history.compare({
      snapshot_a: empty.id,
      snapshot_b: a,
      key_fields: ['arpFlood', 'name'],
    })

    expect([status, body.summary?.added]).toEqual([200, 5])
  })
})

describe('comparing with the live result', () => {
  it('runs the query with the same parameters as the captured run, and logs the run', async () => {
    const query = await app.save({
      nodes: [
        {
          id: 'bd',
          class_name: 'fvBD',
          properties: ['name'],
          filters: [{ property: 'dn', operator: 'contains', value: '{{tenant}}' }],
        },
      ],
    })
    const a = await app.captured(query, { variables: { tenant: 'tn-A' } })
    store().add('fvBD', 'uni/tn-A/BD-now', { name: 'now' })

    const { status, body } = await history.compare({ snapshot_a: a.id, snapshot_b: 'live' })

    store().delete('uni/tn-A/BD-now')
    expect(status).toBe(200)
    expect(body).toMatchObject({
      snapshot_a: a.id,
      snapshot_b: null,
      summary: { added: 1, removed: 0, changed: 0, unchanged: 3 },
    })
    expect(dnsOf(body.added)).toEqual(['uni/tn-A/BD-now'])
    expect(await app.log(body.execution)).toMatchObject({
      status: 'success',
      row_count: 4,
      variables: { tenant: 'tn-A' },
    })
  })

  it('resolves `auto` by the live rows', async () => {
    const user = await app.app.userOf('editor')
    await user.patch('/api/history/settings/', { diff_key_strategy: 'auto' })
    const { a } = await twoSnapshots()

    const { body } = await history.compare({ snapshot_a: a, snapshot_b: 'live' }, user)

    expect(body).toMatchObject({ key_strategy: 'dn', summary: { added: 0, removed: 0, changed: 0, unchanged: 5 } })
  })

  it('responds 400 with the message and the run when the run fails', async () => {
    const gone = await app.connect({ name: 'gone', host: 'http://127.0.0.1:9' })
    const { a } = await twoSnapshots()
    await app.sql('update snapshots set controller_connection_id = $1 where id = $2', [gone, a])

    const { status, body } = await history.compare({ snapshot_a: a, snapshot_b: 'live' })

    expect([status, body]).toEqual([
      400,
      { non_field_errors: [expect.any(String)], execution_id: [expect.any(String)] },
    ])
  })

  it('responds 400 when the connection is gone', async () => {
    const { a } = await twoSnapshots()
    await app.sql('update snapshots set controller_connection_id = $1 where id = $2', [randomUUID(), a])

    const { status, body } = await history.compare({ snapshot_a: a, snapshot_b: 'live' })

    expect([status, body]).toEqual([400, { non_field_errors: ['This connection does not exist.'] }])
  })

  it('rejects key fields that the live rows do not have', async () => {
    const query = await app.save(BRIDGE_DOMAINS)
    const a = await app.captured(query)
    await app.editor.patch(`/api/queries/saved-queries/${query}/`, {
      nodes: [{ id: 'bd', class_name: 'fvBD', properties: ['name'] }],
    })

    const { status, body } = await history.compare({ snapshot_a: a.id, snapshot_b: 'live', key_fields: ['mtu'] })

    expect([status, body.key_fields]).toEqual([
      400,
      [expect.stringContaining('mtu: expected a column of the live result')],
    ])
  })
})

describe('an invalid comparison', () => {
  it('lists every fault at once', async () => {
    const { a } = await twoSnapshots()

    const missing = await history.compare({ snapshot_a: randomUUID(), snapshot_b: randomUUID() })
    const mixed = await history.compare({ snapshot_a: 'x', snapshot_b: randomUUID(), limit: 0 })
    const keys = await history.compare({ snapshot_a: a, snapshot_b: randomUUID(), key_fields: ['vlan'] })
    const both = await history.compare({ snapshot_a: a, snapshot_b: a, key_fields: ['dn', 'vlan'] })
    const shapeless = await history.compare({ snapshot_a: a, snapshot_b: a, limit: { toString: 1 } })
    const nothing = await history.compare({})

    const none = 'This snapshot does not exist.'
    expect([missing.status, missing.body]).toEqual([400, { snapshot_a: [none], snapshot_b: [none] }])
    expect([mixed.status, mixed.body]).toEqual([
      400,
      { snapshot_a: [expect.stringContaining('UUID')], snapshot_b: [none], limit: [expect.any(String)] },
    ])
    expect([shapeless.status, shapeless.body]).toEqual([400, { limit: [expect.any(String)] }])
    expect([keys.status, keys.body]).toEqual([
      400,
      { snapshot_b: [none], key_fields: [expect.stringMatching(/^vlan: .*snapshot_a/)] },
    ])
    expect([both.status, both.body.key_fields]).toEqual([
      400,
      [expect.stringMatching(/^vlan: .*snapshot_a/), expect.stringMatching(/^vlan: .*snapshot_b/)],
    ])
    expect([nothing.status, Object.keys(nothing.body).toSorted()]).toEqual([400, ['snapshot_a', 'snapshot_b']])
  })

  it.each(['Live', 'now', '', '7'])('rejects %j as a snapshot', async (snapshot_b) => {
    const { a } = await twoSnapshots()

    const { status, body } = await history.compare({ snapshot_a: a, snapshot_b })

    expect([status, body.snapshot_b]).toEqual([400, [expect.stringContaining('or "live"')]])
  })

  it('requires the view permission and, for `live`, the permission to run', async () => {
    const outsider = await app.app.userOf(undefined)
    const { a } = await twoSnapshots()
    const looker = await app.app.userOf(undefined)
    await app.app.admin.post(`/api/auth/management/${looker.id}/add_permissions/`, {
      permissions: ['history.view_snapshot'],
    })

    expect((await history.compare({}, app.app.anonymous)).status).toBe(401)
    expect((await history.compare({}, outsider)).status).toBe(403)
    expect((await app.app.anonymous.get(`${EXPORT}?a=${a}&b=${a}`)).status).toBe(401)
    expect((await outsider.get(EXPORT)).status).toBe(403)
    expect((await history.compare({ snapshot_a: a, snapshot_b: a }, viewer)).status).toBe(200)
    expect((await history.compare({ snapshot_a: a, snapshot_b: a }, looker)).status).toBe(200)
    expect((await history.compare({ snapshot_a: a, snapshot_b: 'live' }, looker)).status).toBe(403)
  })
})

describe('the export of a comparison', () => {
  const records = (text: string): string[] => text.trimEnd().split('\r\n')

  it('has a line for each changed field and for each row that was added or removed', async () => {
    const { a, b } = await twoSnapshots()

    const { status, headers, text } = await viewer.get(`${EXPORT}?a=${a}&b=${b.toUpperCase()}`)

    expect([status, headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8'])
    expect(headers.get('content-disposition')).toContain(`changes-${a}-${b}.csv`)
    expect(records(text)[0]).toBe('change,dn,field,before,after')
    expect(records(text).slice(1).toSorted()).toEqual([
      expect.stringMatching(/^added,uni\/tn-B\/BD-new,,,"\{""arpFlood"".*\}"$/),
      'changed,uni/tn-A/BD-web,mtu,9000,1400',
      expect.stringMatching(/^removed,uni\/tn-B\/BD-bare,,"\{.*\}",$/),
    ])
  })

  it('is one object per line as NDJSON, with the requested key fields', async () => {
    const { a, b } = await twoSnapshots()

    const { headers, text } = await viewer.get(
      `${EXPORT}?a=${a}&b=${b}&format=ndjson&key_fields=name,className,dn&ignore_fields=`,
    )

    const lines = text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(headers.get('content-type')).toBe('application/x-ndjson; charset=utf-8')
    expect(lines).toHaveLength(3)
    expect(lines).toContainEqual({
      change: 'changed',
      key: { name: 'web', className: 'fvBD', dn: 'uni/tn-A/BD-web' },
      field: 'mtu',
      before: '9000',
      after: '1400',
    })
  })

  it('escapes formulas', async () => {
    store().add('fvBD', 'uni/tn-A/BD-x', { name: 'x', mtu: '1' })
    const query = await app.save(BRIDGE_DOMAINS)
    const a = await app.captured(query)
    store().update('uni/tn-A/BD-x', { mtu: '=1+1' })
    const b = await app.captured(query)
    store().delete('uni/tn-A/BD-x')

    const { text } = await viewer.get(`${EXPORT}?a=${a.id}&b=${b.id}`)

    expect(records(text)[1]).toBe("changed,uni/tn-A/BD-x,mtu,1,'=1+1")
  })

  it('is recorded in the audit log', async () => {
    const { a, b } = await twoSnapshots()

    await viewer.get(`${EXPORT}?a=${a}&b=${b}`)

    const { body } = await app.app.admin.get('/api/audit/logs/?action=snapshot_export')
    expect(body.results[0]).toMatchObject({
      action: 'snapshot_export',
      target_id: a,
      metadata: { snapshot_a: a, snapshot_b: b, format: 'csv' },
    })
  })

  it('lists every fault at once', async () => {
    const { a } = await twoSnapshots()
    const faultsOf = async (query: string): Promise<Answer['body']> => {
      const { status, body } = await viewer.get(`${EXPORT}?${query}`)
      expect(status).toBe(400)
      return body
    }

    expect(Object.keys(await faultsOf('')).toSorted()).toEqual(['a', 'b'])
    expect(Object.keys(await faultsOf(`a=x&b=${randomUUID()}&format=pdf`)).toSorted()).toEqual(['a', 'b', 'format'])
    expect(Object.keys(await faultsOf(`a=${a}&b=live&key_fields=vlan`)).toSorted()).toEqual(['b', 'key_fields'])
  })

  it('streams 20,000 changes', async () => {
    for (let number = 0; number < 20_000; number++)
      store().add('fvAp', `uni/tn-A/ap-${number}`, { name: String(number), descr: 'before' })
    const query = await app.save({ nodes: [{ id: 'ap', class_name: 'fvAp', properties: ['descr'] }] })
    const a = await app.captured(query)
    for (let number = 0; number < 20_000; number++) store().update(`uni/tn-A/ap-${number}`, { descr: 'after' })
    const b = await app.captured(query)

    const { text } = await viewer.get(`${EXPORT}?a=${a.id}&b=${b.id}`)
    const { body } = await history.compare({ snapshot_a: a.id, snapshot_b: b.id, limit: 50_000 })

    const dns = new Set(
      records(text)
        .slice(1)
        .map((line) => line.split(',')[1]),
    )
    expect(dns.size).toBe(20_000)
    expect(records(text)[1]).toMatch(/^changed,uni\/tn-A\/ap-\d+,descr,before,after$/)
    expect([body.changed.length, body.summary.changed, body.truncated]).toEqual([10_000, 20_000, true])
  })
})
