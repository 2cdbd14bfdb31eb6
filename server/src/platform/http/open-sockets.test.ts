import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { pino } from 'pino'
import { expect, it, onTestFinished } from 'vitest'
import { createHttpServer } from './http-server.ts'
import { limitSockets, mostSockets } from './open-sockets.ts'

it.each([
  ['half of few files', 'Max open files            1024                 1024                 files', 512],
  [
    'all but those that are kept free',
    'Max open files            4096                 4096                 files',
    3_072,
  ],
  [
    'no more than memory has room for',
    'Max open files            1048576              1048576              files',
    10_000,
  ],
  ['the same where nothing says how many files', '', 10_000],
])('allows %s', (_, limits, expected) => {
  expect(mostSockets(`Limit                     Soft Limit           Hard Limit           Units\n${limits}\n`)).toBe(
    expected,
  )
})

it('closes sockets beyond the limit, says so once, and goes on for those who have one', async () => {
  const lines: string[] = []
  const logger = pino({ level: 'warn' }, { write: (line) => void lines.push(line) })
  const app = await createHttpServer({ logger, trustProxy: false, corsOrigins: [] })
  onTestFinished(() => app.close())
  app.get('/', async () => 'still here')
  await app.listen({ port: 0, host: '127.0.0.1' })
  expect(app.server.maxConnections).toBe(mostSockets())
  app.server.removeAllListeners('drop')
  limitSockets(app.server, logger, 2)
  const { port } = app.server.address() as AddressInfo
  const opened = async () => {
    const socket = connect(port, '127.0.0.1')
    await once(socket, 'connect')
    return socket
  }
  const refused = async () =>
    new Promise((resolve) => connect(port, '127.0.0.1').on('error', resolve).resume().on('close', resolve))

  const [first, second] = [await opened(), await opened()]
  await refused()
  await refused()
  first.write('GET / HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n')

  expect((await first.setEncoding('utf8').toArray()).join('')).toMatch(/still here$/)
  expect(lines.map((line) => JSON.parse(line) as object)).toMatchObject([
    { sockets: 2, dropped: 1, msg: 'too many open sockets; closing new ones' },
  ])
  const third = await opened()
  third.write('GET / HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n')
  expect((await third.setEncoding('utf8').toArray()).join('')).toMatch(/still here$/)
  second.destroy()
})
