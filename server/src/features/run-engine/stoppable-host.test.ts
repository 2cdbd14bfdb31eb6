import { expect, it } from 'vitest'
import { storeHost } from '../../testing/executions/store-host.ts'
import { readObjects } from './read-objects.ts'
import { stoppableHost } from './stoppable-host.ts'

const BUSY = { reason: 'busy', message: 'another fetch found the controller busy' } as const

it('ends a pause when the run stops, and every later one at once', async () => {
  const { pause, stop } = stoppableHost(storeHost().host)
  const waiting = pause(60_000)

  stop(BUSY)

  expect([await waiting, await pause(60_000)]).toEqual([false, false])
})

it('pauses for as long as it should', async () => {
  const { pause } = stoppableHost(storeHost().host)

  expect(await pause(1)).toBe(true)
})

it('ends a read that waits for a busy controller, even if the run stopped because of that', async () => {
  const { host, pause, stop } = stoppableHost({ ...storeHost().host, get: async () => ({ ok: false, failure: BUSY }) })
  const query = { target: { kind: 'class', class_name: 'fvBD' }, order_by: 'fvBD' } as const
  const reading = readObjects(query, { get: (path) => host.get('lab', path), pause, background: true }).next()

  stop(BUSY)

  await expect(reading).rejects.toMatchObject({ failure: BUSY })
})
