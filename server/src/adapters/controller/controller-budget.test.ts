import { expect, it } from 'vitest'
import { createInProcessLeases } from '../cache/in-process-leases.ts'
import { never, startScripted, startWorkbench, targetAt } from './testing/controller-workbench.ts'
import { heldResponses } from './testing/held-responses.ts'

const PATH = '/api/class/fvTenant.json'

async function startHolding() {
  const responses = heldResponses()
  const controller = await startScripted({ answer: (response) => responses.hold(response) })
  return { responses, controller }
}

it('two processes together send no more requests at once than the budget, and all of them in the end', async () => {
  const { responses, controller } = await startHolding()
  const leases = createInProcessLeases(Date.now)
  const budget = { controller: 'apic', parallel: 3, perMinute: null }
  const clients = [1, 2].map(() => startWorkbench({ leases }).pool.client(targetAt(controller.host, { budget })))
  const requests = clients.flatMap((client) => Array.from({ length: 6 }, () => client.get(PATH, { signal: never })))

  for (let answered = 0; answered < 12; answered += 3) {
    await responses.arrived(answered + 3)
    responses.answerAll()
  }

  expect((await Promise.all(requests)).every(({ ok }) => ok)).toBe(true)
  expect(controller.mostInFlight()).toBe(3)
})

it('a larger budget holds at once, for those who wait already', async () => {
  const { responses, controller } = await startHolding()
  const { pool } = startWorkbench()
  const target = (parallel: number) =>
    targetAt(controller.host, { budget: { controller: 'apic', parallel, perMinute: null } })
  const client = pool.client(target(1))
  const requests = Array.from({ length: 3 }, () => client.get(PATH, { signal: never }))
  await responses.arrived(1)

  pool.client(target(3))
  await responses.arrived(3)
  responses.answerAll()

  expect((await Promise.all(requests)).every(({ ok }) => ok)).toBe(true)
})

it('requests over the limit of a minute wait, and say so', async () => {
  const controller = await startScripted()
  const { pool } = startWorkbench({ leases: createInProcessLeases(Date.now) })
  const budget = { controller: 'apic', parallel: 4, perMinute: 2 }
  const client = pool.client(targetAt(controller.host, { budget }))
  const abort = new AbortController()
  await Promise.all([1, 2].map(() => client.get(PATH, { signal: never })))

  const third = client.get(PATH, { signal: abort.signal })
  await controller.settled()
  const use = await pool.useOf(budget)
  abort.abort()

  expect(use).toMatchObject({ taken: 0, takenLastMinute: 2, waiting: { requests: 1, runs: 1 } })
  expect(await third).toMatchObject({ ok: false, failure: { reason: 'cancelled' } })
  expect(pool.use()).toMatchObject([{ controller: 'apic', inFlight: 0, requests: 0 }])
})

it('what the controller itself refuses is counted', async () => {
  const controller = await startScripted({ answer: (response) => response.writeHead(503).end('<html></html>') })
  const { pool } = startWorkbench({ tries: 2 })
  const budget = { controller: 'apic', parallel: 4, perMinute: null }

  await pool.client(targetAt(controller.host, { budget, name: 'lab' })).get(PATH, { signal: never })

  expect(await pool.useOf(budget)).toMatchObject({ refusedLastHour: 2 })
})

it('a request tells when it waits, when it is sent and when it is over', async () => {
  const { responses, controller } = await startHolding()
  const client = startWorkbench().pool.client(
    targetAt(controller.host, { budget: { controller: 'apic', parallel: 1, perMinute: null } }),
  )
  const states: string[] = []
  const first = client.get(PATH, { signal: never, onState: (state) => states.push(`first ${state}`) })
  await responses.arrived(1)

  const second = client.get(PATH, { signal: never, onState: (state) => states.push(`second ${state}`) })
  responses.answerAll()
  await responses.arrived(2)
  responses.answerAll()
  await Promise.all([first, second])

  expect(states).toEqual(['first waits', 'first sends', 'second waits', 'first over', 'second sends', 'second over'])
})
