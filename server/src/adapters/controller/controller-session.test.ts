import { describe, expect, it } from 'vitest'
import { never, PASSWORD, startScripted, startWorkbench, targetAt, USERNAME } from './testing/controller-workbench.ts'
import { heldResponses } from './testing/held-responses.ts'
import {
  EMPTY_ANSWER,
  errorAnswer,
  loginAnswer,
  type ScriptedController,
  sendHtml,
  sendJson,
} from './testing/scripted-controller.ts'

const PATH = '/api/class/fvTenant.json'
const MINUTE = 60_000

function pathsOf(controller: ScriptedController): string[] {
  return controller.requests.map(({ path }) => path.replace(/^\/api\/(class\/)?|\.json$/g, ''))
}

describe('a session', () => {
  it('logs in once, however many callers ask at the same time, and sends exactly one cookie', async () => {
    const controller = await startScripted()
    const { pool } = startWorkbench()
    const client = pool.client(targetAt(controller.host))

    await Promise.all(Array.from({ length: 8 }, () => client.get(PATH, { signal: never })))

    expect(controller.requests.filter(({ path }) => path.includes('aaaLogin'))).toHaveLength(1)
    const cookies = controller.requests.filter(({ path }) => path === PATH).map(({ cookie }) => cookie)
    expect(new Set(cookies)).toEqual(new Set(['APIC-cookie=token-1']))
  })

  it('encodes credentials with special characters', async () => {
    const bodies: unknown[] = []
    const controller = await startScripted({
      login: (response, _count, body) => {
        bodies.push(JSON.parse(body))
        sendJson(response, loginAnswer('t'))
      },
    })
    const { pool } = startWorkbench()

    await pool.client(targetAt(controller.host, { username: 'apic:TACACS\\jdoe' })).get(PATH, { signal: never })

    expect(bodies).toEqual([{ aaaUser: { attributes: { name: 'apic:TACACS\\jdoe', pwd: PASSWORD } } }])
  })

  it('is refreshed when used in the second half of its timeout', async () => {
    const controller = await startScripted()
    const { pool, clock } = startWorkbench()
    const client = pool.client(targetAt(controller.host))

    await client.get(PATH, { signal: never })
    clock.advance(5 * MINUTE - 1)
    await client.get(PATH, { signal: never })
    clock.advance(1)
    await Promise.all([client.get(PATH, { signal: never }), client.get(PATH, { signal: never })])

    expect(pathsOf(controller)).toEqual(['aaaLogin', 'fvTenant', 'fvTenant', 'aaaRefresh', 'fvTenant', 'fvTenant'])
    expect(controller.requests.slice(3).map(({ cookie }) => cookie)).toEqual([
      'APIC-cookie=token-1',
      'APIC-cookie=refreshed-1',
      'APIC-cookie=refreshed-1',
    ])
  })

  it('logs in again when it has expired', async () => {
    const controller = await startScripted()
    const { pool, clock } = startWorkbench()
    const client = pool.client(targetAt(controller.host))

    await client.get(PATH, { signal: never })
    clock.advance(10 * MINUTE)
    await client.get(PATH, { signal: never })

    expect(pathsOf(controller)).toEqual(['aaaLogin', 'fvTenant', 'aaaLogin', 'fvTenant'])
  })

  it('logs in again near the end of the maximum lifetime, although refreshes still work', async () => {
    const lifetime = { refreshTimeoutSeconds: '600', maximumLifetimeSeconds: '1200' }
    const controller = await startScripted({
      login: (response, count) => sendJson(response, loginAnswer(`token-${count}`, lifetime)),
      refresh: (response, count) => sendJson(response, loginAnswer(`refreshed-${count}`, lifetime)),
    })
    const { pool, clock } = startWorkbench()
    const client = pool.client(targetAt(controller.host))

    for (let minutes = 0; minutes <= 18; minutes += 6) {
      await client.get(PATH, { signal: never })
      clock.advance(6 * MINUTE)
    }

    // 20 minutes with a tenth as margin: from 18 minutes on only a login helps.
    expect(pathsOf(controller).filter((path) => path !== 'fvTenant')).toEqual([
      'aaaLogin',
      'aaaRefresh',
      'aaaRefresh',
      'aaaLogin',
    ])
  })

  it('logs in when a refresh is rejected', async () => {
    const controller = await startScripted({
      refresh: (response) => sendJson(response, errorAnswer('403', 'Token was invalid'), 403),
    })
    const { pool, clock } = startWorkbench()
    const client = pool.client(targetAt(controller.host))

    await client.get(PATH, { signal: never })
    clock.advance(6 * MINUTE)
    const answer = await client.get(PATH, { signal: never })

    expect(answer.ok).toBe(true)
    expect(pathsOf(controller)).toEqual(['aaaLogin', 'fvTenant', 'aaaRefresh', 'aaaLogin', 'fvTenant'])
  })

  it('is renewed once for all requests that got an unexpected 403', async () => {
    const controller = await startScripted({
      answer: (response, { headers }) =>
        headers.cookie === 'APIC-cookie=token-1'
          ? sendJson(response, errorAnswer('403', 'Token was invalid'), 403)
          : sendJson(response, EMPTY_ANSWER),
    })
    const { pool } = startWorkbench()
    const client = pool.client(targetAt(controller.host))

    const answers = await Promise.all(Array.from({ length: 4 }, () => client.get(PATH, { signal: never })))

    expect(answers.every(({ ok }) => ok)).toBe(true)
    expect(pathsOf(controller).filter((path) => path === 'aaaLogin')).toHaveLength(2)
  })

  it('is not renewed again for a late 403 to the previous token', async () => {
    const responses = heldResponses()
    const controller = await startScripted({
      answer: (response, { url, headers }) => {
        if (headers.cookie === 'APIC-cookie=token-2') sendJson(response, EMPTY_ANSWER)
        else if (url?.endsWith('late')) responses.hold(response)
        else sendJson(response, errorAnswer('403', 'Token was invalid'), 403)
      },
    })
    const { pool } = startWorkbench()
    const client = pool.client(targetAt(controller.host))
    const late = client.get(`${PATH}?late`, { signal: never })
    await responses.arrived(1)

    await client.get(PATH, { signal: never })
    for (const { response } of responses.held) sendJson(response, errorAnswer('403', 'Token was invalid'), 403)
    const answer = await late

    expect(answer.ok).toBe(true)
    expect(pathsOf(controller).filter((path) => path === 'aaaLogin')).toHaveLength(2)
  })

  it('gives up after one new login, with the message from the controller', async () => {
    const controller = await startScripted({
      answer: (response) => sendJson(response, errorAnswer('403', 'Token was invalid'), 403),
    })
    const { pool } = startWorkbench()

    const answer = await pool.client(targetAt(controller.host)).get(PATH, { signal: never })

    expect(answer).toMatchObject({
      ok: false,
      failure: {
        reason: 'login_failed',
        httpStatus: 403,
        message: expect.stringMatching(/even after a new login.*Token was invalid/),
      },
    })
    expect(pathsOf(controller)).toEqual(['aaaLogin', 'fvTenant', 'aaaLogin', 'fvTenant'])
  })
})

describe('a login', () => {
  it('that is rejected is a failure, never an empty result, and is not repeated for a while', async () => {
    const refusal = errorAnswer('401', 'Username or password is incorrect - FAILED local authentication')
    const controller = await startScripted({ login: (response) => sendJson(response, refusal, 401) })
    const { pool, clock } = startWorkbench()
    const client = pool.client(targetAt(controller.host))

    const answers = [await client.get(PATH, { signal: never }), await client.get(PATH, { signal: never })]
    const loginsAtOnce = controller.requests.length
    clock.advance(10_000)
    await client.get(PATH, { signal: never })

    for (const answer of answers) {
      expect(answer).toMatchObject({
        ok: false,
        failure: { reason: 'login_failed', code: '401', message: expect.stringContaining('FAILED local') },
      })
    }
    expect(loginsAtOnce).toBe(1)
    expect(controller.requests).toHaveLength(2)
  })

  it('is retried when the web server throttles it', async () => {
    const controller = await startScripted({
      login: (response, count) => (count < 3 ? sendHtml(response, 503) : sendJson(response, loginAnswer('t'))),
    })
    const { pool } = startWorkbench()

    const answer = await pool.client(targetAt(controller.host)).get(PATH, { signal: never })

    expect(answer.ok).toBe(true)
    expect(pathsOf(controller)).toEqual(['aaaLogin', 'aaaLogin', 'aaaLogin', 'fvTenant'])
  })

  it('is attempted three times for all that wait, not for each', async () => {
    const controller = await startScripted({ login: (response) => sendHtml(response, 503) })
    const { pool } = startWorkbench()
    const client = pool.client(targetAt(controller.host))

    const answers = await Promise.all(Array.from({ length: 4 }, () => client.get(PATH, { signal: never })))

    expect(answers.map((answer) => !answer.ok && answer.failure.reason)).toEqual(['busy', 'busy', 'busy', 'busy'])
    expect(controller.requests).toHaveLength(3)
  })

  it.each([
    ['another header', 'abc\r\nX-Evil: 1'],
    ['another cookie', 'abc;APIC-cookie=def'],
    ['nothing', ''],
  ])('is rejected if its token would add %s', async (_what, token) => {
    const controller = await startScripted({ login: (response) => sendJson(response, loginAnswer(token)) })
    const { pool } = startWorkbench()

    const answer = await pool.client(targetAt(controller.host)).get(PATH, { signal: never })

    expect(answer).toMatchObject({ ok: false, failure: { reason: 'login_failed' } })
    expect(pathsOf(controller)).toEqual(['aaaLogin'])
  })

  it('continues for the others when the caller that started it is cancelled', async () => {
    const abort = new AbortController()
    const controller = await startScripted({
      login: (response) => {
        abort.abort()
        setImmediate(() => sendJson(response, loginAnswer('t')))
      },
    })
    const { pool } = startWorkbench()
    const client = pool.client(targetAt(controller.host))

    const [first, second] = await Promise.all([
      client.get(PATH, { signal: abort.signal }),
      client.get(PATH, { signal: never }),
    ])

    expect(first).toMatchObject({ ok: false, failure: { reason: 'cancelled' } })
    expect(second.ok).toBe(true)
    expect(pathsOf(controller)).toEqual(['aaaLogin', 'fvTenant'])
  })
})

describe('secrets', () => {
  it('appear in no failure and no log line, even when the server echoes them', async () => {
    const token = 'eyJhbGciOiJSUzI1NiIs'
    const echo = (text: string) => errorAnswer('401', `no such user ${USERNAME} with ${text}`)
    const refusing = await startScripted({ login: (response) => sendJson(response, echo(PASSWORD), 401) })
    const leaking = await startScripted({
      login: (response) => sendJson(response, loginAnswer(token)),
      answer: (response) => sendJson(response, echo(`${token} and ${PASSWORD}`), 403),
    })
    const { pool, log } = startWorkbench()

    const answers = [
      await pool.client(targetAt(refusing.host)).get(PATH, { signal: never }),
      await pool.client(targetAt(leaking.host, { connectionId: 'c2', verifySsl: false })).get(PATH, { signal: never }),
    ]

    const shown = JSON.stringify(answers) + log()
    expect(shown).toContain('with ***')
    expect(shown).not.toContain(PASSWORD)
    expect(shown).not.toContain(JSON.stringify(PASSWORD).slice(1, -1))
    expect(shown).not.toContain(token)
  })
})
