import type { PGlite } from '@electric-sql/pglite'

type Send = (stream: number, bytes: Uint8Array<ArrayBuffer>) => void

const SYNC = Uint8Array.of(0x53, 0, 0, 0, 4)
// One message per result, in pieces that the other side can work on while the next one is made.
const PIECE_BYTES = 256 * 1024

/**
 * The one session of the embedded database, owned by one stream at a time. A stream that turns up later takes over, because the pool opens it only
 * after it has given up the one before; what that one left behind (an open transaction, settings, locks, prepared statements) is cleared first.
 */
export function createEmbeddedSession(pglite: PGlite, send: Send) {
  let owner = 0

  async function clear(): Promise<void> {
    // Ends a half-sent batch, whose rest will never come.
    await pglite.execProtocolRawStream(SYNC, { onRawData: () => undefined })
    if (pglite.isInTransaction()) await pglite.exec('ROLLBACK')
    await pglite.exec('DISCARD ALL')
  }

  return {
    /** Runs what the stream's client sent; false when a later stream has taken the session from it. */
    run: async (stream: number, bytes: Uint8Array): Promise<boolean> => {
      if (stream < owner) return false
      if (stream > owner) {
        await clear()
        owner = stream
      }
      const pieces = collectPieces((piece) => send(stream, piece))
      await pglite.execProtocolRawStream(bytes, { onRawData: pieces.add })
      pieces.flush()
      return true
    },
  }
}

function collectPieces(emit: (piece: Uint8Array<ArrayBuffer>) => void) {
  let parts: Uint8Array[] = []
  let length = 0

  function flush(): void {
    if (length === 0) return
    const piece = new Uint8Array(length)
    let offset = 0
    for (const part of parts) {
      piece.set(part, offset)
      offset += part.length
    }
    parts = []
    length = 0
    emit(piece)
  }

  return {
    // The database reuses the memory behind `bytes` as soon as this returns.
    add: (bytes: Uint8Array): void => {
      parts.push(bytes.slice())
      length += bytes.length
      if (length >= PIECE_BYTES) flush()
    },
    flush,
  }
}
