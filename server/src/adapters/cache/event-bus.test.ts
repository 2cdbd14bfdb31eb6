import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { cacheKinds, type CacheUnderTest } from '../../testing/caches.ts'
import { createInProcessBus, type EventBus } from './event-bus.ts'

describe.each(cacheKinds)('the event bus $name', ({ name, start }) => {
  let under: CacheUnderTest
  let here: EventBus
  let there: EventBus

  beforeAll(async () => {
    under = await start()
    here = (await under.open()).bus
    there = (await under.open()).bus
  })
  afterAll(() => under.close())

  it('delivers a message once to every subscriber, including its own process, in the order published', async () => {
    const heard: string[] = []
    here.subscribe('order', (payload) => void heard.push(`here ${String(payload)}`))
    there.subscribe('order', (payload) => void heard.push(`there ${String(payload)}`))

    for (const number of [1, 2, 3]) await here.publish('order', number)

    await vi.waitFor(() => expect(heard).toHaveLength(6), 20_000)
    expect(heard.filter((line) => line.startsWith('here'))).toEqual(['here 1', 'here 2', 'here 3'])
    expect(heard.filter((line) => line.startsWith('there'))).toEqual(['there 1', 'there 2', 'there 3'])
  })

  it('calls subscribers in the same process before `publish` returns', async () => {
    const heard: unknown[] = []
    here.subscribe('at once', (payload) => void heard.push(payload))

    await here.publish('at once', { id: 7, when: new Date(0), nothing: undefined })

    expect(heard).toEqual([{ id: 7, when: '1970-01-01T00:00:00.000Z' }])
  })

  it('matches topics exactly or by prefix', async () => {
    const heard: string[] = []
    there.subscribe('run:7', (_, topic) => void heard.push(`one ${topic}`))
    there.subscribe('run:*', (_, topic) => void heard.push(`all ${topic}`))

    await here.publish('run:7', {})
    await here.publish('run:77', {})
    await here.publish('running', {})
    await here.publish('run:end', {})

    await vi.waitFor(() => expect(heard).toContain('all run:end'), 20_000)
    expect(heard.toSorted()).toEqual(['all run:7', 'all run:77', 'all run:end', 'one run:7'])
  })

  it('delivers nothing after unsubscribing', async () => {
    const heard: unknown[] = []
    const end = there.subscribe('ended', (payload) => void heard.push(payload))
    there.subscribe('ended', (payload) => void heard.push(payload))
    end()

    await here.publish('ended', 1)

    await vi.waitFor(() => expect(heard).toEqual([1]), 20_000)
  })

  it('delivers to the other subscribers when one fails', async () => {
    const heard: unknown[] = []
    here.subscribe('robust', () => {
      throw new Error('broken')
    })
    here.subscribe('robust', () => Promise.reject(new Error('broken later')))
    here.subscribe('robust', (payload) => {
      Object.assign(payload as object, { spoilt: true })
    })
    here.subscribe('robust', (payload) => void heard.push(payload))

    await here.publish('robust', { id: 1 })

    expect(heard).toEqual([{ id: 1 }])
  })

  it(`delivers an undefined payload as null (${name})`, async () => {
    const heard: unknown[] = []
    there.subscribe('nothing', (payload) => void heard.push(payload))

    await here.publish('nothing', undefined)

    await vi.waitFor(() => expect(heard).toEqual([null]), 20_000)
  })
})

it('logs a failing subscriber', async () => {
  const lines: string[] = []
  const bus = createInProcessBus(pino({}, { write: (line: string) => void lines.push(line) }))
  bus.subscribe('topic', () => Promise.reject(new Error('broken later')))

  await bus.publish('topic', 1)
  await Promise.resolve()

  expect(lines.join()).toContain('broken later')
})
