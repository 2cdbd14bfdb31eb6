import type { Heddle } from '@heddle/client'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { DAY, HOUR, MINUTE } from '../../kernel/durations.ts'
import { createManualClock, type ManualClock } from '../../testing/manual-clock.ts'
import type { Client } from '../../testing/start-test-app.ts'
import {
  BRIDGE_DOMAINS,
  HISTORY,
  SETTINGS,
  type Snapshots,
  startSnapshots,
} from '../../testing/snapshots/start-snapshots.ts'
import { snapshotsFeature } from './index.ts'

const PREVIEW = `${HISTORY}cleanup/preview/`
const EXECUTE = `${HISTORY}cleanup/execute/`
const NONE = { '7d': 0, '30d': 0, '90d': 0, '1y': 0, forever: 0 }

let app: Snapshots
let clock: ManualClock
let query: string
let otherQuery: string
let renames = 0

beforeAll(async () => {
  clock = createManualClock()
  app = await startSnapshots({ clock })
  query = await app.save(BRIDGE_DOMAINS)
  otherQuery = await app.save(BRIDGE_DOMAINS)
})
afterAll(() => app.stop())
beforeEach(async () => {
  await app.sql('truncate snapshot_lineages, snapshot_settings cascade')
})

/** A snapshot whose rows no other has. */
async function captureNew(query: string, policy: string, client: Client): Promise<string> {
  app.controller.store.update('uni/tn-B/BD-bare', { name: `bare-${++renames}` })
  await clock.leap(MINUTE)
  return (await app.captured(query, { retention_policy: policy }, client)).id
}
const user = () => app.app.userOf('editor')
// Its session is refreshed while the clock moves, until it has been idle for too long.
const signIn = async (): Promise<Heddle> => app.app.heddle(await app.app.signIn('admin', 'correct horse battery'))

describe('a clean-up', () => {
  it('deletes expired snapshots and frees what the preview says', async () => {
    for (const policy of ['7d', '7d', '30d', '90d', '1y', 'forever']) await captureNew(query, policy, await user())
    await clock.leap(31 * DAY)
    const admin = await signIn()

    const { cleanup, snapshots } = admin.history
    const preview = await cleanup.preview()
    const done = await cleanup.execute()

    expect(preview.will_delete).toEqual({ ...NONE, '7d': 2, '30d': 1 })
    expect(preview.total_bytes_reclaimed).toBeGreaterThan(0)
    expect(done).toEqual(preview)
    expect(await cleanup.preview()).toEqual({ will_delete: NONE, total_bytes_reclaimed: 0 })
    expect(await cleanup.execute()).toEqual({ will_delete: NONE, total_bytes_reclaimed: 0 })
    const left = (await snapshots.list({ saved_query: query })).results
    expect(left.map(({ retention_policy }) => retention_policy)).toEqual(['forever', '1y', '90d'])
    for (const { id } of left) expect((await snapshots.get(id)).rows).toHaveLength(5)
  })

  it('keeps a snapshot until the instant it expires', async () => {
    await captureNew(query, '7d', await user())
    await clock.leap(7 * DAY - HOUR)
    const { cleanup } = (await signIn()).history
    await clock.leap(HOUR - 1)
    const before = (await cleanup.preview()).will_delete

    await clock.leap(1)

    expect(before).toEqual(NONE)
    expect((await cleanup.preview()).will_delete).toEqual({ ...NONE, '7d': 1 })
  })

  it('keeps pinned snapshots', async () => {
    const owner = await user()
    const [pinned, released] = [await captureNew(query, '7d', owner), await captureNew(query, '7d', owner)]
    const { snapshots } = (await app.app.heddle(owner)).history
    await snapshots.pin(pinned)
    await snapshots.pin(released)
    await snapshots.pin(released, { pinned: false })
    await clock.leap(8 * DAY)

    const { will_delete } = await (await signIn()).history.cleanup.execute()

    expect(will_delete).toEqual({ ...NONE, '7d': 1 })
    expect(await storedIds()).toEqual([pinned])
  })

  it('keeps the first and the last of a query and connection for users who set that', async () => {
    const [keeper, other] = [await user(), await user()]
    await keeper.patch(SETTINGS, { keep_first_and_last: true })
    const ids: string[] = []
    for (let made = 0; made < 4; made++) ids.push(await captureNew(query, '7d', keeper))
    for (let made = 0; made < 2; made++) await captureNew(otherQuery, '7d', other)
    await clock.leap(8 * DAY)

    const { cleanup } = (await signIn()).history
    const preview = await cleanup.preview()
    const done = await cleanup.execute()

    expect(done).toEqual(preview)
    expect(done.will_delete).toEqual({ ...NONE, '7d': 4 })
    expect(await storedIds()).toEqual([ids[0], ids[3]].toSorted())
  })

  it('covers all snapshots for administrators and their own for others', async () => {
    const owner = await user()
    const operator = await app.app.userOf('operator')
    await captureNew(query, '7d', owner)
    const kept = await captureNew(query, '7d', operator)
    await clock.leap(7 * DAY)

    const again = await app.app.heddle(await app.app.signIn((await nameOf(owner))!, 'correct horse battery'))
    const preview = await again.history.cleanup.preview()
    const done = await again.history.cleanup.execute()

    expect(preview.will_delete).toEqual({ ...NONE, '7d': 1 })
    expect(done).toEqual(preview)
    expect(await storedIds()).toEqual([kept])
    expect((await (await signIn()).history.cleanup.preview()).will_delete).toEqual({ ...NONE, '7d': 1 })
  })

  it('requires the view permission to preview and the delete permission to run', async () => {
    const viewer = await app.app.userOf('viewer')

    expect((await app.app.anonymous.get(PREVIEW)).status).toBe(401)
    expect((await app.app.anonymous.post(EXECUTE)).status).toBe(401)
    expect((await viewer.get(PREVIEW)).body).toEqual({ will_delete: NONE, total_bytes_reclaimed: 0 })
    expect((await viewer.post(EXECUTE)).status).toBe(403)
    expect((await (await app.app.userOf(undefined)).get(PREVIEW)).status).toBe(403)
  })

  it('deletes the snapshots of all users once when the system runs it, and is audited', async () => {
    for (const client of [await user(), await user()]) await captureNew(query, '7d', client)
    await clock.leap(8 * DAY)

    await Promise.all([
      app.app.app.features.of(snapshotsFeature).snapshots.cleanUpAll(),
      app.app.app.features.of(snapshotsFeature).snapshots.cleanUpAll(),
    ])

    expect(await storedIds()).toEqual([])
    const { results } = await (await signIn()).audit.logs.list({ action: 'snapshot_cleanup', page_size: 1 })
    expect(results[0]).toMatchObject({ username: 'system', target_id: query, metadata: { will_delete: { '7d': 2 } } })
  })
})

const storedIds = async (): Promise<string[]> =>
  (await app.sql('select id from snapshots order by id')).map(({ id }) => id)
const nameOf = async ({ id }: { id: number }): Promise<string | undefined> =>
  (await app.sql('select username from users where id = $1', [id]))[0]?.username
