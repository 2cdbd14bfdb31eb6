import { describe, expect, it } from 'vitest'
import { never, startScripted, startWorkbench, targetAt } from './testing/controller-workbench.ts'
import { errorAnswer, type Script, sendHtml, sendJson } from './testing/scripted-controller.ts'

const PATH = '/api/class/fvTenant.json'
const NOWHERE = 'http://127.0.0.1:1'

const pathsOf = ({ requests }: Awaited<ReturnType<typeof startScripted>>) => requests.map(({ path }) => path)

describe('a connection with several addresses', () => {
  it('uses the next one when the first cannot be reached, and stays with it', async () => {
    const controller = await startScripted()
    const { pool, log } = startWorkbench()
    const client = pool.client(targetAt(NOWHERE, { hosts: [controller.host] }))

    const answers = [await client.get(PATH, { signal: never }), await client.get(PATH, { signal: never })]

    expect(answers.map(({ ok }) => ok)).toEqual([true, true])
    expect(pathsOf(controller)).toEqual(['/api/aaaLogin.json', PATH, PATH])
    expect(log().match(/cannot be reached/g)).toHaveLength(1)
  })

  it('moves on once for many concurrent requests, and logs in once', async () => {
    const controller = await startScripted()
    const { pool } = startWorkbench()
    const client = pool.client(targetAt(NOWHERE, { hosts: ['http://127.0.0.1:2', controller.host] }))

    const answers = await Promise.all(Array.from({ length: 8 }, () => client.get(PATH, { signal: never })))

    expect(answers.every(({ ok }) => ok)).toBe(true)
    expect(pathsOf(controller).filter((path) => path.includes('aaaLogin'))).toHaveLength(1)
  })

  it('comes back to the first one when the others fail', async () => {
    const [first, second] = [await startScripted(), await startScripted()]
    const { pool } = startWorkbench()
    const client = pool.client(targetAt(first.host, { hosts: [second.host] }))
    await client.get(PATH, { signal: never })
    await second.close()
    const before = first.requests.length

    expect(await client.get(PATH, { signal: never })).toMatchObject({ ok: true })
    expect(first.requests.length).toBe(before + 1)
  })

  it.each<[string, Script, string]>([
    [
      'a wrong password',
      { login: (response) => sendJson(response, errorAnswer('401', 'Username or password is incorrect'), 401) },
      'login_failed',
    ],
    ['a throttled request', { answer: (response) => sendHtml(response, 503) }, 'busy'],
    [
      'an unknown class',
      { answer: (response) => sendJson(response, errorAnswer('400', 'unresolved class for fvX'), 400) },
      'unknown_class',
    ],
  ])('does not try the next one after a refusal: %s', async (_, script, reason) => {
    const [first, second] = [await startScripted(script), await startScripted()]
    const { pool } = startWorkbench()

    const answer = await pool.client(targetAt(first.host, { hosts: [second.host] })).get(PATH, { signal: never })

    expect(answer).toMatchObject({ ok: false, failure: { reason } })
    expect(second.requests).toEqual([])
  })

  it('fails as unreachable when none can be reached', async () => {
    const { pool } = startWorkbench()

    const answer = await pool.client(targetAt(NOWHERE, { hosts: ['http://127.0.0.1:2'] })).get(PATH, { signal: never })

    expect(answer).toMatchObject({ ok: false, failure: { reason: 'unreachable' } })
  })

  it('logs out of all of them when the pool closes', async () => {
    let isFirstDown = false
    const first = await startScripted({
      answer: (response) => (isFirstDown ? response.destroy() : sendJson(response, '{"totalCount":"0","imdata":[]}')),
    })
    const second = await startScripted()
    const { pool } = startWorkbench()
    const client = pool.client(targetAt(first.host, { hosts: [second.host] }))
    await client.get(PATH, { signal: never })
    isFirstDown = true
    await client.get(PATH, { signal: never })

    await pool.close()

    expect([pathsOf(first).at(-1), pathsOf(second).at(-1)]).toEqual(['/api/aaaLogout.json', '/api/aaaLogout.json'])
  })
})

describe('a request that the account may not make', () => {
  it.each([
    ['is forbidden', 'user does not have the privilege to read this', 'forbidden'],
    [
      'is a failed login when the controller names the token',
      'Token was invalid (Error: Token timeout)',
      'login_failed',
    ],
  ])('%s, after a new login', async (_, text, reason) => {
    const controller = await startScripted({ answer: (response) => sendJson(response, errorAnswer('403', text), 403) })
    const { pool } = startWorkbench()

    const answer = await pool.client(targetAt(controller.host)).get(PATH, { signal: never })

    expect(answer).toMatchObject({ ok: false, failure: { reason, message: expect.stringContaining(text) } })
    expect(pathsOf(controller).filter((path) => path.includes('aaaLogin'))).toHaveLength(2)
  })
})
