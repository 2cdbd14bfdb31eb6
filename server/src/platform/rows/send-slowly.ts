import { Readable } from 'node:stream'
import { MINUTE } from '../../kernel/durations.ts'

/** What a slow client has to take within a minute, so that even a very slow one is not cut off: 1 kB a second. */
const SLICE_BYTES = 64 * 1024
/** A client that takes nothing for so long is not coming back. What is read for it waits in memory. */
const STALLED_MS = MINUTE

type Pieces = AsyncIterable<Uint8Array | string> | Iterable<Uint8Array | string>

type Sending = {
  readonly stalledMs?: number
  /** The stream is over. It closes only once the piece being computed is there: what takes long may end here. */
  readonly onLeft?: () => void
}

/**
 * A stream of pieces, each computed when the reader takes it: it holds one of them. A reader that stalls is
 * cut off.
 */
export function sendSlowly(pieces: Pieces, { stalledMs = STALLED_MS, onLeft }: Sending = {}): Readable {
  const stream = Readable.from(
    slices(pieces, stalledMs, () => stream.destroy(new StalledReader())),
    {
      objectMode: false,
      highWaterMark: SLICE_BYTES,
    },
  )
  if (!onLeft) return stream
  const destroy = stream._destroy.bind(stream)
  stream._destroy = (error, done) => {
    onLeft()
    destroy(error, done)
  }
  return stream
}

/** The client has stopped reading. */
export class StalledReader extends Error {
  override readonly name = 'StalledReader'
  /** As if it had closed the connection. */
  readonly code = 'ERR_STREAM_PREMATURE_CLOSE'

  constructor() {
    super('the client stopped reading')
  }
}

async function* slices(pieces: Pieces, stalledMs: number, onStalled: () => void): AsyncGenerator<Uint8Array> {
  for await (const piece of pieces) {
    const bytes = typeof piece === 'string' ? Buffer.from(piece) : piece
    for (let start = 0; start < bytes.length; start += SLICE_BYTES) {
      const stalled = setTimeout(onStalled, stalledMs)
      try {
        yield bytes.subarray(start, start + SLICE_BYTES)
      } finally {
        clearTimeout(stalled)
      }
    }
  }
}
