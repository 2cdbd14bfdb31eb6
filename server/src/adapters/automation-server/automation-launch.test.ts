import { startTestAutomation } from '@heddle/simulators/automation/testing/automation-client.ts'
import type { AutomationFaultRule } from '@heddle/simulators/automation/faults/automation-fault.ts'
import { BlockList } from 'node:net'
import { describe, expect, it } from 'vitest'
import {
  failureIn,
  never,
  sendHtml,
  sendJson,
  startScripted,
  startWorkbench,
  targetAt,
  TOKEN,
} from './testing/automation-workbench.ts'

async function startServer(
  options: Parameters<typeof startTestAutomation>[0] = {},
  changes: Parameters<typeof startWorkbench>[0] = {},
) {
  const automation = await startTestAutomation({ token: TOKEN, ...options })
  const server = startWorkbench(changes).pool.server(targetAt(automation.url))
  return { automation, server }
}

describe('launching a job', () => {
  it('sends the variables with their types, in one POST', async () => {
    const { automation, server } = await startServer()
    const extraVars = { rows: [{ vlan: 5, up: true, name: 'ü"\n' }], request_id: 'r1' }

    const launched = await server.launch(7, extraVars, never)

    expect(launched).toMatchObject({
      job: { id: 1001, kind: 'job', status: 'pending', startedAt: null, extraVars },
      ignoredFields: undefined,
    })
    expect(launched.job.createdAt).toEqual(new Date('2026-11-20T10:00:00.000Z'))
    expect(automation.counters.byKind.get('POST job_templates/:id/launch/')).toBe(1)
  })

  it('reports what the job template did not take', async () => {
    const { server } = await startServer({ templates: [{ id: 7, name: 'closed', asks: [] }] })

    const { job, ignoredFields } = await server.launch(7, { tenant: 't1' }, never)

    expect(job.id).toBe(1001)
    expect(ignoredFields).toEqual({ extra_vars: { tenant: 't1' } })
  })

  it('accepts the workflow job that a sliced template becomes', async () => {
    const { automation, server } = await startServer({ templates: [{ id: 7, name: 'sliced', slices: 3 }] })

    const { job } = await server.launch(7, {}, never)

    expect(job).toMatchObject({ id: 1001, kind: 'workflow_job', status: 'pending' })
    automation.clock.advance(60_000)
    expect(await server.jobs('workflow_job', [1001], never)).toMatchObject([
      { id: 1001, kind: 'workflow_job', status: 'successful' },
    ])
    expect(await server.job(job, never)).toMatchObject({
      status: 'successful',
      eventsFinished: undefined,
      revision: '',
    })
  })

  it.each<[string, AutomationFaultRule, object]>([
    ['the connection closes', { kind: 'lost_answer' }, { reason: 'lost_answer' }],
    ['the answer breaks off', { kind: 'reset' }, { reason: 'lost_answer' }],
    ['half the answer arrives', { kind: 'truncated' }, { reason: 'lost_answer', httpStatus: 201 }],
    ['the answer is no JSON', { kind: 'invalid_json' }, { reason: 'lost_answer', httpStatus: 201 }],
    [
      'a proxy stops waiting',
      { kind: 'lost_answer', how: 'gateway_timeout' },
      { reason: 'lost_answer', httpStatus: 504 },
    ],
    ['nothing answers', { kind: 'lost_answer', how: 'hang' }, { reason: 'lost_answer' }],
  ])('never sends it again when %s', async (_what, fault, expected) => {
    const { automation, server } = await startServer({}, { requestTimeoutMs: 500 })
    automation.faults.add({ method: 'POST', ...fault })

    const failure = await failureIn(server.launch(7, {}, never))

    expect(failure).toMatchObject(expected)
    expect(failure.message).not.toMatch(/[<>]/)
    expect(automation.counters.byKind.get('POST job_templates/:id/launch/')).toBe(1)
    expect(automation.state.jobs.size).toBe(1)
  })

  it.each<[string, AutomationFaultRule, object]>([
    ['an overloaded proxy', { kind: 'html', status: 503 }, { reason: 'lost_answer', httpStatus: 503 }],
    ['a sign-on', { kind: 'login_page' }, { reason: 'lost_answer', message: expect.stringContaining('web page') }],
    ['a refused token', { kind: 'error', status: 401 }, { reason: 'unauthorized', httpStatus: 401 }],
    ['a missing right', { kind: 'error', status: 403 }, { reason: 'refused', httpStatus: 403 }],
    ['a missing template', { kind: 'error', status: 404 }, { reason: 'not_found', message: 'Not found.' }],
    [
      'a proxy that throttles',
      { kind: 'html', status: 429 },
      { reason: 'refused', httpStatus: 429, message: expect.stringContaining('too many') },
    ],
    ['a page that is not there', { kind: 'html', status: 404 }, { reason: 'refused', httpStatus: 404 }],
  ])('classifies %s', async (_what, fault, expected) => {
    const { automation, server } = await startServer()
    automation.faults.add({ method: 'POST', ...fault })

    const failure = await failureIn(server.launch(7, {}, never))

    expect(failure).toMatchObject(expected)
    expect(failure.message).not.toMatch(/[<>]/)
  })

  it('says where a redirect leads, without its query, and follows none', async () => {
    const { automation, server } = await startServer()
    automation.faults.add({ kind: 'redirect', to: 'https://sso.example/login?next=secret' })

    const launch = await failureIn(server.launch(7, {}, never))
    const read = await failureIn(server.jobs('job', [1], never))

    for (const failure of [launch, read]) {
      expect(failure).toMatchObject({
        reason: 'refused',
        httpStatus: 302,
        message: expect.stringContaining('to https://sso.example/login,'),
      })
      expect(failure.message).not.toContain('secret')
    }
    expect(automation.state.jobs.size).toBe(0)
  })

  it('knows that nothing was sent when the server cannot be reached', async () => {
    const { pool } = startWorkbench()
    const deny = new BlockList()
    deny.addSubnet('127.0.0.0', 8)
    const closed = startWorkbench({ deny }).pool.server(targetAt('http://127.0.0.1:1', { apiPrefix: '/api/v2/' }))
    const refused = pool.server(targetAt('http://127.0.0.1:1', { apiPrefix: '/api/v2/' }))
    const unknown = pool.server(targetAt('http://nowhere.invalid', { connectionId: 'c2', apiPrefix: '/api/v2/' }))
    const plain = await startScripted((_request, response) => sendJson(response, {}))
    const noTls = pool.server(
      targetAt(plain.url.replace('http:', 'https:'), { connectionId: 'c3', apiPrefix: '/api/v2/' }),
    )

    const failures = await Promise.all(
      [closed, refused, unknown, noTls].map((server) => failureIn(server.launch(7, {}, never))),
    )

    expect(failures.map(({ reason }) => reason)).toEqual(['unreachable', 'unreachable', 'unreachable', 'unreachable'])
    expect(failures[1]!.message).toContain('refused')
  })

  it('sends nothing without a token, and no token that cannot be one', async () => {
    const { automation } = await startServer()
    const { pool } = startWorkbench()

    const none = await failureIn(pool.server(targetAt(automation.url, { token: null })).launch(7, {}, never))
    const broken = await failureIn(
      pool
        .server(targetAt(automation.url, { connectionId: 'c2', token: { reveal: () => 'a\nb' } }))
        .launch(7, {}, never),
    )

    expect(none).toMatchObject({ reason: 'unauthorized', message: 'The connection has no token.' })
    expect(broken.reason).toBe('unauthorized')
    expect(automation.requests).toEqual([])
  })

  it('uses a connection of its own for every launch, and keeps those of reads', async () => {
    const scripted = await startScripted((request, response) =>
      request.method === 'POST' ? sendJson(response, { job: 5 }, 201) : sendJson(response, { results: [], next: null }),
    )
    const server = startWorkbench().pool.server(targetAt(scripted.url, { apiPrefix: 'api/v2' }))

    for (let read = 0; read < 10; read++) await server.jobs('job', [1], never)
    const forReads = scripted.connections.size
    for (let launch = 0; launch < 3; launch++) await server.launch(7, {}, never)

    expect(forReads).toBeLessThan(5)
    expect(scripted.connections.size).toBe(forReads + 3)
    expect(scripted.requests).toContain('POST /api/v2/job_templates/7/launch/')
  })

  it('is lost, not cancelled, when its caller stops waiting after it was sent', async () => {
    const { promise: arrived, resolve } = Promise.withResolvers<undefined>()
    const scripted = await startScripted(() => resolve(undefined))
    const server = startWorkbench().pool.server(targetAt(scripted.url))
    const controller = new AbortController()

    const launch = failureIn(server.launch(7, {}, controller.signal))
    await arrived
    controller.abort()

    expect((await launch).reason).toBe('lost_answer')
    expect((await failureIn(server.launch(7, {}, controller.signal))).reason).toBe('cancelled')
  })

  it('finishes although its connection is changed meanwhile', async () => {
    const { promise: arrived, resolve } = Promise.withResolvers<() => void>()
    const scripted = await startScripted((_request, response) => resolve(() => sendJson(response, { job: 5 }, 201)))
    const { pool } = startWorkbench()

    const launch = pool.server(targetAt(scripted.url)).launch(7, {}, never)
    const answer = await arrived
    await pool.drop('c1')
    answer()

    expect((await launch).job.id).toBe(5)
  })

  it('is lost when the success names no job', async () => {
    const scripted = await startScripted((_request, response) => sendJson(response, { detail: 'fine' }, 201))

    const failure = await failureIn(startWorkbench().pool.server(targetAt(scripted.url)).launch(7, {}, never))

    expect(failure.reason).toBe('lost_answer')
  })
})

describe('the words of the server', () => {
  const wordsFor = async (body: unknown, type = 'application/json') => {
    const scripted = await startScripted((_request, response) =>
      response.writeHead(400, { 'content-type': type }).end(typeof body === 'string' ? body : JSON.stringify(body)),
    )
    const failure = await failureIn(startWorkbench().pool.server(targetAt(scripted.url)).launch(7, {}, never))
    expect(failure).toMatchObject({ reason: 'refused', httpStatus: 400 })
    return failure.message
  }

  it.each([
    [{ detail: 'JSON parse error' }, 'JSON parse error'],
    [{ error: 'Resource is being used.' }, 'Resource is being used.'],
    [
      { variables_needed_to_start: ["'region' value missing", 'x'] },
      "variables_needed_to_start: 'region' value missing x",
    ],
    [{ playbook: 'is missing', __all__: ['Wrong.'] }, 'playbook: is missing; Wrong.'],
    [{ credential_passwords: { ssh: ['a'] } }, 'credential_passwords: {"ssh":["a"]}'],
    [['one', 'two'], 'one two'],
    ['"just a text"', 'just a text'],
  ])('are shown from %j', async (body, expected) => {
    expect(await wordsFor(body)).toBe(expected)
  })

  it('are shown from plain text, but never from a page', async () => {
    expect(await wordsFor('upstream is sad', 'text/plain')).toBe('upstream is sad')
    expect(await wordsFor('<p>s3cret</p>', 'text/plain')).toContain('HTTP 400')
    expect(await wordsFor('<html>s3cret</html>', 'text/html')).toContain('HTTP 400')
    expect(await wordsFor('{"cut', 'application/json')).toContain('HTTP 400')
  })

  it('are cut to a length that fits a screen, longer for lists of fields', async () => {
    expect(await wordsFor({ detail: 'x'.repeat(5000) })).toHaveLength(300)
    expect(await wordsFor({ field: ['x'.repeat(5000)] })).toHaveLength(1000)
    expect(await wordsFor({ detail: 'x'.repeat(300_000) })).toContain('HTTP 400')
  })

  it('never contain the token', async () => {
    expect(await wordsFor({ detail: `no ${TOKEN} here\u0000\u001b[31m`, a: { [TOKEN]: 1 } })).toBe(
      'no *** here [31m; a: {"***":1}',
    )
    expect(await wordsFor({ detail: `${'x'.repeat(290)}${TOKEN}` })).not.toContain(TOKEN.slice(0, 5))
  })
})

it('takes the login of a connection with a password as basic authentication', async () => {
  const automation = await startTestAutomation()
  const { pool } = startWorkbench()
  const login = { authMethod: 'password', username: 'svc' } as const

  const { job } = await pool
    .server(targetAt(automation.url, { ...login, token: { reveal: () => 'svc-Secret1' } }))
    .launch(7, {}, never)
  const failure = await failureIn(
    pool
      .server(targetAt(automation.url, { ...login, connectionId: 'c2', token: { reveal: () => 'wrong' } }))
      .launch(7, {}, never),
  )

  expect(job.id).toBe(1001)
  expect(failure).toMatchObject({
    reason: 'unauthorized',
    message: expect.stringContaining('Invalid username/password.'),
  })
})

describe('cancelling a job', () => {
  it('is accepted, which is not yet the end', async () => {
    const { automation, server } = await startServer()
    const { job } = await server.launch(7, {}, never)
    automation.clock.advance(1000)

    expect(await server.cancel(job, never)).toBe('accepted')

    expect(await server.job(job, never)).toMatchObject({ status: 'running' })
    automation.clock.advance(2000)
    expect(await server.job(job, never)).toMatchObject({ status: 'canceled' })
    expect(await server.cancel(job, never)).toBe('refused')
  })

  it('is refused to a superuser in other words, and unknown for a job that is gone', async () => {
    const { automation, server } = await startServer({
      accounts: [{ username: 'root', password: 'x', isSuperuser: true }],
    })
    const { job } = await server.launch(7, {}, never)
    automation.clock.advance(60_000)

    expect(await server.cancel(job, never)).toBe('refused')
    expect(automation.counters.byStatus.get(405)).toBe(1)
    automation.state.deleteJob(job.id)
    expect(await failureIn(server.cancel(job, never))).toMatchObject({ reason: 'not_found' })
  })

  it('believes no page of a sign-on', async () => {
    const scripted = await startScripted((_request, response) => sendHtml(response, 200))

    const failure = await failureIn(
      startWorkbench().pool.server(targetAt(scripted.url)).cancel({ kind: 'job', id: 1 }, never),
    )

    expect(failure.reason).toBe('lost_answer')
  })
})
