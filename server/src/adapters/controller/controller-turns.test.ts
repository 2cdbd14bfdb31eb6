import { describe, expect, it } from 'vitest'
import { createInProcessLeases } from '../cache/in-process-leases.ts'
import { never, startScripted, startWorkbench, targetAt } from './testing/controller-workbench.ts'
import { heldResponses } from './testing/held-responses.ts'
import { EMPTY_ANSWER, sendHtml, sendJson, type Script } from './testing/scripted-controller.ts'

const PATH = '/api/class/fvTenant.json'
const THREE = JSON.stringify({
  totalCount: '3',
  imdata: ['1', '2', '3'].map((id) => ({ infraWiNode: { attributes: { id } } })),
})

/** A controller that answers tests at once, and the requests of runs when told to. */
async function startBusy(
  limits: { readonly parallel?: number; readonly perMinute?: number } = {},
  script: Script = {},
) {
  const responses = heldResponses()
  const controller = await startScripted({
    answer: (response, { url }) => (url === PATH ? responses.hold(response) : sendJson(response, THREE)),
    ...script,
  })
  const { pool } = startWorkbench({ leases: createInProcessLeases(Date.now) })
  const budget = { controller: 'apic', parallel: 1, perMinute: null, ...limits }
  const target = targetAt(controller.host, { budget })
  const paths = () => controller.requests.map(({ path }) => path.replace(/\?.*/, ''))
  return { responses, controller, pool, budget, target, paths }
}

describe('the test of a connection', () => {
  it('waits for its turn, in which it logs in, reads and logs out', async () => {
    const { responses, pool, target, paths, budget } = await startBusy()
    const run = pool.client(target).get(PATH, { signal: never })
    await responses.arrived(1)

    const test = pool.test(target)
    await expect.poll(() => pool.use()).toMatchObject([{ inFlight: 1, requests: 1 }])
    const before = paths()
    responses.answerAll()

    expect(await test).toMatchObject({ status: 'success', cluster_size: 3 })
    expect(await run).toMatchObject({ ok: true })
    expect(paths().slice(before.length)).toEqual([
      '/api/aaaLogin.json',
      '/api/class/infraWiNode.json',
      '/api/aaaLogout.json',
    ])
    expect(before).toEqual(['/api/aaaLogin.json', PATH])
    expect(await pool.useOf(budget)).toMatchObject({ taken: 0, takenLastMinute: 2 })
  })

  it('that gets no turn in time says so, and has sent nothing', async () => {
    const { responses, pool, target, paths } = await startBusy()
    const run = pool.client(target).get(PATH, { signal: never })
    await responses.arrived(1)
    const before = paths()

    const test = await pool.test(target, { waitMs: 30 })

    expect(test).toEqual({
      status: 'failure',
      step: 'turn',
      message:
        'Waiting for a turn failed. The controller was not asked: its limits left no turn within 30 ms. It is answering 1 request (limit 1).',
    })
    expect(paths()).toEqual(before)
    responses.answerAll()
    await run
  })

  it('fits into a limit of one request per minute, and names that limit when it is used up', async () => {
    const { pool, target } = await startBusy({ perMinute: 1 })

    const [first, second] = [await pool.test(target), await pool.test(target, { waitMs: 30 })]

    expect(first).toMatchObject({ status: 'success' })
    expect(second).toMatchObject({
      step: 'turn',
      message: expect.stringContaining('got 1 in the last minute (limit 1)'),
    })
  })

  it('takes another turn for another request, and does without where there is none', async () => {
    const empty: Script = { answer: (response) => sendJson(response, EMPTY_ANSWER) }
    const [wide, narrow] = [await startBusy({}, empty), await startBusy({ perMinute: 1 }, empty)]

    const tests = [await wide.pool.test(wide.target), await narrow.pool.test(narrow.target, { waitMs: 30 })]

    expect(tests).toMatchObject([{ status: 'success' }, { status: 'success' }])
    expect(await wide.pool.useOf(wide.budget)).toMatchObject({ takenLastMinute: 2 })
    expect(narrow.paths()).toEqual(['/api/aaaLogin.json', '/api/class/infraWiNode.json'])
  })

  it('of several addresses takes a turn for each, one after the other if need be', async () => {
    const { pool, controller, target } = await startBusy()

    const test = await pool.test({ ...target, hosts: [controller.host, controller.host] })

    expect(test).toMatchObject({
      status: 'success',
      hosts: [{ status: 'success' }, { status: 'success' }, { status: 'success' }],
    })
    expect(controller.mostInFlight()).toBe(1)
  })

  it('counts what the controller refuses', async () => {
    const { pool, target, budget } = await startBusy({}, { login: (response) => sendHtml(response, 503) })

    await pool.test(target)

    expect(await pool.useOf(budget)).toMatchObject({ refusedLastHour: 1 })
  })
})

describe('a login on its own', () => {
  it('takes a turn, but none while there is a session', async () => {
    const { pool, target, budget, paths } = await startBusy()
    const client = pool.client(target)

    const logins = [await client.logIn(never), await client.logIn(never)]

    expect(logins).toMatchObject([{ release: '6.0(5h)' }, { release: '6.0(5h)' }])
    expect(paths()).toEqual(['/api/aaaLogin.json'])
    expect(await pool.useOf(budget)).toMatchObject({ taken: 0, takenLastMinute: 1 })
  })

  it('ends with its caller while it waits', async () => {
    const { responses, pool, target, paths } = await startBusy()
    const run = pool.client(target).get(PATH, { signal: never })
    await responses.arrived(1)
    const other = { ...target, connectionId: 'c2' }
    const abort = new AbortController()

    const login = pool.client(other).logIn(abort.signal)
    await expect.poll(() => pool.use()).toMatchObject([{ inFlight: 1, requests: 1 }])
    abort.abort()

    expect(await login).toMatchObject({ ok: false, failure: { reason: 'cancelled' } })
    expect(paths()).toEqual(['/api/aaaLogin.json', PATH])
    responses.answerAll()
    await run
  })
})
