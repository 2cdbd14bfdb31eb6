import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { WebSocketServer, type WebSocket as ServerSocket } from 'ws'
import { type ChannelFrame, follow } from './channel.ts'
import { HeddleError } from './heddle-error.ts'

let server: WebSocketServer
beforeEach(async () => {
  server = new WebSocketServer({ port: 0, host: '127.0.0.1' })
  await once(server, 'listening')
})
afterEach(() => {
  for (const socket of server.clients) socket.terminate()
  server.close()
})

const frame = (type: string, data: object = {}): string => JSON.stringify({ type, data, timestamp: 'now' })

/** Follows a channel whose connections are served in order. */
function following(
  serve: readonly ((socket: ServerSocket) => void)[],
  options: {
    readonly replays?: boolean
    readonly signal?: AbortSignal
    readonly silenceSeconds?: number
    readonly refusals?: (HeddleError | undefined)[]
  } = {},
) {
  const urls: string[] = []
  const pauses: number[] = []
  const waiting = [...serve]
  server.on('connection', (socket, { url }) => {
    urls.push(url ?? '')
    waiting.shift()?.(socket)
  })
  const { replays, silenceSeconds, signal, refusals = [] } = { replays: true, silenceSeconds: 60, ...options }
  let tickets = 0
  const refused = [...refusals]
  const dependencies = {
    ...{
      baseUrl: new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/base/`),
      WebSocket,
      replays,
      silenceSeconds,
    },
    ticket: async () => {
      const refusal = refused.shift()
      if (refusal) throw refusal
      return `ticket-${++tickets}`
    },
  }
  const given = { ...(signal && { signal }), onReconnect: (seconds: number) => void pauses.push(seconds) }
  return { urls, pauses, frames: follow('/ws/x/', dependencies, given) }
}

async function typesOf(frames: AsyncIterable<ChannelFrame>): Promise<readonly string[]> {
  const types: string[] = []
  for await (const { type } of frames) types.push(type)
  return types
}

describe('following a channel', () => {
  it('waits for a server that goes away, but not for one that was never there', async () => {
    const away = new HeddleError('No answer.', 0)
    const { frames, pauses } = following([(socket) => socket.terminate(), (socket) => socket.close(1000)], {
      refusals: [undefined, away],
    })

    expect(await typesOf(frames)).toEqual([])
    expect(pauses).toEqual([1, 2])
    await expect(typesOf(following([], { refusals: [away] }).frames)).rejects.toBe(away)
  })

  it('comes back soon, at a random moment, when the server restarts, and does not count that as a failure', async () => {
    const restart = (socket: ServerSocket) => socket.close(1012)
    const { frames, pauses } = following([
      restart,
      restart,
      (socket) => socket.terminate(),
      (socket) => socket.close(1000),
    ])

    await typesOf(frames)

    const [first, second, ...later] = pauses
    expect(first).toBeLessThan(2)
    expect(second).toBeLessThan(2)
    expect(first).not.toBe(second)
    expect(later).toEqual([1])
  })

  it('yields its frames until the server ends it, without pings', async () => {
    const { frames, urls, pauses } = following([
      (socket) => {
        socket.send(frame('node_start'))
        socket.send(frame('ping'))
        socket.send(frame('execution_complete'))
        socket.close(1000)
      },
    ])

    expect(await typesOf(frames)).toEqual(['node_start', 'execution_complete'])
    expect([urls, pauses]).toEqual([['/base/ws/x/?ticket=ticket-1'], []])
  })

  it.each<[string, boolean, readonly string[]]>([
    ['leaves out what is repeated', true, ['a', 'b', 'c']],
    ['yields all of it where nothing is repeated', false, ['a', 'b', 'a', 'c']],
  ])('goes on after a drop with a new ticket, and %s', async (_, replays, expected) => {
    const { frames, urls, pauses } = following(
      [
        (socket) => {
          socket.send(frame('a'))
          socket.send(frame('b'), () => socket.terminate())
        },
        (socket) => {
          socket.send(frame('a'))
          socket.send(frame('c'))
          socket.close(1000)
        },
      ],
      { replays },
    )

    expect(await typesOf(frames)).toEqual(expected)
    expect([urls.length, urls[1], pauses]).toEqual([2, '/base/ws/x/?ticket=ticket-2', [1]])
  })

  it('connects again when the connection falls silent', async () => {
    const { frames, pauses } = following([() => undefined, (socket) => socket.close(1000)], { silenceSeconds: 0.05 })

    expect(await typesOf(frames)).toEqual([])
    expect(pauses).toEqual([1])
  })

  it.each([
    [4003, { status: 403, message: 'You may not follow this.' }],
    [4004, { status: 404, message: 'There is nothing to follow here.' }],
  ])('fails when it is closed with %i', async (code, expected) => {
    const { frames } = following([(socket) => socket.close(code)])

    await expect(typesOf(frames)).rejects.toMatchObject(expected)
  })

  it('stops when the caller aborts, and closes the connection', async () => {
    const stop = new AbortController()
    const closed = Promise.withResolvers<number>()
    const { frames } = following(
      [
        (socket) => {
          socket.on('close', closed.resolve)
          socket.send(frame('a'), () => stop.abort(new Error('enough')))
        },
      ],
      { signal: stop.signal },
    )

    await expect(typesOf(frames)).rejects.toThrow('enough')
    await closed.promise
  })

  it('closes the connection when the reader leaves', async () => {
    const closed = Promise.withResolvers<number>()
    const { frames } = following([
      (socket) => {
        socket.on('close', closed.resolve)
        socket.send(frame('a'))
      },
    ])

    for await (const _ of frames) break

    await closed.promise
  })
})
