import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DAY, MINUTE } from '../../kernel/durations.ts'
import { createManualClock } from '../../testing/manual-clock.ts'
import { QUERIES, type Runs, startRuns } from '../../testing/start-runs.ts'
import { createIdempotencyService } from './idempotency.service.ts'

const CATEGORIES = '/api/queries/categories/'
const TOKENS = '/api/auth/tokens/'
const keyed = (key: string) => ({ 'idempotency-key': key })
const folder = (name: string) => ({ name, parent: null })

describe('Idempotency-Key', () => {
  let runs: Runs
  beforeAll(async () => {
    runs = await startRuns()
  })
  afterAll(() => runs.stop())

  const stored = (): Promise<{ rows: readonly { status: number | null; answer_sealed: string | null }[] }> =>
    runs.app.app.platform.database.db.execute('select * from idempotency_keys') as never

  it('makes a thing once, and gives the first answer again', async () => {
    const { editor } = runs
    const first = await editor.post(CATEGORIES, folder('Once'), keyed('once'))
    const again = await editor.post(CATEGORIES, folder('Once'), keyed('once'))

    expect([first.status, again.status]).toEqual([201, 201])
    expect(again.body).toEqual(first.body)
    expect(first.headers.get('idempotency-replayed')).toBeNull()
    expect(again.headers.get('idempotency-replayed')).toBe('true')
    expect(again.headers.get('content-type')).toBe(first.headers.get('content-type'))
    // Without a key it is another request.
    expect((await editor.post(CATEGORIES, folder('Once'))).body.id).not.toBe(first.body.id)
  })

  it('runs a query once', async () => {
    const query = await runs.save({ nodes: [{ id: 't', class_name: 'fvTenant' }] })
    const run = () => runs.editor.post(`${QUERIES}${query}/execute/`, {}, keyed('run'))
    const first = await run()
    const again = await run()

    expect(again.body).toEqual(first.body)
    expect(again.headers.get('idempotency-replayed')).toBe('true')
    const { body: logs } = await runs.editor.get(`/api/queries/execution-logs/?saved_query=${query}`)
    expect(logs.count).toBe(1)
  })

  it('gives a refusal again, too', async () => {
    const first = await runs.editor.post(CATEGORIES, folder(''), keyed('refused'))
    const again = await runs.editor.post(CATEGORIES, folder(''), keyed('refused'))

    expect([first.status, again.status]).toEqual([400, 400])
    expect(again.body).toEqual(first.body)
    expect(again.headers.get('idempotency-replayed')).toBe('true')
  })

  it('is for one request of one user', async () => {
    const other = await runs.app.userOf('editor')
    await runs.editor.post(CATEGORIES, folder('Mine'), keyed('of one'))
    const body = await runs.editor.post(CATEGORIES, folder('Yours'), keyed('of one'))
    const search = await runs.editor.post(`${CATEGORIES}?dry_run=true`, folder('Mine'), keyed('of one'))
    const theirs = await other.post(CATEGORIES, folder('Theirs'), keyed('of one'))
    const token = await runs.editor.post(TOKENS, { name: 'another route' }, keyed('of one'))

    for (const { status, body: refusal } of [body, search])
      expect([status, refusal.code]).toEqual([422, 'idempotency_mismatch'])
    expect([theirs.status, token.status]).toEqual([201, 201])
  })

  it('lets one of many through that come at once', async () => {
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => runs.editor.post(CATEGORIES, folder('Crowd'), keyed('crowd'))),
    )

    const refused = answers.filter(({ status }) => status === 409)
    expect(refused.every(({ body }) => body.code === 'in_progress')).toBe(true)
    const ids = answers.filter(({ status }) => status === 201).map(({ body }) => body.id)
    expect(ids.length + refused.length).toBe(6)
    expect(new Set(ids).size).toBe(1)
  })

  it.each(['', 'x'.repeat(256), 'with\ttab'])('is 1 to 255 printable characters: %j', async (key) => {
    const { status, body } = await runs.editor.post(CATEGORIES, folder('Never'), keyed(key))

    expect([status, body]).toEqual([400, { 'Idempotency-Key': ['Expected 1 to 255 printable characters.'] }])
  })

  it('is nothing to who may not, and to who is not signed in', async () => {
    const viewer = await runs.app.userOf('viewer')
    const before = (await stored()).rows.length

    expect((await viewer.post(CATEGORIES, folder('No'), keyed('no'))).status).toBe(403)
    expect((await runs.app.anonymous.post(CATEGORIES, folder('No'), keyed('no'))).status).toBe(401)
    expect((await stored()).rows.length).toBe(before)
  })

  it('keeps what is shown once under lock and key', async () => {
    const { body } = await runs.editor.post(TOKENS, { name: 'secret' }, keyed('token'))
    const again = await runs.editor.post(TOKENS, { name: 'secret' }, keyed('token'))

    expect(again.body.token).toBe(body.token)
    expect(JSON.stringify((await stored()).rows)).not.toContain(body.token)
  })

  it('is free again at the next start of a process that has its database alone', async () => {
    const { database, secrets, clock } = runs.app.app.platform
    const keys = createIdempotencyService({ database, secrets, clock })
    const claim = () => keys.claim({ userId: runs.editor.id, path: '/x/', key: 'left', request: 'same' })
    await claim()

    await keys.prepare()

    expect((await claim()).kind).toBe(database.kind === 'embedded' ? 'taken' : 'running')
  })

  it('is free again after a day, and when the process that held it died', async () => {
    const { database, secrets } = runs.app.app.platform
    const clock = createManualClock(new Date())
    const keys = createIdempotencyService({ database, secrets, clock })
    const claim = () => keys.claim({ userId: runs.editor.id, path: '/x/', key: 'k', request: 'same' })

    const first = await claim()
    expect(first.kind).toBe('taken')
    expect((await claim()).kind).toBe('running')
    keys.start()
    await clock.leap(10 * MINUTE)
    expect((await claim()).kind).toBe('running')
    // From now on the process says nothing.
    keys.stop()
    await clock.leap(3 * MINUTE)
    const second = await claim()
    if (second.kind !== 'taken') throw new Error(second.kind)
    await keys.keep(second.id, { status: 201, headers: {}, body: 'y'.repeat(1_000_001) })
    expect((await claim()).kind).toBe('not kept')
    await clock.leap(DAY + 1)
    await keys.deleteOld()
    expect((await stored()).rows).toEqual([])
  })
})
