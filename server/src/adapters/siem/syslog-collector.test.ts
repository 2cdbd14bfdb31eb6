import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { recordOfSignIn } from '@heddle/domain/records/sign-in-record.ts'
import { startSyslogCollector, type SyslogCollector } from '@heddle/simulators/collector/start-syslog-collector.ts'
import { serverCertificate } from '@heddle/simulators/shared/certificates.ts'
import { createSyslogCollector } from './syslog-collector.ts'
import type { SiemTls } from './siem-collectors.ts'

const opened: { close: () => Promise<unknown> }[] = []
afterEach(async () => {
  for (const one of opened.splice(0)) await one.close()
})

const IDENTITY = { host: 'heddle-1', instance: '1', version: '1.2.3' }
const never = new AbortController().signal
const eventsOf = (count: number) =>
  Array.from({ length: count }, (_, index) =>
    recordOfSignIn(
      {
        ...{ id: index + 1, username: `user-${index} ü`, success: true, failureReason: '' },
        ...{ ipAddress: null, userAgent: 'x'.repeat(500), attemptedAt: new Date('2026-03-02T09:00:00Z') },
      },
      { version: '1.2.3', uid: `uid-${index}` },
    ),
  )

async function start(options: Parameters<typeof startSyslogCollector>[0] = {}): Promise<SyslogCollector> {
  const collector = await startSyslogCollector(options)
  opened.push(collector)
  return collector
}

const senderTo = (port: number, tls: SiemTls, timeoutMs = 2_000) =>
  createSyslogCollector({ host: '127.0.0.1', port, tls, mostBytes: 8_192, identity: IDENTITY, timeoutMs })

/** Something else than a collector. */
async function listen(welcome: (socket: Socket) => void): Promise<number> {
  const sockets: Socket[] = []
  const server = createServer((socket) => {
    sockets.push(socket.on('error', () => undefined))
    welcome(socket)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  opened.push({
    close: async () => {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  })
  const address = server.address()
  return typeof address === 'object' && address !== null ? address.port : 0
}

describe('a batch for a syslog collector', () => {
  it('is taken once the collector has read all of it', async () => {
    const { port, ca, messages, faults } = await start()

    const taken = await senderTo(port, { ca }).send(eventsOf(500), never)

    expect(taken).toEqual({ ok: true, refused: 0 })
    expect(messages).toHaveLength(500)
    expect(messages.map(({ data }) => data['heddle@32473']!['id'])).toEqual(eventsOf(500).map(({ uid }) => uid))
    expect(faults).toEqual([])
  })

  it('is not taken when the collector dies in the middle of it', async () => {
    const collector = await start()
    collector.fails({ kind: 'reset', after: 100 })

    const taken = await senderTo(collector.port, { ca: collector.ca }).send(eventsOf(1_000), never)

    expect(taken).toMatchObject({ ok: false, failure: { kind: 'interrupted' } })
    expect(collector.messages).toHaveLength(100)
  })

  it.each([1, 12_000])('of %i is not taken when the collector accepts and never reads', async (count) => {
    const collector = await start()
    collector.fails({ kind: 'deaf' })

    const taken = await senderTo(collector.port, { ca: collector.ca }, 500).send(eventsOf(count), never)

    expect(taken).toMatchObject({ ok: false, failure: { kind: 'timeout' } })
  })

  it('is not taken when the port does not speak TLS', async () => {
    const port = await listen((socket) => socket.end('220 hello\r\n'))

    const taken = await senderTo(port, {}).send(eventsOf(1), never)

    expect(taken).toMatchObject({ ok: false, failure: { kind: 'tls' } })
  })

  it('is not taken when the port accepts and says nothing', async () => {
    const port = await listen(() => undefined)

    const taken = await senderTo(port, {}, 300).send(eventsOf(1), never)

    expect(taken).toMatchObject({
      ok: false,
      failure: { kind: 'timeout', message: 'The collector did not finish the TLS handshake in time.' },
    })
  })

  it.each([
    ['self-signed', /./],
    ['expired', 'The certificate has expired.'],
    ['wrong-host', 'The certificate is for another host name.'],
  ] as const)('never leaves for a collector with a certificate that is %s', async (certificate, message) => {
    const { port, ca, messages } = await start({ certificate })
    const trusted = certificate === 'self-signed' ? serverCertificate('trusted').ca : ca

    const taken = await senderTo(port, { ca: trusted }).send(eventsOf(1), never)

    expect(taken).toMatchObject({ ok: false, failure: { kind: 'tls', message: expect.stringMatching(message) } })
    expect(messages).toEqual([])
  })

  it('is not taken when nobody listens', async () => {
    const { port, close } = await startSyslogCollector()
    await close()

    expect(await senderTo(port, {}).send(eventsOf(1), never)).toMatchObject({
      ok: false,
      failure: { kind: 'unreachable' },
    })
  })

  it('is taken with a certificate of our own where the collector asks for one, and not without', async () => {
    const { key, chain, ca: clientCa } = serverCertificate('trusted')
    const { port, ca, messages } = await start({ clientCa })

    const without = await senderTo(port, { ca }).send(eventsOf(1), never)
    const withOne = await senderTo(port, { ca, key, cert: chain }).send(eventsOf(1), never)

    expect([without.ok, withOne.ok]).toEqual([false, true])
    expect(messages).toHaveLength(1)
  })

  it('is let go of at once when the process stops', async () => {
    const collector = await start()
    collector.fails({ kind: 'deaf' })
    const stopping = new AbortController()
    const sending = senderTo(collector.port, { ca: collector.ca }, 60_000).send(eventsOf(1), stopping.signal)
    await expect.poll(collector.connections).toBe(1)

    stopping.abort()

    expect((await sending).ok).toBe(false)
  })
})
