import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { BRIDGE_DOMAINS, type Snapshots, startSnapshots } from '../../../testing/snapshots/start-snapshots.ts'
import { AT, CHANGES, dnsPath, HEATMAP, historyOf, TIMELINE } from '../../../testing/snapshots/history-app.ts'

let app: Snapshots
let history: ReturnType<typeof historyOf>
beforeAll(async () => {
  app = await startSnapshots()
  history = historyOf(app)
})
afterAll(() => app.stop())

const WEB = 'uni/tn-A/BD-web'
const LATE = 'uni/tn-A/BD-late'
const store = () => app.controller.store
const capture = (query: string, body: object = {}) => app.captured(query, body)

/**
 * Five captures: the late object appears in the second, changes in the third, is gone in the fourth and back, changed,
 * in the last.
 */
async function lateObject() {
  const query = await app.save(BRIDGE_DOMAINS)
  const shots = [await capture(query)]
  for (const mtu of ['1', '2', undefined, '1']) {
    store().delete(LATE)
    if (mtu !== undefined) store().add('fvBD', LATE, { name: 'late', mtu, arpFlood: 'no' })
    shots.push(await capture(query))
  }
  store().delete(LATE)
  return {
    query,
    shots,
    ids: shots.map(({ id }) => id as string),
    times: shots.map(({ captured_at }) => captured_at as string),
  }
}

describe('the timeline of an object', () => {
  it('shows every capture in time order, including those without the object', async () => {
    const { query, ids, times } = await lateObject()

    const { status, body } = await history.ask(TIMELINE, { saved_query_id: query.toUpperCase(), dn: LATE })

    expect(status).toBe(200)
    expect(body).toMatchObject({ dn: LATE, saved_query_id: query, snapshot_count: 5 })
    const attributes = { dn: LATE, className: 'fvBD', name: 'late', arpFlood: 'no' }
    expect(body.points).toEqual(
      [undefined, '1', '2', undefined, '1'].map((mtu, index) => ({
        snapshot_id: ids[index],
        executed_at: times[index],
        present: mtu !== undefined,
        attributes: mtu === undefined ? {} : { ...attributes, mtu },
      })),
    )
    expect(body.attribute_evolution[0]).toEqual({
      attribute: 'mtu',
      change_count: 2,
      is_stable: false,
      distinct_values: 2,
      values: [1, 2, 4].map((index, place) => ({
        executed_at: times[index],
        snapshot_id: ids[index],
        value: ['1', '2', '1'][place],
        changed: place > 0,
      })),
    })
    expect(body.attribute_evolution.slice(1).every(({ is_stable }: { is_stable: boolean }) => is_stable)).toBe(true)
    expect(body.tracked_attributes).toEqual(['arpFlood', 'className', 'dn', 'mtu', 'name'])
  })

  it('shows the newest captures in a range, bounds included', async () => {
    const { query, ids, times } = await lateObject()
    const idsOf = async (parameters: object): Promise<string[]> => {
      const { body } = await history.ask(TIMELINE, { saved_query_id: query, dn: LATE, ...parameters })
      return body.points.map(({ snapshot_id }: { snapshot_id: string }) => snapshot_id)
    }

    expect(await idsOf({ limit: 2 })).toEqual(ids.slice(3))
    expect(await idsOf({ from_date: times[1], to_date: times[3] })).toEqual(ids.slice(1, 4))
    expect(await idsOf({ to_date: times[2], limit: 2 })).toEqual(ids.slice(1, 3))
    expect(await idsOf({ from_date: '2030-01-01' })).toEqual([])
    expect(await idsOf({ limit: 5_000 })).toEqual(ids)
    expect(await idsOf({ controller_connection: app.connection })).toEqual(ids)
    expect(await idsOf({ controller_connection: randomUUID() })).toEqual([])
  })

  it('shows 20 captures by default and 100 at most', async () => {
    const query = await app.save(BRIDGE_DOMAINS)
    const { id } = await capture(query)
    await app.sql(
      `insert into snapshots select (jsonb_populate_record(s, jsonb_build_object('id', gen_random_uuid(), 'captured_at', s.captured_at + n * interval '1 ms'))).*
        from snapshots s, generate_series(1, 150) n where s.id = $1`,
      [id],
    )
    const countOf = async (limit?: number) =>
      (await history.ask(TIMELINE, { saved_query_id: query, dn: WEB, limit })).body.snapshot_count

    expect(await countOf()).toBe(20)
    expect(await countOf(60)).toBe(60)
    expect(await countOf(101)).toBe(100)
  })

  it('has only absent points for a DN in no snapshot', async () => {
    const { query } = await lateObject()

    const { status, body } = await history.ask(TIMELINE, { saved_query_id: query, dn: 'uni/tn-none' })

    expect([status, body.snapshot_count]).toEqual([200, 5])
    expect(body.points.every((point: { present: boolean }) => !point.present)).toBe(true)
    expect([body.attribute_evolution, body.tracked_attributes]).toEqual([[], []])
  })

  it('has no points before the first capture', async () => {
    const { body } = await history.ask(TIMELINE, { saved_query_id: await app.save(BRIDGE_DOMAINS), dn: WEB })

    expect(body).toMatchObject({ snapshot_count: 0, points: [], attribute_evolution: [], tracked_attributes: [] })
  })

  it('lists every fault at once', async () => {
    const all = await history.ask(TIMELINE, {
      saved_query_id: 'x',
      dn: 'uni//tn',
      limit: 0,
      from_date: 'yesterday',
      to_date: '2026-13-01',
    })
    const nothing = await history.ask(TIMELINE)

    expect([all.status, Object.keys(all.body).toSorted()]).toEqual([
      400,
      ['dn', 'from_date', 'limit', 'saved_query_id', 'to_date'],
    ])
    expect([nothing.status, Object.keys(nothing.body).toSorted()]).toEqual([400, ['dn', 'saved_query_id']])
  })

  it.each(['uni/tn-[x', 'uni/', '/uni', 'uni/tn-x]'])('rejects %s, which is not a DN', async (dn) => {
    const { status, body } = await history.ask(TIMELINE, { saved_query_id: await app.save(BRIDGE_DOMAINS), dn })

    expect([status, Object.keys(body)]).toEqual([400, ['dn']])
  })
})

describe('the DNs of a query', () => {
  const dnsOf = async (query: string, parameters: object = {}) =>
    (await history.ask(dnsPath(query), { ...parameters })).body

  it('are taken from the newest snapshot, in byte order, with their classes', async () => {
    const query = await app.save(BRIDGE_DOMAINS)
    await capture(query)
    store().add('fvBD', 'uni/tn-A/BD-ZEBRA', { name: 'ZEBRA' })
    await capture(query)
    store().delete('uni/tn-A/BD-ZEBRA')

    const { dns, count, total } = await dnsOf(query)

    expect(dns.map(({ dn }: any) => dn)).toEqual([
      'uni/tn-A/BD-ZEBRA',
      'uni/tn-A/BD-app',
      'uni/tn-A/BD-lost',
      'uni/tn-A/BD-web',
      'uni/tn-B/BD-bare',
      'uni/tn-B/BD-web',
    ])
    expect([count, total, dns[0].className]).toEqual([6, 6, 'fvBD'])
  })

  it('are found by any part, ignoring case, up to the limit', async () => {
    const query = await app.save(BRIDGE_DOMAINS)
    await capture(query)

    expect((await dnsOf(query, { q: 'bd-WEB' })).dns.map(({ dn }: any) => dn)).toEqual([
      'uni/tn-A/BD-web',
      'uni/tn-B/BD-web',
    ])
    expect(await dnsOf(query, { q: 'tn-a', limit: 2 })).toMatchObject({ count: 2, total: 3 })
    expect(await dnsOf(query, { q: '.*' })).toEqual({ dns: [], count: 0, total: 0 })
    expect(await dnsOf(query, { q: '', limit: 9_999 })).toMatchObject({ count: 5 })
    expect((await history.ask(dnsPath(query), { limit: 0 })).status).toBe(400)
  })

  it('are empty before the first capture, and a 404 for an unknown query', async () => {
    const query = await app.save(BRIDGE_DOMAINS)

    expect(await dnsOf(query)).toEqual({ dns: [], count: 0, total: 0 })
    expect((await history.ask(dnsPath(randomUUID()))).status).toBe(404)
    expect((await history.ask(dnsPath('x'))).status).toBe(404)
  })
})

describe('the changes of an attribute', () => {
  it('are listed with the snapshots on both sides; an absent object is null', async () => {
    const { query, ids, times } = await lateObject()

    const { status, body } = await history.ask(CHANGES, {
      saved_query: query.toUpperCase(),
      dn: LATE,
      attribute: 'mtu',
    })

    expect(status).toBe(200)
    expect(body).toMatchObject({ saved_query: query, dn: LATE, attribute: 'mtu' })
    const values = [null, '1', '2', null, '1']
    expect(body.changes).toEqual(
      [1, 2, 3, 4].map((index) => ({
        before: values[index - 1],
        after: values[index],
        from_snapshot: ids[index - 1],
        to_snapshot: ids[index],
        before_time: times[index - 1],
        after_time: times[index],
      })),
    )
  })

  it('match a scan of every snapshot, however values come and go', async () => {
    const query = await app.save(BRIDGE_DOMAINS)
    const script = [1, 1, 2, 1, 1, 1, 0, 0, 2, 2, 1, 0, 1, 2, 2, 2, 1]
    const shots: { id: string; mtu: string | null }[] = []
    for (const state of script) {
      store().delete(LATE)
      if (state > 0) store().add('fvBD', LATE, { name: 'late', mtu: String(state) })
      store().update(WEB, { mtu: String(shots.length % 3) })
      const { id } = await capture(query)
      const { rows } = await app.detail(id)
      shots.push({ id, mtu: rows.find(({ dn }: any) => dn === LATE)?.mtu ?? null })
    }
    store().delete(LATE)
    store().update(WEB, { mtu: '9000' })

    const { body } = await history.ask(CHANGES, { saved_query: query, dn: LATE, attribute: 'mtu' })

    const expected = shots.flatMap(({ id, mtu }, index) => {
      const last = shots[index - 1]
      return last === undefined || last.mtu === mtu
        ? []
        : [{ from_snapshot: last.id, to_snapshot: id, before: last.mtu, after: mtu }]
    })
    expect(expected.length).toBeGreaterThan(5)
    expect(body.changes).toEqual(expected.map((change) => expect.objectContaining(change)))
  })

  it('are those on one connection: the given one, else that of the newest snapshot', async () => {
    const other = await app.connect({ name: 'third' })
    const query = await app.save(BRIDGE_DOMAINS)
    const countOf = async (connection?: string) =>
      (await history.ask(CHANGES, { saved_query: query, dn: WEB, attribute: 'mtu', controller_connection: connection }))
        .body.changes.length
    await capture(query)
    store().update(WEB, { mtu: '5' })
    await capture(query)
    await capture(query, { controller_connection: other })
    store().update(WEB, { mtu: '9000' })

    expect([await countOf(), await countOf(other), await countOf(app.connection.toUpperCase())]).toEqual([0, 0, 1])
  })

  it('are empty for an object in no snapshot, and before the first capture', async () => {
    const { query } = await lateObject()
    const fresh = await app.save(BRIDGE_DOMAINS)

    expect(
      (await history.ask(CHANGES, { saved_query: query, dn: LATE, attribute: 'constructor' })).body.changes,
    ).toEqual([])
    expect((await history.ask(CHANGES, { saved_query: query, dn: 'uni/tn-x', attribute: 'mtu' })).body.changes).toEqual(
      [],
    )
    expect((await history.ask(CHANGES, { saved_query: fresh, dn: WEB, attribute: 'mtu' })).body.changes).toEqual([])
  })

  it('report every invalid parameter at once', async () => {
    const { status, body } = await history.ask(CHANGES, { saved_query: 'x', dn: ']', attribute: '' })

    expect([status, Object.keys(body).toSorted()]).toEqual([400, ['attribute', 'dn', 'saved_query']])
  })
})

describe('the rows at an instant', () => {
  it('are those of the newest snapshot at that time', async () => {
    const { query, ids, times } = await lateObject()
    const between = new Date(Date.parse(times[3]!) - 1).toISOString()

    const exact = await history.ask(AT, { saved_query: query, at: times[1] })
    const later = await history.ask(AT, { saved_query: query.toUpperCase(), at: between })

    expect(exact.body).toMatchObject({ saved_query: query, at: times[1], snapshot: ids[1], captured_at: times[1] })
    expect(later.body).toMatchObject({ snapshot: ids[2] })
    expect(later.body.rows).toHaveLength(6)
    expect(later.body.rows.find(({ dn }: any) => dn === LATE).mtu).toBe('2')
  })

  it('are paged on request', async () => {
    const { query, times } = await lateObject()
    const rowsOf = async (parameters: object) =>
      (await history.ask(AT, { saved_query: query, at: times[0], ...parameters })).body.rows
    const all = await rowsOf({})

    expect(await rowsOf({ page: 2, page_size: 2 })).toEqual(all.slice(2, 4))
    expect(await rowsOf({ page: 1 })).toEqual(all)
    expect((await history.ask(AT, { saved_query: query, at: times[0], page: 4, page_size: 2 })).status).toBe(404)
  })

  it('are a 404 before the first capture, or on a connection without captures', async () => {
    const { query, times } = await lateObject()

    const early = await history.ask(AT, { saved_query: query, at: '2020-01-01' })
    const elsewhere = await history.ask(AT, { saved_query: query, at: times[4], controller_connection: randomUUID() })

    expect([early.status, early.body]).toEqual([
      404,
      { detail: 'No snapshot of this query was captured by 2020-01-01T00:00:00.000+00:00.' },
    ])
    expect(elsewhere.status).toBe(404)
  })

  it.each([{ at: 'then' }, { at: '' }, {}])('require an instant: %j is rejected', async (parameters) => {
    const { status, body } = await history.ask(AT, { saved_query: randomUUID(), ...parameters })

    expect([status, Object.keys(body)]).toEqual([400, ['at']])
  })
})

describe('reading the history', () => {
  const paths = (query: string) => [
    `${TIMELINE}?saved_query_id=${query}&dn=${WEB}`,
    `${HEATMAP}?saved_query=${query}`,
    `${CHANGES}?saved_query=${query}&dn=${WEB}&attribute=mtu`,
    `${AT}?saved_query=${query}&at=2040-01-01`,
    dnsPath(query),
  ]

  it('requires the view permission', async () => {
    const query = await app.save(BRIDGE_DOMAINS)
    await capture(query)
    const [outsider, viewer] = [await app.app.userOf(undefined), await app.app.userOf('viewer')]

    for (const path of paths(query)) {
      const answers = await Promise.all([app.app.anonymous, outsider, viewer].map((client) => client.get(path)))
      expect([path, ...answers.map(({ status }) => status)]).toEqual([path, 401, 403, 200])
    }
  })

  it('responds 404 for an unknown query', async () => {
    for (const path of paths(randomUUID())) expect([path, (await app.editor.get(path)).status]).toEqual([path, 404])
  })

  it('has no per-minute limit for DNs, which are requested on every keystroke', async () => {
    const limited = await startSnapshots({ env: { THROTTLE_USER_PER_MINUTE: '20' } })
    const user = await limited.app.userOf('viewer')
    const query = await limited.save(BRIDGE_DOMAINS)

    const dns = await Promise.all(Array.from({ length: 40 }, () => user.get(dnsPath(query))))
    const others = await Promise.all(Array.from({ length: 40 }, () => user.get(`${HEATMAP}?saved_query=${query}`)))

    await limited.stop()
    expect(dns.every(({ status }) => status === 200)).toBe(true)
    expect(others.some(({ status }) => status === 429)).toBe(true)
  })
})

describe('every comparison of two captures', () => {
  it('adds up, however rows are matched', async () => {
    const query = await app.save({
      ...BRIDGE_DOMAINS,
      post_processors: [{ id: 's', type: 'select', config: { columns: ['dn', 'name', 'mtu'] } }],
    })
    let seed = 7
    const random = (below: number): number => (seed = (seed * 16807) % 2147483647) % below
    const shots = []
    for (let round = 0; round < 6; round++) {
      for (const letter of 'abcdef') {
        const dn = `uni/tn-B/BD-r${letter}`
        store().delete(dn)
        if (random(3) > 0) store().add('fvBD', dn, { name: `n${random(2)}`, mtu: String(random(3)) })
      }
      shots.push(await capture(query))
    }
    for (const letter of 'abcdef') store().delete(`uni/tn-B/BD-r${letter}`)

    for (const [index, a] of shots.entries()) {
      for (const b of shots.slice(index)) {
        for (const key_fields of [undefined, ['name'], ['mtu', 'name'], ['dn']]) {
          const { body } = await history.compare({
            snapshot_a: a.id,
            snapshot_b: b.id,
            ...(key_fields && { key_fields }),
            ignore_fields: [],
          })
          const { added, removed, changed, unchanged } = body.summary
          expect([removed + changed + unchanged, added + changed + unchanged]).toEqual([a.row_count, b.row_count])
          expect([body.added.length, body.removed.length, body.changed.length]).toEqual([added, removed, changed])
          if (a === b) expect(added + removed + changed).toBe(0)
        }
      }
    }
  })
})
