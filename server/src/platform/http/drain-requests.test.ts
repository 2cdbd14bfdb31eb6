import websocket from '@fastify/websocket'
import Fastify, { type FastifyInstance } from 'fastify'
import { Agent, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createDraining, type Draining } from '../draining.ts'
import { drainRequests } from './drain-requests.ts'

let app: FastifyInstance
let port: number
let draining: Draining
let drained: { close: () => Promise<void> }
let agent: Agent
let entered: PromiseWithResolvers<void>
let gate: PromiseWithResolvers<void>

async function listen(graceMs: number): Promise<void> {
  draining = createDraining(graceMs)
  app = Fastify({ return503OnClosing: false })
  drained = drainRequests(app, { draining, interrupt: () => gate.resolve() })
  await app.register(websocket)
  app.get('/slow', async () => {
    entered.resolve()
    await gate.promise
    return 'done'
  })
  app.get('/quick', async () => 'done')
  await app.listen({ host: '127.0.0.1', port: 0 })
  port = (app.server.address() as AddressInfo).port
}

beforeEach(() => {
  agent = new Agent({ keepAlive: true, maxSockets: 1 })
  entered = Promise.withResolvers()
  gate = Promise.withResolvers()
})
afterEach(async () => {
  agent.destroy()
  await app.close()
})

function get(path: string, through = agent): Promise<{ status: number; connection: string | undefined }> {
  return new Promise((resolve, reject) => {
    const sent = request({ port, host: '127.0.0.1', path, agent: through }, (reply) => {
      reply.resume().once('end', () => resolve({ status: reply.statusCode!, connection: reply.headers.connection }))
    })
    sent.once('error', reject).end()
  })
}

function stop(): Promise<void> {
  draining.begin()
  return drained.close()
}

describe('a server that stops', () => {
  it('answers what is in progress, says that it was the last answer, and ends then', async () => {
    await listen(60_000)
    const running = get('/slow')
    await entered.promise

    const stopped = stop()
    gate.resolve()

    expect(await running).toEqual({ status: 200, connection: 'close' })
    await stopped
  })

  it('answers one more request on each connection that was idle', async () => {
    await listen(10_000)
    const other = new Agent({ keepAlive: true })
    await Promise.all([get('/quick'), get('/quick', other)])

    const stopped = stop()

    expect(await get('/quick')).toEqual({ status: 200, connection: 'close' })
    expect(await get('/quick', other)).toEqual({ status: 200, connection: 'close' })
    await stopped
  })

  it('accepts no new connection', async () => {
    await listen(10_000)
    await get('/quick')

    const stopped = stop()
    const refused = new Promise((resolve) =>
      request({ port, host: '127.0.0.1', agent: false }).once('error', resolve).end(),
    )

    expect(await refused).toMatchObject({ code: 'ECONNREFUSED' })
    await stopped
  })

  it('interrupts what takes too long, and answers that too', async () => {
    await listen(500)
    const running = get('/slow')
    await entered.promise

    await stop()

    expect(await running).toEqual({ status: 200, connection: 'close' })
  })
})
