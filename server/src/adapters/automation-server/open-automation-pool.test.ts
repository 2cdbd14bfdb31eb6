import { describe, expect, it } from 'vitest'
import type { JobRef } from './automation-server.ts'
import { failureIn, never, sendJson, startScripted, startWorkbench, targetAt } from './testing/automation-workbench.ts'

const JOB: JobRef = { kind: 'job', id: 1 }

describe('the pool', () => {
  it('keeps the server of a connection until the connection changes', async () => {
    const { pool } = startWorkbench()
    const target = targetAt('http://127.0.0.1:1')

    const first = pool.server(target)

    expect(pool.server({ ...target })).toBe(first)
    expect(pool.server({ ...target, revision: '2' })).not.toBe(first)
    expect(pool.server({ ...target, connectionId: 'c2' })).not.toBe(first)
  })

  it('asks a changed connection anew where its API is', async () => {
    const scripted = await startScripted((_request, response) => sendJson(response, { id: 1, status: 'running' }))
    const { pool } = startWorkbench()

    for (const revision of ['1', '1', '2']) await pool.server(targetAt(scripted.url, { revision })).job(JOB, never)

    expect(scripted.requests.filter((request) => request === 'GET /api/')).toHaveLength(2)
  })

  it('shares the places of one address between its connections', async () => {
    const { promise: full, resolve } = Promise.withResolvers<undefined>()
    const answers: (() => void)[] = []
    const scripted = await startScripted((_request, response) => {
      answers.push(() => sendJson(response, { job: 5 }, 201))
      if (answers.length === 6) resolve(undefined)
    })
    const { pool } = startWorkbench()
    const launches = ['c1', 'c2'].flatMap((connectionId) =>
      Array.from({ length: 6 }, () =>
        pool.server(targetAt(scripted.url, { connectionId, apiPrefix: '/api/v2/' })).launch(7, {}, never),
      ),
    )

    await full

    expect(answers).toHaveLength(6)
    const drain = setInterval(() => answers.splice(0).forEach((answer) => answer()), 1)
    await Promise.all(launches)
    clearInterval(drain)
  })

  it('ends everything when it closes, and says of a launch that its answer is lost', async () => {
    const { promise: arrived, resolve } = Promise.withResolvers<undefined>()
    const scripted = await startScripted((request) => {
      if (scripted.requests.length === 2) resolve(undefined)
      request.resume()
    })
    const { pool } = startWorkbench()
    const server = pool.server(targetAt(scripted.url, { apiPrefix: '/api/v2/' }))
    const [read, launch] = [failureIn(server.job(JOB, never)), failureIn(server.launch(7, {}, never))]
    await arrived

    await pool.close()

    expect([(await read).reason, (await launch).reason]).toEqual(['cancelled', 'lost_answer'])
    expect((await failureIn(server.launch(7, {}, never))).reason).toBe('cancelled')
  })
})
