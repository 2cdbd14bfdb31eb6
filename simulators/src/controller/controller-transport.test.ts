import { get as getPlain } from 'node:http'
import { get as getOverTls, type RequestOptions } from 'node:https'
import { connect } from 'node:net'
import { gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import type { CertificateKind } from '../shared/certificates.ts'
import { startController } from './start-controller.ts'
import { sampleTree } from './testing/sample-tree.ts'
import { login, signIn, startTestController } from './testing/test-client.ts'

function statusOverTls(url: string, options: RequestOptions): Promise<number | string | undefined> {
  return new Promise((resolve) => {
    getOverTls(`${url}/api/aaaListDomains.json`, { ...options, agent: false }, (response) => {
      response.resume()
      resolve(response.statusCode)
    }).on('error', (error: NodeJS.ErrnoException) => resolve(error.code))
  })
}

/** The server's answer to bytes that no HTTP client would send. */
function sayRaw(port: number, text: string): Promise<string> {
  return new Promise((resolve) => {
    let answer = ''
    const socket = connect(port, '127.0.0.1', () => socket.write(text))
    socket.on('data', (data) => (answer += data.toString()))
    socket.on('close', () => resolve(answer))
  })
}

describe('TLS', () => {
  it.each([
    ['trusted', 200],
    ['self-signed', 200],
    ['expired', 'CERT_HAS_EXPIRED'],
    ['wrong-host', 'ERR_TLS_CERT_ALTNAME_INVALID'],
  ] as [CertificateKind, number | string][])(
    'answers a client that trusts the issuer of a %s certificate with %s',
    async (tls, expected) => {
      const simulator = await startTestController({ tls })

      expect(simulator.url).toBe(`https://localhost:${simulator.port}`)
      expect(await statusOverTls(simulator.url, { ca: simulator.ca })).toBe(expected)
    },
  )

  it.each([
    ['trusted', 'SELF_SIGNED_CERT_IN_CHAIN'],
    ['self-signed', 'DEPTH_ZERO_SELF_SIGNED_CERT'],
  ] as [CertificateKind, string][])(
    'presents a %s certificate that a client without its issuer refuses with %s',
    async (tls, code) => {
      const simulator = await startTestController({ tls })

      expect(await statusOverTls(simulator.url, {})).toBe(code)
      expect(await statusOverTls(simulator.url, { rejectUnauthorized: false })).toBe(200)
    },
  )
})

describe('the connection', () => {
  it('is reused for the next request', async () => {
    const simulator = await startTestController({ store: sampleTree() })
    const get = await signIn(simulator)

    for (let count = 0; count < 20; count++) await get('class/fvTenant.json')

    expect(simulator.counters.socketsOpened).toBeLessThan(5)
  })

  it('does not keep the simulator from closing', async () => {
    const simulator = await startController()
    await login(simulator)
    simulator.faults.add({ kind: 'hang', on: 'any' })
    const hanging = login(simulator).catch((error: unknown) => error)
    await expect.poll(() => simulator.counters.running).toBe(1)

    await simulator.close()

    expect(await hanging).toBeInstanceOf(Error)
    expect(simulator.counters.openSockets).toBe(0)
  })

  it('compresses answers for clients that accept it', async () => {
    const simulator = await startTestController({ store: sampleTree() })
    const { token } = await login(simulator)
    const request = (encoding: string) =>
      `GET /api/class/fvBD.json HTTP/1.1\r\nhost: x\r\nconnection: close\r\ncookie: APIC-cookie=${token}\r\naccept-encoding: ${encoding}\r\n\r\n`

    const [plain, packed] = [
      await sayRaw(simulator.port, request('identity')),
      await sayRaw(simulator.port, request('gzip, br')),
    ]

    expect([plain.includes('content-encoding'), packed.includes('content-encoding: gzip')]).toEqual([false, true])
    expect(simulator.requests.at(-1)!.bytesSent).toBeLessThan(simulator.requests.at(-2)!.bytesSent / 2)
  })

  it('sends gzip that unpacks to the same answer', async () => {
    const simulator = await startTestController({ store: sampleTree() })
    const { token } = await login(simulator)

    const text = await new Promise<string>((resolve, reject) => {
      const headers = { cookie: `APIC-cookie=${token}`, 'accept-encoding': 'gzip' }
      getPlain(`${simulator.url}/api/class/fvBD.json`, { headers }, (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('end', () => resolve(gunzipSync(Buffer.concat(chunks)).toString()))
      }).on('error', reject)
    })

    expect(JSON.parse(text)).toMatchObject({ totalCount: '4' })
  })

  it.each([
    ['a lower-case method', 'get /api/class/fvBD.json HTTP/1.1\r\nhost: x\r\n\r\n', 'HTTP/1.1 400'],
    ['a request line of 300 kB', `GET /${'x'.repeat(300_000)} HTTP/1.1\r\nhost: x\r\n\r\n`, 'HTTP/1.1 414'],
  ])('answers %s with an HTML page', async (_, text, status) => {
    const simulator = await startTestController()

    const answer = await sayRaw(simulator.port, text)

    expect(answer).toContain(status)
    expect(answer).toContain('<html>')
  })
})

describe('the request log', () => {
  it('records each request with its decoded address and what was sent', async () => {
    const simulator = await startTestController({ store: sampleTree() })
    const get = await signIn(simulator)

    await get('node/mo/uni/tn-a/BD-web/subnet-[10.0.1.1/24].json', {
      'query-target-filter': 'eq(fvSubnet.ip,"10.0.1.1/24")',
    })

    expect(simulator.requests.map(({ kind, method, cookieCount }) => [kind, method, cookieCount])).toEqual([
      ['login', 'POST', 0],
      ['data', 'GET', 1],
    ])
    expect(simulator.requests[1]).toMatchObject({
      path: '/api/node/mo/uni/tn-a/BD-web/subnet-[10.0.1.1/24].json',
      query: 'query-target-filter=eq(fvSubnet.ip,"10.0.1.1/24")',
      status: 200,
    })
    expect(simulator.counters.bytesSent).toBeGreaterThan(500)
  })

  it('counts concurrent requests', async () => {
    const simulator = await startTestController({ store: sampleTree(), latencyMs: 500 })
    const get = await signIn(simulator)

    await Promise.all(Array.from({ length: 6 }, () => get('class/fvTenant.json')))

    expect(simulator.counters.maxConcurrent).toBe(6)
  })

  it('keeps only the latest entries, and can be reset', async () => {
    const simulator = await startTestController({ store: sampleTree(), requestLogLength: 3 })
    const get = await signIn(simulator)
    for (let count = 0; count < 5; count++) await get('class/fvTenant.json')

    const numbers = simulator.requests.map(({ number }) => number)
    simulator.resetCounters()

    expect(numbers).toEqual([4, 5, 6])
    expect([simulator.requests.length, simulator.counters.logins, simulator.counters.requests]).toEqual([0, 0, 0])
  })
})
