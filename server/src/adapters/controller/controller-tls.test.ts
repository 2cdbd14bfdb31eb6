import { once } from 'node:events'
import tls from 'node:tls'
import { startController } from '@heddle/simulators/controller/start-controller.ts'
import { afterEach, describe, expect, it, onTestFinished } from 'vitest'
import { never, PASSWORD, startScripted, startWorkbench, targetAt, USERNAME } from './testing/controller-workbench.ts'

const PATH = '/api/class/fvTenant.json'
const usual = tls.getCACertificates('default')

type Options = NonNullable<Parameters<typeof startController>[0]>

/** A controller whose CA this process trusts, as with NODE_EXTRA_CA_CERTS. */
async function startTrusted(kind: NonNullable<Options['tls']>) {
  const controller = await startController({
    tls: kind,
    accounts: [{ name: USERNAME, password: PASSWORD, domain: 'local' }],
  })
  onTestFinished(() => controller.close())
  if (kind !== 'self-signed') tls.setDefaultCACertificates([...usual, controller.ca ?? ''])
  return controller
}

const ask = (url: string, caCertificate: string | undefined) =>
  startWorkbench()
    .pool.client(targetAt(url, { caCertificate: caCertificate! }))
    .get(PATH, { signal: never })

async function shownAt(url: string): Promise<string> {
  const socket = tls.connect({ port: Number(new URL(url).port), host: '127.0.0.1', rejectUnauthorized: false })
  await once(socket, 'secureConnect')
  const certificate = socket.getPeerX509Certificate()!.toString()
  socket.destroy()
  return certificate
}

describe('TLS', () => {
  afterEach(() => tls.setDefaultCACertificates(usual))

  it('accepts a certificate from a known authority for the right host', async () => {
    const controller = await startTrusted('trusted')
    const { pool } = startWorkbench()

    const answer = await pool.client(targetAt(controller.url)).get(PATH, { signal: never })

    expect(answer.ok).toBe(true)
  })

  it.each([
    ['expired', 'The certificate has expired.'],
    ['wrong-host', 'The certificate is for another host name.'],
    ['self-signed', 'The certificate is self-signed.'],
  ] as const)('rejects a certificate that is %s, sends no credentials, and says why', async (kind, message) => {
    const controller = await startTrusted(kind)
    const { pool } = startWorkbench()

    const answer = await pool.client(targetAt(controller.url)).get(PATH, { signal: never })

    expect(answer).toEqual({ ok: false, failure: { reason: 'tls', message } })
    expect(controller.requests).toEqual([])
  })

  it('rejects a certificate from an unknown authority', async () => {
    const controller = await startTrusted('trusted')
    tls.setDefaultCACertificates(usual)
    const { pool } = startWorkbench()

    const answer = await pool.client(targetAt(controller.url)).get(PATH, { signal: never })

    expect(answer).toMatchObject({
      ok: false,
      failure: { reason: 'tls', message: expect.stringMatching(/unknown authority|not trusted here/) },
    })
  })

  it('accepts any certificate when verification is off', async () => {
    const controller = await startTrusted('expired')
    const { pool } = startWorkbench()

    const answer = await pool.client(targetAt(controller.url, { verifySsl: false })).get(PATH, { signal: never })

    expect(answer.ok).toBe(true)
  })

  describe('with certificates of its connection', () => {
    it('trusts what they vouch for', async () => {
      const controller = await startTrusted('trusted')
      tls.setDefaultCACertificates(usual)

      expect(await ask(controller.url, controller.ca)).toMatchObject({ ok: true })
    })

    it('trusts no usual authority beside them', async () => {
      const controller = await startTrusted('trusted')
      const other = await startTrusted('self-signed')

      expect(await ask(controller.url, other.ca)).toMatchObject({ ok: false, failure: { reason: 'tls' } })
    })

    it('trusts the one that the controller itself shows, whatever name is in it', async () => {
      const controller = await startTrusted('wrong-host')

      expect(await ask(controller.url, await shownAt(controller.url))).toMatchObject({ ok: true })
      expect(await ask(controller.url, controller.ca)).toMatchObject({
        failure: { message: 'The certificate is for another host name.' },
      })
    })

    it('refuses an expired one', async () => {
      const controller = await startTrusted('expired')

      expect(await ask(controller.url, controller.ca)).toMatchObject({
        failure: { message: 'The certificate has expired.' },
      })
    })
  })

  it('reports a server that does not speak it', async () => {
    const controller = await startScripted()
    const { pool } = startWorkbench()

    const answer = await pool.client(targetAt(`127.0.0.1:${controller.port}`)).get(PATH, { signal: never })

    expect(answer).toEqual({
      ok: false,
      failure: { reason: 'tls', message: expect.stringContaining('does not speak TLS') },
    })
  })
})
