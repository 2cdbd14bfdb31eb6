import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { STDOUT_CHUNK_BYTES } from '@heddle/contract/automation.ts'
import { SECOND } from '../../../kernel/durations.ts'
import { insertExecution, insertRequest } from '../../../testing/automation/insert-executions.ts'
import { scriptedJob, scriptedServer } from '../../../testing/automation/scripted-server.ts'
import { soon } from '../../../testing/executions/background.ts'
import { createManualClock } from '../../../testing/manual-clock.ts'
import { type Client, startTestApp, type TestApp } from '../../../testing/start-test-app.ts'
import { driverWanted, executionChanged } from '../automation.events.ts'
import { automationExecutions, automationRequests } from '../automation.tables.ts'
import { createOutputService } from '../output/output.service.ts'
import { createHints } from '../../../platform/work/hints.ts'

type Received = { readonly type: string; readonly data: Record<string, unknown>; readonly timestamp: string }

const clock = createManualClock(new Date())
const { signal } = new AbortController()
let app: TestApp
let editor: Client & { id: number }
beforeAll(async () => {
  app = await startTestApp({ clock })
  editor = await app.userOf('editor')
})
afterAll(() => app.stop())

const db = () => app.app.platform.database.db
const output = () =>
  createOutputService({ ...app.app.platform, hints: createHints(), requests: { find: async () => undefined } })

/** An execution of the editor's. */
async function started(values: Parameters<typeof insertExecution>[1] = {}) {
  const requestId = await insertRequest(db(), { userId: editor.id })
  return { requestId, id: await insertExecution(db(), { requestId, ...values }) }
}
const changed = (request_id: string, execution_id: string | null) =>
  app.app.platform.events.publish(executionChanged, { request_id, execution_id })
async function update(id: string, requestId: string, values: Partial<typeof automationExecutions.$inferInsert>) {
  await db().update(automationExecutions).set(values).where(eq(automationExecutions.id, id))
  await changed(requestId, id)
}
async function end(id: string, requestId: string, status: 'successful' | 'failed' = 'successful') {
  const at = clock.now()
  const transitions = [
    { from: 'pending', to: 'running', at: '2026-03-02T09:00:01.000+00:00' },
    { from: 'running', to: status, at: at.toISOString().replace('Z', '+00:00') },
  ] as const
  await update(id, requestId, { status, transitions: [...transitions], finishedAt: at, artifacts: { changed: 3 } })
}

async function listen(path: string, client: Client = editor) {
  const { ticket } = (await client.post('/api/ws-ticket/')).body
  const socket = app.socket(`${path}?ticket=${ticket}`)
  const frames: Received[] = []
  socket.raw.on('message', (data: Buffer) => {
    const frame = JSON.parse(data.toString()) as Received
    if (frame.type !== 'ping') frames.push(frame)
  })
  return {
    frames,
    closed: socket.closed,
    raw: socket.raw,
    close: socket.close,
    types: () => frames.map(({ type }) => type),
  }
}
const ofExecution = (id: string, client?: Client) => listen(`/ws/automation/execution/${id}/`, client)
const ofRequest = (id: string, client?: Client) => listen(`/ws/automation/request/${id}/`, client)

/** What a reader has, who puts each text where its offset says. */
function readerOf(frames: readonly Received[]): string {
  let text = Buffer.alloc(0)
  for (const { type, data } of frames) {
    if (type === 'stdout_replaced') text = text.subarray(0, data.offset as number)
    if (type !== 'stdout_chunk') continue
    expect(data.offset).toBe(text.length)
    text = Buffer.concat([text, Buffer.from(data.text as string)])
  }
  return text.toString('utf8')
}
/** Frames without times, with the text between two others in one. */
const merged = (frames: readonly Received[]) =>
  frames.reduce<[string, ...unknown[]][]>((all, { type, data }) => {
    const last = all.at(-1)
    if (type === 'stdout_chunk' && last?.[0] === type) last[1] = `${String(last[1])}${String(data.text)}`
    else all.push(type === 'stdout_chunk' ? [type, data.text] : [type, data])
    return all
  }, [])
const eventsOf = (texts: readonly string[]) => texts.map((stdout, index) => ({ counter: index + 1, stdout }))
async function print(id: string, texts: readonly string[]) {
  const [row] = await db().select().from(automationExecutions).where(eq(automationExecutions.id, id))
  await output().followLive(row!, scriptedServer({ ...scriptedJob(), events: eventsOf(texts) }), signal)
}
async function collect(id: string, text: string) {
  const [row] = await db().select().from(automationExecutions).where(eq(automationExecutions.id, id))
  await output().collect(row!, scriptedServer({ ...scriptedJob(), output: [text] }), signal)
}

describe('the channel of an execution', () => {
  it('tells the same live and later: states, text with its offsets, the end with its artifacts, then 1000', async () => {
    const { id, requestId } = await started()
    const socket = await ofExecution(id)
    await soon(socket.types).toEqual(['status_changed'])
    await print(id, ['one €'])
    await soon(() => readerOf(socket.frames)).toBe('one €\n')
    await print(id, ['one €', 'two'])
    await soon(() => readerOf(socket.frames)).toBe('one €\ntwo\n')
    await end(id, requestId)
    await soon(socket.types).toEqual(['status_changed', 'stdout_chunk', 'stdout_chunk', 'status_changed'])
    await collect(id, 'one €\ntwo\nthree\n')

    expect(await socket.closed).toBe(1000)
    const late = await ofExecution(id)
    expect(await late.closed).toBe(1000)
    expect(merged(socket.frames)).toEqual([
      ['status_changed', { from: 'pending', to: 'running' }],
      ['stdout_chunk', 'one €\ntwo\n'],
      ['status_changed', { from: 'running', to: 'successful' }],
      ['stdout_chunk', 'three\n'],
      ['execution_complete', { status: 'successful', artifacts: { changed: 3 } }],
    ])
    expect(merged(late.frames)).toEqual(merged(socket.frames))
    expect(late.frames.filter(({ type }) => type !== 'stdout_chunk').map(({ timestamp }) => timestamp)).toEqual(
      socket.frames.filter(({ type }) => type !== 'stdout_chunk').map(({ timestamp }) => timestamp),
    )
  })

  it('says where text was replaced that it had sent, and only then', async () => {
    const { id, requestId } = await started()
    const socket = await ofExecution(id)
    await print(id, ['one', 'two live'])
    await soon(() => readerOf(socket.frames)).toBe('one\ntwo live\n')
    await end(id, requestId)
    await collect(id, 'one\ntwo final\nthree\n')

    expect(await socket.closed).toBe(1000)
    const late = await ofExecution(id)
    await late.closed
    expect(socket.frames.filter(({ type }) => type === 'stdout_replaced').map(({ data }) => data)).toEqual([
      { offset: 4 },
    ])
    expect([readerOf(socket.frames), readerOf(late.frames)]).toEqual([
      'one\ntwo final\nthree\n',
      'one\ntwo final\nthree\n',
    ])
    expect(late.types()).not.toContain('stdout_replaced')
  })

  it('misses nothing when no hint arrives', async () => {
    const { id } = await started()
    const socket = await ofExecution(id)
    await soon(socket.types).toEqual(['status_changed'])
    await db()
      .update(automationExecutions)
      .set({ status: 'error', jobId: null, finishedAt: clock.now() })
      .where(eq(automationExecutions.id, id))

    await clock.advance(10 * SECOND)

    expect(await socket.closed).toBe(1000)
    expect(socket.types()).toEqual(['status_changed', 'execution_complete'])
    expect(socket.frames.at(-1)!.data).toEqual({ status: 'error', artifacts: {} })
  })

  it('has live output read while it is open, and not for longer', async () => {
    const { id } = await started()
    const watchedUntil = async () =>
      (await db().select().from(automationExecutions).where(eq(automationExecutions.id, id)))[0]!.watchedUntil
    const wanted: unknown[] = []
    app.app.platform.events.on(driverWanted, (payload) => void wanted.push(payload))
    const socket = await ofExecution(id)
    await soon(watchedUntil).toEqual(new Date(clock.now().getTime() + 30 * SECOND))
    await soon(() => wanted).toHaveLength(1)
    await clock.advance(10 * SECOND)
    expect(await watchedUntil()).toEqual(new Date(clock.now().getTime() + 30 * SECOND))
    const last = await watchedUntil()
    const timers = clock.pendingTimers()

    socket.close()

    await soon(clock.pendingTimers).toBeLessThan(timers)
    await clock.advance(60 * SECOND)
    expect(await watchedUntil()).toEqual(last)
    expect(wanted).toHaveLength(1)
  })

  it('sends a long output to several readers, a slow one among them, whole and without cutting anybody off', async () => {
    const { id, requestId } = await started()
    await end(id, requestId)
    const text = '\u001b[0;33mchanged: [apic1] => €🧵\u001b[0m\n'.repeat(100_000)
    await collect(id, text)

    const sockets = await Promise.all([ofExecution(id), ofExecution(id), ofExecution(id)])
    sockets[0].raw.pause()
    expect(await Promise.all(sockets.slice(1).map(({ closed }) => closed))).toEqual([1000, 1000])
    sockets[0].raw.resume()

    expect(await sockets[0].closed).toBe(1000)
    for (const { frames } of sockets) {
      expect(readerOf(frames)).toBe(text)
      expect(frames.at(-1)!.type).toBe('execution_complete')
    }
    for (const { data } of sockets[0].frames.filter(({ type }) => type === 'stdout_chunk'))
      expect(Buffer.byteLength(data.text as string)).toBeLessThanOrEqual(STDOUT_CHUNK_BYTES)
  })

  it('closes with 4004 if there is none, and with 4003 if its request may not be seen', async () => {
    const { id, requestId } = await started()

    for (const none of [randomUUID(), 'no-id']) {
      expect(await (await ofExecution(none)).closed).toBe(4004)
      expect(await (await ofRequest(none)).closed).toBe(4004)
    }
    const nobody = await app.userOf(undefined)
    expect(await (await ofExecution(id, nobody)).closed).toBe(4003)
    expect(await (await ofRequest(requestId, nobody)).closed).toBe(4003)
  })
})

describe('the channel of a request', () => {
  it('begins with the request, goes on live, and ends with it', async () => {
    const { id, requestId } = await started({ status: 'pending', jobId: null, transitions: [] })
    const socket = await ofRequest(requestId)
    await soon(socket.types).toEqual(['request_status'])
    await update(id, requestId, { jobId: 1234 })
    await soon(socket.types).toEqual(['request_status', 'execution_spawned'])
    await end(id, requestId)
    await soon(() => socket.types().at(-1)).toBe('request_status')
    const finishedAt = new Date(Date.parse('2026-03-02T09:00:00Z') + 12_345)
    await db()
      .update(automationRequests)
      .set({ status: 'succeeded', finishedAt })
      .where(eq(automationRequests.id, requestId))
    await changed(requestId, null)

    expect(await socket.closed).toBe(1000)
    expect(socket.frames[1]!.data).toEqual({ execution_id: id, automation_job_id: 1234 })
    expect(socket.frames.at(-1)).toMatchObject({
      type: 'request_complete',
      data: { status: 'succeeded', duration_ms: 12_345 },
    })
    const late = await ofRequest(requestId)
    expect(await late.closed).toBe(1000)
    expect(late.frames).toEqual(socket.frames)
  })
})

describe('the output of an execution', () => {
  const stdout = (id: string, query = '', client: Client = editor) =>
    client.get(`/api/automation/executions/${id}/stdout/${query}`)

  it('is served in chunks', async () => {
    const { id, requestId } = await started()
    await end(id, requestId)
    const text = 'x€\n'.repeat(50_000)
    await collect(id, text)

    const pages = [await stdout(id), await stdout(id, '?page=2'), await stdout(id, '?page=3')]

    expect(pages.map(({ body }) => body.results[0].text).join('')).toBe(text)
    expect(pages[0]!.body).toMatchObject({
      count: 3,
      previous: null,
      next: expect.stringContaining('page=2'),
      chunk_size: 102_400,
      complete: true,
    })
    expect(pages.map(({ body }) => body.results[0].offset)).toEqual([0, 102_400, 204_800])
    expect((await stdout(id, '?page_size=200')).body.results).toHaveLength(3)
    expect((await stdout(id, '?page=4')).status).toBe(404)
  })

  it('is an empty list while there is none', async () => {
    const { id } = await started()

    expect((await stdout(id)).body).toEqual({
      count: 0,
      next: null,
      previous: null,
      chunk_size: 102_400,
      complete: false,
      results: [],
    })
  })

  it('is waited for when the execution has just ended', async () => {
    const { id, requestId } = await started()
    await end(id, requestId)
    const timers = clock.pendingTimers()
    const answer = stdout(id)
    await soon(clock.pendingTimers).toBeGreaterThan(timers)

    await collect(id, 'all\n')

    expect((await answer).body).toMatchObject({ complete: true, results: [{ offset: 0, text: 'all\n' }] })
  })

  it('is served as far as it is there after five seconds', async () => {
    const { id, requestId } = await started()
    await print(id, ['some'])
    // Another process reads the output, and takes its time.
    await db()
      .update(automationExecutions)
      .set({ collectUntil: new Date('2100-01-01') })
      .where(eq(automationExecutions.id, id))
    await end(id, requestId)
    const timers = clock.pendingTimers()
    const answer = stdout(id)
    await soon(clock.pendingTimers).toBeGreaterThan(timers)

    await clock.advance(5 * SECOND)

    expect((await answer).body).toMatchObject({ complete: false, results: [{ text: 'some\n' }] })
  })

  it('is for those who see the request and hold the permission', async () => {
    const { id } = await started()

    expect((await stdout(id, '', await app.userOf(undefined))).status).toBe(403)
    expect((await stdout(randomUUID())).status).toBe(404)
    expect((await stdout('no-id')).status).toBe(404)
    expect((await stdout(id, '?page=0')).status).toBe(400)
  })
})
