import type { PGlite } from '@electric-sql/pglite'

type Send = (stream: number, bytes: Uint8Array<ArrayBuffer>) => void

const SYNC = Uint8Array.of(0x53, 0, 0, 0, 4)
// Results are sent in pieces, so that the other side can work on one while the next is produced.
const PIECE_BYTES = 256 * 1024

/**
 * The one session of the embedded database, owned by one stream at a time. A later stream takes over, because the pool
 * opens it only after giving up the one before; whatever that one left behind (an open transaction, settings, locks,
 * prepared statements) is cleared first.
 */
export function createEmbeddedSession(pglite: PGlite, send: Send) {
  let owner = 0

  async function clear(): Promise<void> {
    // Ends a half-sent batch, the rest of which will never arrive.
    await pglite.execProtocolRawStream(SYNC, { onRawData: () => undefined })
    if (pglite.isInTransaction()) await pglite.exec('ROLLBACK')
    await pglite.exec('DISCARD ALL')
  }

  return {
    /** Runs what the stream's client sent; false when a later stream has taken over the session. */
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
