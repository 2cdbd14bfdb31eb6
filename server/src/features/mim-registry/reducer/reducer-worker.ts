import { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { serveThread } from '../../../platform/threads/serve-thread.ts'
import { createDocumentReducer } from './reduce-document.ts'
import type { Encoded, Listed, ReducerCalls } from './reducer-calls.ts'
import { AggregateScanner } from './scan-aggregate.ts'

const documents = createDocumentReducer()

/** Limit for a decompressed aggregate, which is read in pieces of `PIECE_BYTES`. */
const MAX_AGGREGATE_BYTES = 1024 * 1024 * 1024
const PIECE_BYTES = 256 * 1024

/** Decompresses, parses and reduces documents off the main thread. */
serveThread<ReducerCalls>({
  reduce: ({ place, ...encoded }) => documents.reduce(place, encoded),
  check: ({ place, ...encoded }) => documents.check(place, encoded),
  listClasses,
})

async function listClasses({ body, encoding }: Encoded): Promise<Listed> {
  const scanner = new AggregateScanner()
  let total = 0
  try {
    for await (const piece of piecesOf(body, encoding)) {
      total += piece.byteLength
      if (total > MAX_AGGREGATE_BYTES) return { ok: false, message: 'The list of all classes is too large.' }
      scanner.write(piece)
    }
  } catch {
    return { ok: false, message: 'The compressed list of all classes is damaged or truncated.' }
  }
  const listed = scanner.end()
  if (listed.ok) listed.classes.forEach(documents.markReported)
  return listed
}

function piecesOf(
  body: Uint8Array<ArrayBuffer>,
  encoding: Encoded['encoding'],
): AsyncIterable<Uint8Array> | Iterable<Uint8Array> {
  return encoding === 'gzip' ? Readable.from([body]).pipe(createGunzip({ chunkSize: PIECE_BYTES })) : [body]
}
