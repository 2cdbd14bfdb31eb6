import { BlockList } from 'node:net'
import { describe, expect, it } from 'vitest'
import { createInProcessLeases } from '../cache/in-process-leases.ts'
import { ControllerBudget } from './controller-budget.ts'
import type { ControllerTarget } from './controller-target.ts'
import { testCluster as testClusterIn } from './test-cluster.ts'
import { testController as testControllerIn, type TestOptions } from './test-controller.ts'
import { PASSWORD, startScripted, startWorkbench, targetAt } from './testing/controller-workbench.ts'
import { EMPTY_ANSWER, errorAnswer, type Script, sendHtml, sendJson } from './testing/scripted-controller.ts'
import { startSilent } from './testing/silent-server.ts'

function controllers(className: string, ids: readonly string[]): string {
  return JSON.stringify({
    totalCount: String(ids.length),
    imdata: ids.map((id) => ({ [className]: { attributes: { id } } })),
  })
}

const ownBudget = () =>
  new ControllerBudget({ controller: 'c', parallel: 4, perMinute: null }, createInProcessLeases(Date.now))
const testController = (target: ControllerTarget, options: Omit<TestOptions, 'budget'>) =>
  testControllerIn(target, { ...options, budget: ownBudget() })
const testCluster = (target: ControllerTarget, options: Omit<TestOptions, 'budget'>) =>
  testClusterIn(target, { ...options, budget: ownBudget() })

describe('testCluster', () => {
  it('tests every address, and reports the one that a run would use', async () => {
    const controller = await startScripted()
    const { options } = startWorkbench()

    const result = await testCluster(targetAt('http://127.0.0.1:1', { hosts: [controller.host] }), options)

    expect(result).toMatchObject({
      status: 'success',
      message: expect.stringMatching(/: Connected to .* http:\/\/127\.0\.0\.1:1: Connecting failed\./),
      hosts: [
        { host: 'http://127.0.0.1:1', status: 'failure', message: expect.stringContaining('Connecting failed') },
        { host: controller.host, status: 'success' },
      ],
    })
  })

  it('fails when no address responds', async () => {
    const { options } = startWorkbench()

    const result = await testCluster(targetAt('http://127.0.0.1:1', { hosts: ['http://127.0.0.1:2'] }), options)

    expect(result).toMatchObject({
      status: 'failure',
      step: 'address',
      hosts: [{ status: 'failure' }, { status: 'failure' }],
    })
  })
})

describe('testController', () => {
  it('reports release, cluster size and latency', async () => {
    const controller = await startScripted({
      answer: (response) => sendJson(response, controllers('infraWiNode', ['1', '2', '3', '1', '2', '3'])),
    })
    const { options } = startWorkbench()

    const result = await testController(targetAt(controller.host), options)

    expect(result).toEqual({
      status: 'success',
      message: expect.stringMatching(/^Connected to 6\.0\(5h\), 3 controllers, \d+ ms$/),
      release: '6.0(5h)',
      cluster_size: 3,
      latency_ms: expect.any(Number),
    })
  })

  it('counts controller nodes if the first class is empty', async () => {
    const controller = await startScripted({
      answer: (response, { url }) =>
        sendJson(response, url?.includes('fabricNode') ? controllers('fabricNode', ['1']) : EMPTY_ANSWER),
    })
    const { options } = startWorkbench()

    const result = await testController(targetAt(controller.host), options)

    expect(result).toMatchObject({
      status: 'success',
      cluster_size: 1,
      message: expect.stringContaining('1 controller,'),
    })
  })

  it('logs out and leaves no socket', async () => {
    const controller = await startScripted()
    const { options } = startWorkbench()

    await testController(targetAt(controller.host), options)
    await controller.noSocketsLeft()

    expect(controller.requests.at(-1)?.path).toBe('/api/aaaLogout.json')
  })

  it.each<[string, Script, string, RegExp]>([
    ['a web page', { login: (response) => sendHtml(response, 200) }, 'login', /Login failed\..*web page/],
    ['a missing page', { login: (response) => sendHtml(response, 404) }, 'login', /HTTP 404.*web page/],
    [
      'another program that answers with JSON',
      { login: (response) => sendJson(response, '{"status":"ok"}') },
      'login',
      /not a controller's response/,
    ],
    [
      'a redirect',
      { login: (response) => response.writeHead(301, { location: 'https://elsewhere' }).end() },
      'login',
      /redirect/,
    ],
    ['a throttling web server', { login: (response) => sendHtml(response, 503) }, 'login', /throttling/],
    [
      'a refusal',
      {
        login: (response) =>
          sendJson(
            response,
            errorAnswer('401', 'Username or password is incorrect - FAILED local authentication'),
            401,
          ),
      },
      'login',
      /Login failed\. The controller answered: Username or password is incorrect/,
    ],
    [
      'a 403 after the login',
      { answer: (response) => sendJson(response, errorAnswer('403', 'Token was invalid'), 403) },
      'reading',
      /Reading failed/,
    ],
    [
      'an unavailable shard',
      {
        answer: (response) =>
          sendJson(response, errorAnswer('503', 'Unable to deliver the message, destination is not available'), 503),
      },
      'reading',
      /destination is not available/,
    ],
  ])('fails on %s and names the step', async (_what, script, step, message) => {
    const controller = await startScripted(script)
    const { options, log } = startWorkbench()

    const result = await testController(targetAt(controller.host), options)

    expect(result).toEqual({ status: 'failure', step, message: expect.stringMatching(message) })
    expect(JSON.stringify(result) + log()).not.toMatch(/s3cret|elsewhere/)
    expect(JSON.stringify(result) + log()).not.toContain(PASSWORD)
  })

  it.each([
    ['no host', 'not a host', /expected a name or address/],
    ['a denied address', 'https://169.254.169.254', /OUTBOUND_DENY/],
    ['a refused connection', 'http://127.0.0.1:1', /refused/],
  ])('fails at the address on %s', async (_what, host, message) => {
    const { options } = startWorkbench()
    const deny = new BlockList()
    deny.addSubnet('169.254.0.0', 16, 'ipv4')

    const result = await testController(targetAt(host), { ...options, deny })

    expect(result).toEqual({ status: 'failure', step: 'address', message: expect.stringMatching(message) })
  })

  it.each([
    ['HTTP', 'http', 'login', /no complete response within 200 ms/],
    ['TLS', 'https', 'tls', /did not finish the TLS handshake/],
  ])('ends in time on a server that hangs in %s, and closes its socket', async (_where, scheme, step, message) => {
    const silent = await startSilent()
    const { options } = startWorkbench()

    const result = await testController(targetAt(`${scheme}://127.0.0.1:${silent.port}`), {
      ...options,
      timeoutMs: 200,
    })
    await silent.closed

    expect(result).toEqual({ status: 'failure', step, message: expect.stringMatching(message) })
  })

  it('retries nothing, because it shows the current state', async () => {
    const controller = await startScripted({ login: (response) => sendHtml(response, 503) })
    const { options } = startWorkbench()

    await testController(targetAt(controller.host), options)

    expect(controller.requests).toHaveLength(1)
  })

  it('ends in time when the name server hangs', async () => {
    const { options } = startWorkbench({ resolve: () => new Promise(() => undefined) })

    const result = await testController(targetAt('apic1'), { ...options, timeoutMs: 20 })

    expect(result).toMatchObject({ status: 'failure', step: 'address' })
  })

  it('warns when the certificate is not verified', async () => {
    const { options, log } = startWorkbench()

    await testController(targetAt('http://127.0.0.1:1', { verifySsl: false }), options)

    expect(log()).toContain('is not verified')
  })
})
