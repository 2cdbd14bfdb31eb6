import { describe, expect, it } from 'vitest'
import { never, startScripted, startWorkbench, targetAt } from './testing/controller-workbench.ts'
import { startSilent } from './testing/silent-server.ts'

const PATH = '/api/class/fvTenant.json'
const dropped = {
  ok: false,
  failure: { reason: 'cancelled', message: 'The controller connection was changed, deleted or closed.' },
}

async function startHanging() {
  let arrived = (): void => undefined
  const arrival = new Promise<void>((resolve) => (arrived = resolve))
  const controller = await startScripted({ answer: () => arrived() })
  return { controller, arrival }
}

describe('ControllerPool', () => {
  it('keeps one session per connection for all runs', async () => {
    const controller = await startScripted()
    const { pool } = startWorkbench()

    await pool.client(targetAt(controller.host)).get(PATH, { signal: never })
    await pool.client(targetAt(controller.host)).get(PATH, { signal: never })

    expect(controller.requests.map(({ path }) => path)).toEqual(['/api/aaaLogin.json', PATH, PATH])
  })

  it('drops a connection at once: requests in flight end, sockets close, the old client accepts no more requests', async () => {
    const { controller, arrival } = await startHanging()
    const { pool } = startWorkbench()
    const client = pool.client(targetAt(controller.host))
    const request = client.get(PATH, { signal: never })
    await arrival

    await pool.drop('c1')
    const answer = await request
    await controller.noSocketsLeft()

    expect(answer).toEqual(dropped)
    expect(await client.get(PATH, { signal: never })).toEqual(dropped)
    expect([client.openSockets, controller.openSockets()]).toEqual([0, 0])
  })

  it('drops a connection even in the middle of a TLS handshake', async () => {
    const silent = await startSilent()
    const { pool } = startWorkbench({ connectTimeoutMs: 600_000 })
    const request = pool.client(targetAt(`https://127.0.0.1:${silent.port}`)).get(PATH, { signal: never })
    await silent.connected

    await pool.drop('c1')
    await silent.closed

    expect(await request).toEqual(dropped)
  })

  it('opens a new session for another revision, and ends requests in flight in the old one', async () => {
    const { controller, arrival } = await startHanging()
    const other = await startScripted()
    const { pool } = startWorkbench()
    const old = pool.client(targetAt(controller.host)).get(PATH, { signal: never })
    await arrival

    const answer = await pool.client(targetAt(other.host, { revision: 2 })).get(PATH, { signal: never })

    expect(answer.ok).toBe(true)
    expect(await old).toEqual(dropped)
  })

  it('closes idle sockets and opens new ones at the next use', async () => {
    const controller = await startScripted()
    const { pool, clock } = startWorkbench({ idleMs: 60_000 })
    const client = pool.client(targetAt(controller.host))
    await client.get(PATH, { signal: never })

    clock.advance(59_999)
    await pool.closeIdle()
    const before = client.openSockets
    clock.advance(1)
    await pool.closeIdle()
    const after = client.openSockets
    const answer = await client.get(PATH, { signal: never })

    expect(before).toBeGreaterThan(0)
    expect(after).toBe(0)
    expect(answer.ok).toBe(true)
  })

  it('does not treat a request in flight as idle', async () => {
    const { controller, arrival } = await startHanging()
    const { pool, clock } = startWorkbench({ idleMs: 60_000 })
    const client = pool.client(targetAt(controller.host))
    const request = client.get(PATH, { signal: never })
    await arrival

    clock.advance(3_600_000)
    await pool.closeIdle()
    const open = client.openSockets
    await pool.drop('c1')

    expect(open).toBeGreaterThan(0)
    expect(await request).toEqual(dropped)
  })

  it('ends requests, logs out and leaves no socket when it closes', async () => {
    const { controller, arrival } = await startHanging()
    const { pool } = startWorkbench()
    const request = pool.client(targetAt(controller.host)).get(PATH, { signal: never })
    await arrival

    await pool.close()
    await controller.noSocketsLeft()

    expect(await request).toEqual(dropped)
    expect(controller.requests.at(-1)).toMatchObject({
      method: 'POST',
      path: '/api/aaaLogout.json',
      cookie: 'APIC-cookie=token-1',
    })
    expect(controller.openSockets()).toBe(0)
  })

  it('warns at each use of a connection whose certificate is not verified', () => {
    const { pool, logLines } = startWorkbench()

    pool.client(targetAt('apic1', { verifySsl: false }))
    pool.client(targetAt('apic1', { verifySsl: false }))
    pool.client(targetAt('apic2', { connectionId: 'c2' }))

    expect(logLines.map((line) => JSON.parse(line) as unknown)).toEqual(
      Array(2).fill(
        expect.objectContaining({
          level: 40,
          connection_id: 'c1',
          msg: 'the certificate of this controller is not verified',
        }),
      ),
    )
  })
})
