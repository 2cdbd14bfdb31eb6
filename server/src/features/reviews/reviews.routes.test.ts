import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  BRIDGE_DOMAINS,
  HISTORY,
  type Snapshots,
  SNAPSHOTS,
  startSnapshots,
} from '../../testing/snapshots/start-snapshots.ts'
import type { Client } from '../../testing/start-test-app.ts'

const REVIEWS = `${HISTORY}reviews/`
const WEB = 'uni/tn-A/BD-web'

let app: Snapshots
let viewer: Client
beforeAll(async () => {
  app = await startSnapshots()
  viewer = await app.app.userOf('viewer')
})
afterAll(() => app.stop())

async function twoSnapshots() {
  const query = await app.save(BRIDGE_DOMAINS)
  const [before, after] = [await app.captured(query), await app.captured(query)]
  return { snapshot_a: before.id as string, snapshot_b: after.id as string }
}
type Pair = Awaited<ReturnType<typeof twoSnapshots>>
const mark = (pair: Pair, others: object = {}, client: Client = app.editor) =>
  client.post(REVIEWS, { ...pair, rows: [{ key: WEB, fields: ['mtu'] }], ...others })
const marked = async ({ snapshot_a: a, snapshot_b: b }: Pair, client: Client = viewer) =>
  client.get(`${REVIEWS}?snapshot_a=${a}&snapshot_b=${b}`)

describe('a change that was reviewed', () => {
  it('is marked for everybody, in both directions, with who did it', async () => {
    const pair = await twoSnapshots()
    const me = (await app.editor.get('/api/auth/profile/')).body.username

    const { status, body } = await mark(pair)

    expect(status).toBe(200)
    expect(body.reviewed).toEqual([
      { key: WEB, fields: ['mtu'], reviewed_by: me, reviewed_at: expect.stringMatching(/^20/) },
    ])
    expect((await marked(pair)).body).toEqual(body)
    const swapped = { snapshot_a: pair.snapshot_b.toUpperCase(), snapshot_b: pair.snapshot_a }
    expect((await marked(swapped)).body).toEqual(body)
    expect((await marked(await twoSnapshots())).body).toEqual({ reviewed: [] })
  })

  it('is marked once, and no longer when the mark is taken away', async () => {
    const pair = await twoSnapshots()
    await mark(pair)
    const rows = [{ key: WEB, fields: ['mtu', 'descr'] }, { key: WEB, fields: ['mtu'] }, { key: `${WEB} #2` }]

    const again = await mark(pair, { rows })

    expect(new Map(again.body.reviewed.map(({ key, fields }: any) => [key, fields]))).toEqual(
      new Map([
        [WEB, ['mtu']],
        [`${WEB} #2`, []],
      ]),
    )
    const fewer = await mark(pair, { reviewed: false, rows: [{ key: WEB }] })
    expect(fewer.body.reviewed.map(({ key }: any) => key)).toEqual([`${WEB} #2`])
  })

  it('is forgotten with either of its captures', async () => {
    const pair = await twoSnapshots()
    await mark(pair)

    await app.editor.delete(`${SNAPSHOTS}${pair.snapshot_a}/`)

    expect((await marked(pair)).status).toBe(404)
    const left = await app.sql('select count(*)::int as count from change_reviews where $1 in (first_id, second_id)', [
      pair.snapshot_b,
    ])
    expect(left).toEqual([{ count: 0 }])
  })

  it('requires permission to change snapshots; everybody who sees snapshots sees the mark', async () => {
    const pair = await twoSnapshots()

    expect((await mark(pair, {}, viewer)).status).toBe(403)
    expect((await marked(pair, viewer)).status).toBe(200)
    expect((await marked(pair, await app.app.userOf(undefined))).status).toBe(403)
  })

  it('has a limit of bytes, above which nothing is marked', async () => {
    const pair = await twoSnapshots()
    const rows = (from: number) => Array.from({ length: 500 }, (_, index) => ({ key: `${from + index}`.padEnd(3_990) }))
    const statuses: number[] = []

    for (const from of [0, 500, 1_000]) statuses.push((await mark(pair, { rows: rows(from) })).status)

    expect(statuses).toEqual([200, 200, 400])
    expect((await marked(pair)).body.reviewed).toHaveLength(1_000)
  })

  it('says everything that is wrong with it', async () => {
    const none = { snapshot_a: randomUUID(), snapshot_b: randomUUID() }

    const gone = await mark(none)

    expect([gone.status, Object.keys(gone.body).sort()]).toEqual([400, ['snapshot_a', 'snapshot_b']])
    const bad = await mark({ ...none, snapshot_b: 'live' }, { rows: [] })
    expect([bad.status, Object.keys(bad.body).sort()]).toEqual([400, ['rows', 'snapshot_b']])
    expect((await marked(none)).status).toBe(404)
  })
})
