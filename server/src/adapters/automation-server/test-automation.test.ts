import { BlockList } from 'node:net'
import { describe, expect, it } from 'vitest'
import type { AutomationFaultRule } from '@heddle/simulators/automation/faults/automation-fault.ts'
import { startTestAutomation } from '@heddle/simulators/automation/testing/automation-client.ts'
import { never, sendJson, startScripted, startWorkbench, targetAt, TOKEN } from './testing/automation-workbench.ts'

const start = (options: Parameters<typeof startTestAutomation>[0] = {}) =>
  startTestAutomation({ token: TOKEN, ...options })

describe('testing a connection', () => {
  it('reports version, account and what it may start', async () => {
    const automation = await start()

    const result = await startWorkbench().pool.test(targetAt(automation.url))

    expect(result).toEqual({
      status: 'success',
      message: expect.stringMatching(/^Connected: version 24\.6\.1, as svc, 1 job template, \d+ ms\.$/),
      version: '24.6.1',
      username: 'svc',
      template_count: 1,
      can_launch: true,
      latency_ms: expect.any(Number),
    })
    expect([...automation.counters.byKind.keys()]).toEqual(['GET /api/', 'GET ping/', 'GET me/', 'GET job_templates/'])
  })

  it('works behind a gateway', async () => {
    const automation = await start({ place: 'gateway' })

    expect(await startWorkbench().pool.test(targetAt(automation.url))).toMatchObject({
      status: 'success',
      version: '4.6.2',
    })
  })

  it('says that a token may only read', async () => {
    const automation = await start({ tokens: [{ username: 'svc', scope: 'read', value: 'reads' }] })

    const result = await startWorkbench().pool.test(targetAt(automation.url, { token: { reveal: () => 'reads' } }))

    expect(result).toMatchObject({
      status: 'success',
      can_launch: false,
      message: expect.stringContaining('only the read scope'),
    })
  })

  it('looks further than the first template for one that may be started', async () => {
    const templates = Array.from({ length: 6 }, (_, index) => ({
      name: `t${index}`,
      access: index < 5 ? ('read' as const) : ('execute' as const),
    }))
    const automation = await start({ templates, maxPageSize: 2 })

    expect(await startWorkbench().pool.test(targetAt(automation.url))).toMatchObject({
      template_count: 6,
      can_launch: true,
    })
  })

  it('says that the account sees no template', async () => {
    const automation = await start({ templates: [] })

    const result = await startWorkbench().pool.test(targetAt(automation.url))

    expect(result).toMatchObject({
      status: 'success',
      template_count: 0,
      can_launch: false,
      message: expect.stringContaining('sees no job template'),
    })
  })

  it('fails at the login without a token, and with a wrong one', async () => {
    const automation = await start()
    const { pool } = startWorkbench()

    const none = await pool.test(targetAt(automation.url, { token: null }))
    const wrong = await pool.test(targetAt(automation.url, { token: { reveal: () => 'wrong-one' } }))

    expect(none).toEqual({
      status: 'failure',
      step: 'login',
      message: 'Login failed. The connection has no token.',
      version: '24.6.1',
    })
    expect(wrong).toMatchObject({
      status: 'failure',
      step: 'login',
      message: expect.stringContaining('wrong, expired or revoked'),
    })
  })

  it.each<[string, AutomationFaultRule]>([
    ['ping', { kind: 'html', status: 503, path: '/ping/' }],
    ['ping', { kind: 'login_page' }],
    ['ping', { kind: 'hang' }],
    ['ping', { kind: 'redirect', to: '/sso' }],
    ['login', { kind: 'login_page', path: '/me/' }],
    ['login', { kind: 'drop', path: '/me/' }],
    ['templates', { kind: 'error', status: 403, path: '/job_templates/' }],
    ['templates', { kind: 'truncated', path: '/job_templates/' }],
  ])('names the step %s when it meets %j, and repeats nothing', async (step, fault) => {
    const automation = await start()
    const rule = automation.faults.add(fault)

    const result = await startWorkbench({ testTimeoutMs: 2000 }).pool.test(targetAt(automation.url))

    expect(result).toMatchObject({ status: 'failure', step, message: expect.stringMatching(/^[A-Z].* failed\. .+\.$/) })
    expect(result.message).not.toMatch(/[<>]/)
    expect(rule.struck).toBe(1)
  })

  it('names the step address when nothing answers there', async () => {
    const deny = new BlockList()
    deny.addAddress('127.0.0.1')

    expect(await startWorkbench().pool.test(targetAt('http://127.0.0.1:1'))).toMatchObject({
      status: 'failure',
      step: 'address',
    })
    expect(await startWorkbench({ deny }).pool.test(targetAt('http://127.0.0.1:1'))).toMatchObject({
      step: 'address',
      message: expect.stringContaining('OUTBOUND_DENY'),
    })
  })

  it('shows no more of what a stranger answers than its kind', async () => {
    const scripted = await startScripted((_request, response) => sendJson(response, { secret: 'x' }), {
      internal: 'value',
    })

    const result = await startWorkbench().pool.test(targetAt(scripted.url))

    expect(result).toMatchObject({
      status: 'failure',
      step: 'ping',
      message: expect.stringContaining('not like an automation server'),
    })
    expect(result.message).not.toContain('value')
  })
})

describe('TLS', () => {
  it('trusts the certificates of the connection, beside the usual ones', async () => {
    const automation = await start({ tls: 'trusted' })
    const { pool } = startWorkbench()

    const without = await pool.test(targetAt(automation.url))
    const withCa = await pool.test(targetAt(automation.url, { caCertificate: `\n${automation.ca}\n${automation.ca}` }))

    expect(without).toMatchObject({ status: 'failure', step: 'tls' })
    expect(withCa.status).toBe('success')
  })

  it('accepts a self-signed certificate that the connection names', async () => {
    const automation = await start({ tls: 'self-signed' })

    expect((await startWorkbench().pool.test(targetAt(automation.url, { caCertificate: automation.ca! }))).status).toBe(
      'success',
    )
  })

  it.each([
    ['expired', 'The certificate has expired.'],
    ['wrong-host', 'The certificate is for another host name.'],
  ] as const)('rejects one that is %s all the same', async (tls, message) => {
    const automation = await start({ tls })

    const result = await startWorkbench().pool.test(targetAt(automation.url, { caCertificate: automation.ca! }))

    expect(result).toEqual({ status: 'failure', step: 'tls', message: `TLS failed. ${message}` })
    expect(automation.requests).toEqual([])
  })

  it('warns of a connection that verifies none, but not with every request', async () => {
    const automation = await start({ tls: 'expired' })
    const { pool, log } = startWorkbench()
    const target = targetAt(automation.url, { verifySsl: false })

    await pool.server(target).launch(7, {}, never)
    await pool.server(target).launch(7, {}, never)
    expect((await pool.test(target)).status).toBe('success')

    expect(log().match(/is not verified/g)).toHaveLength(2)
    expect(log()).not.toContain(TOKEN)
  })
})

const SECRET = 'internal-word-7f3'

it.each<[string, Parameters<typeof startScripted>[0]]>([
  ['an error in JSON', (_request, response) => sendJson(response, { error: SECRET, root: { cause: SECRET } }, 403)],
  ['plain text', (_request, response) => response.writeHead(400, { 'content-type': 'text/plain' }).end(SECRET)],
  ['a redirect', (_request, response) => response.writeHead(302, { location: `https://${SECRET}.example/` }).end()],
])('tells nothing of %s at an inner address that is no automation server', async (_what, answer) => {
  const { url } = await startScripted(answer)

  for (const apiPrefix of [null, '/internal/status']) {
    const result = await startWorkbench().pool.test(targetAt(url, { apiPrefix }))

    expect(result).toMatchObject({ status: 'failure', step: 'ping', message: expect.stringContaining('HTTP') })
    expect(JSON.stringify(result)).not.toContain(SECRET)
  }
})

it('tells the words of a server that has shown to be one', async () => {
  const { url } = await startScripted(({ url: path = '' }, response) =>
    path.endsWith('/ping/')
      ? sendJson(response, { version: '24.6.1' })
      : sendJson(response, { detail: 'The licence has expired.' }, 403),
  )

  const result = await startWorkbench().pool.test(targetAt(url, { apiPrefix: '/api/v2/' }))

  expect(result).toMatchObject({ status: 'failure', step: 'login', message: 'Login failed. The licence has expired.' })
})
