import type { ServerResponse } from 'node:http'
import { BlockList } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { startTcpProxy } from '../../testing/tcp-proxy.ts'
import { never, startScripted, startWorkbench, targetAt } from './testing/controller-workbench.ts'
import { heldResponses } from './testing/held-responses.ts'
import { connectionClosed, EMPTY_ANSWER, sendJson } from './testing/scripted-controller.ts'

const PATH = '/api/class/fvTenant.json'

const ONE_AT_ONCE = { controller: 'one', parallel: 1, perMinute: null }

const failure = (reason: string, message?: RegExp) => ({
  ok: false,
  failure: expect.objectContaining({ reason, ...(message && { message: expect.stringMatching(message) }) }),
})

describe('concurrent requests', () => {
  it('are limited to four per controller address, over all its connections', async () => {
    const responses = heldResponses()
    const controller = await startScripted({ answer: (response) => responses.hold(response) })
    const { pool } = startWorkbench()
    const clients = ['c1', 'c2'].map((connectionId) => pool.client(targetAt(controller.host, { connectionId })))
    const requests = clients.flatMap((client) => Array.from({ length: 6 }, () => client.get(PATH, { signal: never })))

    for (let answered = 0; answered < 12; answered += 4) {
      await responses.arrived(answered + 4)
      await controller.settled()
      responses.answerAll()
    }
    const answers = await Promise.all(requests)

    expect(answers.every(({ ok }) => ok)).toBe(true)
    expect(controller.mostInFlight()).toBe(4)
  })

  it('start a new run before the rest of a long queue', async () => {
    const order: string[] = []
    const controller = await startScripted({
      answer: (response, request) => {
        order.push(request.url?.replace(/^.*\?run=/, '') ?? '')
        sendJson(response, EMPTY_ANSWER)
      },
    })
    const { pool } = startWorkbench()
    const client = pool.client(targetAt(controller.host, { budget: ONE_AT_ONCE }))
    const read = (run: string) => client.get(`${PATH}?run=${run}`, { signal: never, run })

    await Promise.all(['long', 'long', 'long', 'long', 'short'].map(read))

    expect(order).toEqual(['long', 'long', 'short', 'long', 'long'])
  })
})

describe('requests whose response is no longer wanted', () => {
  const setUp = async () => {
    const responses = heldResponses()
    const controller = await startScripted({ answer: (response) => responses.hold(response) })
    const client = startWorkbench().pool.client(targetAt(controller.host))
    const abort = new AbortController()
    return { responses, controller, abort, read: (signal = abort.signal) => client.get(PATH, { signal }) }
  }

  it('end at once for the caller, finish on the wire if already sent, and are never sent if still queued', async () => {
    const { responses, controller, abort, read } = await setUp()
    const requests = Array.from({ length: 6 }, () => read())
    await responses.arrived(4)

    abort.abort('let_finish')
    const answers = await Promise.all(requests)
    const later = await read()

    expect([...answers, later]).toEqual(Array.from({ length: 7 }, () => failure('cancelled')))
    await controller.settled()
    expect(responses.held.length).toBe(4)
    const finished = responses.held.map(({ response }) => new Promise((resolve) => response.once('finish', resolve)))
    responses.answerAll()
    await Promise.all(finished)
    expect(controller.mostInFlight()).toBe(4)
  })

  it('keep their place until the controller has answered them', async () => {
    const { responses, controller, abort, read } = await setUp()
    const requests = Array.from({ length: 4 }, () => read())
    await responses.arrived(4)
    abort.abort('let_finish')
    await Promise.all(requests)

    const others = Array.from({ length: 4 }, () => read(never))
    await controller.settled()
    const before = responses.held.length
    responses.answerAll()
    await responses.arrived(8)
    responses.answerAll()

    expect(before).toBe(4)
    expect((await Promise.all(others)).every(({ ok }) => ok)).toBe(true)
    expect(controller.mostInFlight()).toBe(4)
  })
})

describe('a cancelled request', () => {
  it.each([
    ['cancelled', new AbortController(), undefined],
    ['deadline', new AbortController(), new DOMException('time limit reached', 'TimeoutError')],
    ['deadline', new AbortController(), 'deadline'],
  ])('ends at once as %s and closes its socket', async (reason, abort, signalReason) => {
    const responses = heldResponses()
    const controller = await startScripted({ answer: (response) => responses.hold(response) })
    const { pool } = startWorkbench()
    const request = pool.client(targetAt(controller.host)).get(PATH, { signal: abort.signal })

    await responses.arrived(1)
    abort.abort(signalReason)
    const answer = await request
    await Promise.all(responses.held.map(({ response }) => connectionClosed(response)))

    expect(answer).toEqual(failure(reason))
  })

  it('closes its socket when cancelled in the middle of a body', async () => {
    const abort = new AbortController()
    const responses = heldResponses()
    const controller = await startScripted({
      answer: (response) => {
        responses.hold(response)
        response.writeHead(200).write('{"totalCount":"1","imdata":[', () => abort.abort())
      },
    })
    const { pool } = startWorkbench()

    const answer = await pool.client(targetAt(controller.host)).get(PATH, { signal: abort.signal })
    await Promise.all(responses.held.map(({ response }) => connectionClosed(response)))

    expect(answer).toEqual(failure('cancelled'))
  })

  it('leaves the queue and is never sent when cancelled while waiting', async () => {
    const responses = heldResponses()
    const controller = await startScripted({ answer: (response) => responses.hold(response) })
    const { pool } = startWorkbench()
    const client = pool.client(targetAt(controller.host, { budget: ONE_AT_ONCE }))
    const abort = new AbortController()
    const first = client.get(PATH, { signal: never })
    await responses.arrived(1)

    const waiting = client.get(`${PATH}?waiting`, { signal: abort.signal })
    abort.abort()
    const answer = await waiting
    responses.answerAll()
    await first

    expect(answer).toEqual(failure('cancelled'))
    expect(controller.requests.map(({ path }) => path)).not.toContain(`${PATH}?waiting`)
  })

  it('is not sent when cancelled beforehand', async () => {
    const controller = await startScripted()
    const { pool } = startWorkbench()

    const answer = await pool.client(targetAt(controller.host)).get(PATH, { signal: AbortSignal.abort() })

    expect(answer).toEqual(failure('cancelled'))
    expect(controller.requests).toEqual([])
  })
})

describe('a controller that hangs', () => {
  it.each<[string, (response: ServerResponse) => void]>([
    ['before its response', () => undefined],
    ['during its response', (response) => void response.writeHead(200).write('{"totalCount"')],
  ])('%s is a controller_timeout after the time limit, and leaves no socket', async (_when, hang) => {
    const responses = heldResponses()
    const controller = await startScripted({
      answer: (response) => {
        responses.hold(response)
        hang(response)
      },
    })
    const { pool } = startWorkbench()

    const answer = await pool.client(targetAt(controller.host)).get(PATH, { signal: never, timeoutMs: 50 })
    await Promise.all(responses.held.map(({ response }) => connectionClosed(response)))

    expect(answer).toEqual(failure('controller_timeout', /50 ms/))
  })

  it('gives up a connection that went silent, and the next request uses a new one', async () => {
    const controller = await startScripted()
    const proxy = await startTcpProxy({ host: '127.0.0.1', port: controller.port })
    onTestFinished(() => proxy.close())
    const { pool } = startWorkbench()
    const client = pool.client(targetAt(`http://127.0.0.1:${proxy.port}`))
    await client.get(PATH, { signal: never })
    proxy.silence()

    const unanswered = await client.get(PATH, { signal: never, timeoutMs: 100 })
    const next = await client.get(PATH, { signal: never })

    expect(unanswered).toEqual(failure('controller_timeout'))
    expect(next.ok).toBe(true)
  })

  it('during login is a controller_timeout too', async () => {
    const controller = await startScripted({ login: () => undefined })
    const { pool } = startWorkbench({ loginTimeoutMs: 50 })

    const answer = await pool.client(targetAt(controller.host)).get(PATH, { signal: never })

    expect(answer).toEqual(failure('controller_timeout'))
  })
})

describe('denied addresses', () => {
  it.each([
    ['http://169.254.169.254', 'a literal'],
    ['http://[::ffff:a9fe:a9fe]', 'a literal in IPv6 form'],
    ['http://metadata.example.net', 'a name'],
  ])('as %s (%s) are never connected to', async (host) => {
    const deny = new BlockList()
    deny.addSubnet('169.254.0.0', 16, 'ipv4')
    const resolve = () =>
      Promise.resolve([
        { address: '127.0.0.1', family: 4 },
        { address: '169.254.169.254', family: 4 },
      ])
    const { pool } = startWorkbench({ deny, resolve })
    const client = pool.client(targetAt(host))

    const answer = await client.get(PATH, { signal: never })

    expect(answer).toEqual(failure('unreachable', /OUTBOUND_DENY/))
    expect(client.openSockets).toBe(0)
  })

  it('do not affect names that resolve elsewhere, which are connected to at the checked address', async () => {
    const controller = await startScripted()
    const resolve = () => Promise.resolve([{ address: '127.0.0.1', family: 4 }])
    const { pool } = startWorkbench({ resolve })

    const answer = await pool.client(targetAt(`http://apic1.invalid:${controller.port}`)).get(PATH, { signal: never })

    expect(answer.ok).toBe(true)
  })
})
