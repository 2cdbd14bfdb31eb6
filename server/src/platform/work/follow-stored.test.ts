import { pino } from 'pino'
import { describe, expect, it } from 'vitest'
import { openCache } from '../../adapters/cache/open-cache.ts'
import { SECOND } from '../../kernel/durations.ts'
import type { Caller } from '../../kernel/caller.ts'
import { createManualClock } from '../../testing/manual-clock.ts'
import type { Frame } from '../realtime/channel.ts'
import { followStored } from './follow-stored.ts'
import { createProgressStream } from './progress-stream.ts'

const logger = pino({ level: 'silent' })
const frame = (type: string): Frame => ({ type, data: {} })
/** Something that takes steps, each with a frame. */
type Thing = { readonly steps: readonly string[]; readonly isDone: boolean }

/** A thing that is stored as `stored` says, and a socket that follows it. */
async function createFollowed(stored: Thing | undefined) {
  const clock = createManualClock()
  const { streams } = await openCache({ clock, logger })
  const stream = createProgressStream<string, Frame>({
    streams,
    keyOf: (id) => id,
    maxLength: 100,
    ttlMs: 1_000 * SECOND,
    what: 'thing',
    clock,
    logger,
  })
  const { send } = stream.open('thing')
  const timersOfCache = clock.pendingTimers()
  const store = { thing: stored, isAway: false, reads: 0 }
  const received: string[] = []
  const onlyOnce = () => {
    const sent = new Set<string>()
    return (one: Frame) => (sent.has(one.type) ? [] : (sent.add(one.type), [one]))
  }
  return {
    clock,
    store,
    received,
    timers: () => clock.pendingTimers() - timersOfCache,
    publish: async (type: string) => {
      send(frame(type))
      await settle()
    },
    publishEnd: async () => {
      stream.end('thing')
      await settle()
    },
    follow: async () => {
      const opened = await followStored<Thing, Frame>({
        subscriber: {
          caller: {} as Caller,
          send: ({ type }) => void received.push(type),
          drained: async () => undefined,
          close: (reason) => void received.push(`(${reason})`),
        },
        follow: (listener) => stream.follow('thing', listener),
        find: async () => {
          store.reads++
          if (store.isAway) throw new Error('the database is away')
          return store.thing
        },
        isEnded: ({ isDone }) => isDone,
        frames: ({ steps, isDone }) => [...steps, ...(isDone ? ['end'] : [])].map(frame),
        toSend: onlyOnce(),
        clock,
        logger,
      })
      return opened.status === 'open' ? opened : expect.fail('not open')
    },
  }
}

const settle = () => new Promise((resolve) => setImmediate(resolve))

describe('following a stored thing', () => {
  it('replays, continues live, and closes at the end; nothing is sent twice', async () => {
    const { publish, publishEnd, follow, store, received } = await createFollowed({ steps: ['one'], isDone: false })
    await publish('one')

    await follow()
    await publish('two')
    store.thing = { steps: ['one', 'two'], isDone: true }
    await publishEnd()

    expect(received).toEqual(['one', 'two', 'end', '(finished)'])
  })

  it('sends everything at once when the end came first, even if the cache has lost it', async () => {
    const { follow, received, timers } = await createFollowed({ steps: ['one', 'two'], isDone: true })

    await follow()

    expect(received).toEqual(['one', 'two', 'end', '(finished)'])
    expect(timers()).toBe(0)
  })

  it('fills in what the cache lost before the end', async () => {
    const { publish, publishEnd, follow, store, received } = await createFollowed({ steps: [], isDone: false })
    await follow()
    await publish('one')

    store.thing = { steps: ['one', 'two', 'three'], isDone: true }
    await publishEnd()

    expect(received).toEqual(['one', 'two', 'three', 'end', '(finished)'])
  })

  it('notices an end that no one has published', async () => {
    const { follow, store, received, clock } = await createFollowed({ steps: [], isDone: false })
    await follow()

    store.thing = { steps: ['one'], isDone: true }
    await clock.advance(10 * SECOND)

    expect(received).toEqual(['one', 'end', '(finished)'])
  })

  it('stays open when the end was announced before it could be read', async () => {
    const { follow, publishEnd, store, received, clock } = await createFollowed({ steps: [], isDone: false })
    await follow()

    store.isAway = true
    await publishEnd()
    store.isAway = false
    store.thing = { steps: [], isDone: true }
    const before = [...received]
    await clock.advance(10 * SECOND)

    expect([before, received]).toEqual([[], ['end', '(finished)']])
  })

  it('sends the end once when it is announced and polled at the same time', async () => {
    const { follow, publishEnd, store, received, clock } = await createFollowed({ steps: [], isDone: false })
    await follow()

    store.thing = { steps: ['one'], isDone: true }
    await Promise.all([publishEnd(), publishEnd(), clock.advance(10 * SECOND)])

    expect(received).toEqual(['one', 'end', '(finished)'])
  })

  it('sends nothing and reads nothing after the end', async () => {
    const { follow, publish, publishEnd, store, received, clock } = await createFollowed({ steps: [], isDone: true })
    await follow()
    const { reads } = store

    await publish('late')
    await publishEnd()
    await clock.advance(60 * SECOND)

    expect(received).toEqual(['end', '(finished)'])
    expect(store.reads).toBe(reads)
  })

  it('closes when the thing was deleted', async () => {
    const { follow, store, received, clock } = await createFollowed({ steps: ['one'], isDone: false })
    await follow()

    store.thing = undefined
    await clock.advance(10 * SECOND)

    expect(received).toEqual(['one', '(finished)'])
  })

  it('leaves nothing behind when the socket closes first', async () => {
    const { follow, publish, received, timers } = await createFollowed({ steps: [], isDone: false })
    const { close } = await follow()

    await close()
    await publish('one')

    expect(received).toEqual([])
    expect(timers()).toBe(0)
  })
})
