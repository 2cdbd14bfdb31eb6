import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, BlockList, type Socket } from 'node:net'
import { Pool } from 'undici'
import { expect, it, onTestFinished } from 'vitest'
import { checkedConnector, IDLE_LIMITS } from './checked-connector.ts'

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
