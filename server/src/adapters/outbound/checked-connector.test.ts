import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, BlockList, type Socket } from 'node:net'
import { Pool } from 'undici'
import { expect, it, onTestFinished } from 'vitest'
import { checkedConnector, IDLE_LIMITS } from './checked-connector.ts'
import { buildDenyList } from './deny-list.ts'

it('an idle connection is closed within seconds, however long the server would keep it', async () => {
  const server = createServer((_request, response) => response.setHeader('keep-alive', 'timeout=600').end('{}'))
  server.keepAliveTimeout = 600_000
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  const connector = checkedConnector({ deny: new BlockList(), verifyTls: true, connectTimeoutMs: 1_000 })
  const pool = new Pool(`http://127.0.0.1:${port}`, { connect: connector.connect, ...IDLE_LIMITS })
  onTestFinished(() => pool.destroy())
  const connected = once(server, 'connection') as Promise<[Socket]>
  const startedMs = performance.now()

  await (await pool.request({ method: 'GET', path: '/' })).body.dump()
  const [socket] = await connected
  await once(socket, 'close')

  expect(performance.now() - startedMs).toBeLessThan(10_000)
})

/** A server on loopback, and how to ask it by any name. */
async function startServer() {
  const server = createServer((_request, response) => response.setHeader('connection', 'close').end('{}'))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => void server.close())
  let connections = 0
  server.on('connection', () => connections++)
  return { port: (server.address() as AddressInfo).port, connections: () => connections }
}

function poolOf(origin: string, denied: string, resolve = async () => [{ address: '127.0.0.1', family: 4 }]) {
  const list = buildDenyList([denied])
  if (!list.ok) throw new Error(list.message)
  const addresses: string[] = []
  const connector = checkedConnector({
    deny: list.deny,
    verifyTls: true,
    connectTimeoutMs: 1_000,
    resolve,
    onAddress: (address) => addresses.push(address),
  })
  const pool = new Pool(origin, { connect: connector.connect, ...IDLE_LIMITS })
  onTestFinished(() => pool.destroy())
  const ask = async () => {
    await (await pool.request({ method: 'GET', path: '/' })).body.dump()
  }
  return { ask, addresses }
}

it('a name that leads somewhere else at the next connection is judged again', async () => {
  const { port, connections } = await startServer()
  const answers = ['127.0.0.1', '127.0.0.2']
  const { ask, addresses } = poolOf(`http://rebinding.example:${port}`, '127.0.0.2/32', async () => [
    { address: answers.shift()!, family: 4 },
  ])

  await ask()

  await expect(ask()).rejects.toMatchObject({ code: 'ERR_ADDRESS_DENIED' })
  expect(addresses).toEqual(['127.0.0.1', '127.0.0.2'])
  expect(connections()).toBe(1)
})

it('one denied address among several refuses the name', async () => {
  const { port, connections } = await startServer()
  const { ask } = poolOf(`http://mixed.example:${port}`, '127.0.0.2/32', async () => [
    { address: '127.0.0.1', family: 4 },
    { address: '127.0.0.2', family: 4 },
  ])

  await expect(ask()).rejects.toMatchObject({ code: 'ERR_ADDRESS_DENIED' })
  expect(connections()).toBe(0)
})

it.each([
  '127.0.0.1',
  '0.0.0.0',
  '[::]',
  '[::ffff:127.0.0.1]',
  '[::ffff:7f00:1]',
  '2130706433',
  '0x7f.1',
  '017700000001',
])('no spelling of an address gets around the list: %s', async (host) => {
  const { port, connections } = await startServer()
  const { ask } = poolOf(new URL(`http://${host}:${port}`).origin, '127.0.0.0/8')

  await expect(ask()).rejects.toMatchObject({ code: 'ERR_ADDRESS_DENIED' })
  expect(connections()).toBe(0)
})
