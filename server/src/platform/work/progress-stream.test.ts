import { pino } from 'pino'
import { expect, describe, it } from 'vitest'
import { openCache } from '../../adapters/cache/open-cache.ts'
import type { Streams } from '../../adapters/cache/streams.ts'
import { MINUTE, SECOND } from '../../kernel/durations.ts'
import { createManualClock } from '../../testing/manual-clock.ts'
import type { Frame } from '../realtime/channel.ts'
import { createProgressStream } from './progress-stream.ts'

const logger = pino({ level: 'silent' })
const frame = (type: string): Frame => ({ type, data: {} })
const START = '2026-03-02T09:00:00.000+00:00'

async function openStream(wrap: (streams: Streams) => Streams = (streams) => streams) {
  const clock = createManualClock()
  const { streams } = await openCache({ clock, logger })
  const keyOf = (id: string) => `work:${id}`
  const stream = createProgressStream<string, Frame>({
    streams: wrap(streams),
    keyOf,
    maxLength: 100,
    ttlMs: 10 * MINUTE,
    what: 'test',
    clock,
    logger,
  })
  const heard: string[] = []
  const listener = { onFrame: ({ type }: Frame) => void heard.push(type), onEnd: () => void heard.push('(end)') }
  return {
    clock,
    ...stream,
    listener,
    heard,
    kept: async (id: string) => (await streams.read(keyOf(id))).map(({ frame }) => frame),
  }
}

/** Lets frames on their way arrive. */
const settle = () => new Promise((resolve) => setImmediate(resolve))

describe('a progress stream', () => {
  it('delivers past frames, then new ones, then the end', async () => {
    const { open, end, follow, listener, heard } = await openStream()
    const { send } = open('a')
    send(frame('one'))
    await settle()

    await follow('a', listener)
    send(frame('two'))
    open('b').send(frame('of another'))
    end('a')
    await settle()

    expect(heard).toEqual(['one', 'two', '(end)'])
  })

  it('keeps with each frame when it was sent', async () => {
    const { clock, open, kept } = await openStream()
    const { send } = open('a')
    send(frame('one'))
    await clock.advance(5 * SECOND)
    send(frame('two'))
    await settle()

    expect(await kept('a')).toEqual([
      { type: 'one', data: {}, timestamp: START },
      { type: 'two', data: {}, timestamp: '2026-03-02T09:00:05.000+00:00' },
    ])
  })

  it('keeps frames for two minutes after the end', async () => {
    const { clock, open, end, kept } = await openStream()
    open('a').send(frame('one'))
    end('a')
    await settle()

    const lengths = [(await kept('a')).length]
    await clock.leap(2 * MINUTE + 1)
    lengths.push((await kept('a')).length)

    expect(lengths).toEqual([2, 0])
  })

  it('thins out the progress of each part, but not its last report', async () => {
    const { clock, open, follow, listener, heard } = await openStream()
    await follow('a', listener)
    const { report } = open('a')
    const reportNow = async (part: string, type: string, isLast?: boolean) => {
      report(part, frame(type), isLast)
      await settle()
    }

    await reportNow('x', 'x1')
    await reportNow('x', 'x2')
    await reportNow('y', 'y1')
    await clock.advance(250)
    await reportNow('x', 'x3')
    await reportNow('x', 'x4')
    await reportNow('x', 'last', true)

    expect(heard).toEqual(['x1', 'y1', 'x3', 'last'])
  })

  it('drops progress, and nothing else, while the cache is slow', async () => {
    let answer = (): void => undefined
    const slow = (streams: Streams): Streams => ({
      ...streams,
      append: async (...args) => {
        await new Promise<void>((resolve) => (answer = resolve))
        return streams.append(...args)
      },
    })
    const { open, kept } = await openStream(slow)
    const { send, report } = open('a')

    send(frame('one'))
    report('x', frame('progress'))
    send(frame('two'))
    for (let n = 0; n < 2; n++) {
      await settle()
      answer()
    }
    await settle()

    expect((await kept('a')).map((one) => (one as Frame).type)).toEqual(['one', 'two'])
  })

  it('neither fails nor delivers anything while the cache is away', async () => {
    const away = () => Promise.reject(new Error('the cache is away'))
    const { open, follow, end, listener, heard } = await openStream((streams) => ({
      ...streams,
      append: away,
      streamFrom: away,
    }))

    open('a').send(frame('one'))
    const { unsubscribe } = await follow('a', listener)
    end('a')
    await settle()
    unsubscribe()

    expect(heard).toEqual([])
  })
})
