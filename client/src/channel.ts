import { HeddleError } from './heddle-error.ts'
import { pauseFor, abortReason } from './pause.ts'

/** An event of any channel. Those of each are a union told apart by `type`, such as `RunFrame`. */
export type ChannelFrame = {
  readonly type: string
  readonly data: Readonly<Record<string, unknown>>
  readonly timestamp: string
}

export type ChannelOptions = {
  readonly signal?: AbortSignal
  /** Called when a connection is open. */
  readonly onOpen?: () => void
  /** Called before each new connection, with the seconds until then. */
  readonly onReconnect?: (seconds: number) => void
}

type Dependencies = {
  readonly baseUrl: URL
  /** Node has had one since version 22. */
  readonly WebSocket: typeof WebSocket | undefined
  readonly ticket: () => Promise<string>
  /** The channel sends all frames again from the first on after each connection. */
  readonly replays: boolean
  readonly silenceSeconds: number
}

const FINISHED = 1000
/** The server stops, and another one, or its next start, goes on. */
const RESTART = 1012
const REFUSED: Readonly<Record<number, [status: number, message: string]>> = {
  4003: [403, 'You may not follow this.'],
  4004: [404, 'There is nothing to follow here.'],
}
const LONGEST_BACKOFF_SECONDS = 30
/** Not a failure: what follows counts from zero. */
const RESTARTED = -1
/** All clients of a server that stops come back: not all at once. */
const LONGEST_COMEBACK_SECONDS = 2

/**
 * Follows a channel until the server ends it, over as many connections as that takes: after a drop it waits 1 s, 2 s,
 * 4 s up to 30 s, also while the server is away; a server that stops in order sends its clients back sooner. Frames
 * that a new connection repeats are left out, and so are pings.
 */
export async function* follow<F extends ChannelFrame = ChannelFrame>(
  path: string,
  dependencies: Dependencies,
  options: ChannelOptions = {},
): AsyncGenerator<F, void, undefined> {
  const { WebSocket } = dependencies
  if (WebSocket === undefined)
    throw new HeddleError('There is no WebSocket here: pass one, such as that of the package `ws`.', 0)
  const seen = dependencies.replays ? new Set<string>() : undefined
  for (let failures = 0, isFirst = true; ; failures += 1, isFirst = false) {
    const ticket = await dependencies
      .ticket()
      .catch((error: unknown) => (isFirst ? Promise.reject(error as Error) : undefinedIfAway(error)))
    const connection = ticket === undefined ? undefined : connect(path, ticket, { ...dependencies, WebSocket }, options)
    try {
      for await (const frame of connection?.frames ?? []) {
        failures = 0
        const text = JSON.stringify([frame.type, frame.data])
        if (frame.type === 'ping' || seen?.has(text)) continue
        seen?.add(text)
        // The contract of the channel says which there are.
        yield frame as F
      }
      const end = await connection?.ended
      if (end === 'finished') return
      if (end === 'restart') failures = RESTARTED
    } finally {
      connection?.close()
    }
    const wait =
      failures === RESTARTED
        ? Math.random() * LONGEST_COMEBACK_SECONDS
        : Math.min(2 ** failures, LONGEST_BACKOFF_SECONDS)
    options.onReconnect?.(wait)
    await pauseFor(wait, options.signal)
  }
}

/** A server that cannot answer is one that is not connected; any other refusal is thrown. */
function undefinedIfAway(error: unknown): undefined {
  if (!(error instanceof HeddleError) || ![0, 429, 502, 503, 504].includes(error.status)) throw error
}

function connect(
  path: string,
  ticket: string,
  { baseUrl, WebSocket, silenceSeconds }: Dependencies & { readonly WebSocket: typeof globalThis.WebSocket },
  { signal, onOpen }: ChannelOptions,
) {
  const url = new URL(path.replace(/^\//, ''), baseUrl)
  url.protocol = url.protocol.replace('http', 'ws')
  url.searchParams.set('ticket', ticket)
  const socket = new WebSocket(url)
  let end: (how: 'finished' | 'restart' | 'dropped') => void = () => {}
  let fail: (reason: Error) => void = () => {}
  const ended = new Promise<'finished' | 'restart' | 'dropped'>((resolve, reject) => ([end, fail] = [resolve, reject]))
  const waiting: ChannelFrame[] = []
  let wake = () => {}
  let silence: ReturnType<typeof setTimeout> | undefined
  let isOver = false

  const finish = (settle: () => void) => {
    if (isOver) return
    isOver = true
    clearTimeout(silence)
    signal?.removeEventListener('abort', abort)
    settle()
    wake()
  }
  const listen = () => {
    clearTimeout(silence)
    // A connection that died silently is never closed by the other end.
    silence = setTimeout(() => finish(() => end('dropped')), silenceSeconds * 1000)
  }
  const abort = () => finish(() => fail(abortReason(signal)))

  signal?.addEventListener('abort', abort, { once: true })
  if (signal?.aborted) abort()
  ended.catch(() => undefined)
  socket.addEventListener('open', () => {
    listen()
    onOpen?.()
  })
  socket.addEventListener('error', () => finish(() => end('dropped')))
  socket.addEventListener('close', ({ code }) =>
    finish(() => {
      const refusal = REFUSED[code]
      if (refusal) fail(new HeddleError(refusal[1], refusal[0]))
      else end(code === FINISHED ? 'finished' : code === RESTART ? 'restart' : 'dropped')
    }),
  )
  socket.addEventListener('message', ({ data }) => {
    listen()
    waiting.push(JSON.parse(String(data)) as ChannelFrame)
    wake()
  })

  async function* frames(): AsyncGenerator<ChannelFrame, void, undefined> {
    for (;;) {
      const frame = waiting.shift()
      if (frame) yield frame
      else if (isOver) break
      else await new Promise<void>((resolve) => (wake = resolve))
    }
    await ended
  }

  return {
    frames: frames(),
    ended,
    close: () => {
      finish(() => end('dropped'))
      socket.close()
    },
  }
}
