import { brotliCompressSync, gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { never, startScripted, startWorkbench, targetAt } from './testing/controller-workbench.ts'
import { loginAnswer, type Script } from './testing/scripted-controller.ts'

const PATH = '/api/class/fvTenant.json'
const TEN_MEGABYTES = 10_000_000

/** A complete response of a controller, with a list of nothing before the end. */
const padded = (answer: string, bytes: number): Buffer =>
  Buffer.from(answer.replace('"imdata":[', `"imdata":[${'{},'.repeat(Math.ceil(bytes / 3))}`))
const LOGIN = padded(loginAnswer('t'), TEN_MEGABYTES)
const EMPTY = Buffer.from(`{"totalCount":"0","imdata":[{}${',{}'.repeat(TEN_MEGABYTES / 3)}]}`)

type Send = (response: Parameters<NonNullable<Script['login']>>[0], body: Buffer, status?: number) => void
const WAYS: readonly [string, Send][] = [
  [
    'announced',
    (response, body, status = 200) => response.writeHead(status, { 'content-length': body.byteLength }).end(body),
  ],
  ['in chunks', (response, body, status = 200) => response.writeHead(status).end(body)],
  [
    'as gzip',
    (response, body, status = 200) => response.writeHead(status, { 'content-encoding': 'gzip' }).end(gzipSync(body)),
  ],
  [
    'as brotli',
    (response, body, status = 200) =>
      response.writeHead(status, { 'content-encoding': 'br' }).end(brotliCompressSync(body)),
  ],
]
const tooBig = { ok: false, failure: { reason: 'too_big', message: expect.stringContaining('256 kB') } }

describe.each(WAYS)('a controller that sends ten megabytes %s', (_way, send) => {
  it('is not read to the end as it answers a login', async () => {
    const controller = await startScripted({ login: (response) => send(response, LOGIN) })
    const { pool } = startWorkbench()

    const login = await pool.client(targetAt(controller.host)).logIn(never)
    const test = await pool.test(targetAt(controller.host))

    expect(login).toMatchObject(tooBig)
    expect(test).toMatchObject({ status: 'failure', step: 'login', message: expect.stringContaining('256 kB') })
  })

  it('gets no session by answering a refresh', async () => {
    const controller = await startScripted({ refresh: (response) => send(response, LOGIN) })
    const { pool, clock } = startWorkbench()
    const client = pool.client(targetAt(controller.host))
    await client.get(PATH, { signal: never })

    clock.advance(5 * 60_000)
    await client.get(PATH, { signal: never })

    expect(controller.requests.at(-1)).toMatchObject({ path: PATH, cookie: 'APIC-cookie=token-2' })
  })

  it('fails a test that reads from it, while pages may have more', async () => {
    const controller = await startScripted({ answer: (response) => send(response, EMPTY) })
    const { pool } = startWorkbench()
    const client = pool.client(targetAt(controller.host))

    expect(await client.getJson(PATH, { signal: never })).toMatchObject(tooBig)
    expect(await pool.test(targetAt(controller.host))).toMatchObject({ status: 'failure', step: 'reading' })
    expect(await client.get(PATH, { signal: never })).toMatchObject({ ok: true })
  })

  it('is known by its status if that is an error', async () => {
    const controller = await startScripted({
      answer: (response) => send(response, EMPTY, 503),
    })
    const client = startWorkbench({ tries: 1 }).pool.client(targetAt(controller.host))

    expect(await client.get(PATH, { signal: never })).toMatchObject({
      ok: false,
      failure: { reason: 'busy', httpStatus: 503 },
    })
  })
})

it('of 256 kB is read, even if it is 85,000 empty objects', async () => {
  const fitting = padded(loginAnswer('t'), 255_000)
  const controller = await startScripted({ login: (response) => response.writeHead(200).end(fitting) })
  const { pool } = startWorkbench()

  expect(await pool.client(targetAt(controller.host)).logIn(never)).toMatchObject({
    ok: false,
    failure: { reason: 'login_failed', message: 'The response to the login was not that of a controller.' },
  })
})
