import { Readable } from 'node:stream'
import { parentPort } from 'node:worker_threads'
import { createGunzip } from 'node:zlib'
import { createDocumentReducer } from './reduce-document.ts'
import type { Encoded, FromReducer, Listed, ToReducer } from './reducer-messages.ts'
import { createAggregateScanner } from './scan-aggregate.ts'

/** The worker's main program: decompresses, parses and reduces documents off the main thread. */
const port = parentPort!
const documents = createDocumentReducer()

/** Limit for a decompressed aggregate, which is read in pieces of `PIECE_BYTES`. */
const MAX_AGGREGATE_BYTES = 1024 * 1024 * 1024
const PIECE_BYTES = 256 * 1024

port.on('message', (message: ToReducer) => {
  if (message.type === 'aggregate') {
    void listClasses(message).then((result) => send({ id: message.id, result }))
    return
  }
  const result = message.type === 'check' ? documents.check(message.place, message) : documents.reduce(message.place, message)
  send({ id: message.id, result }, result.ok ? [result.line.buffer] : [])
})

async function listClasses({ body, encoding }: Encoded): Promise<Listed> {
  const scanner = createAggregateScanner()
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

function piecesOf(body: Uint8Array<ArrayBuffer>, encoding: Encoded['encoding']): AsyncIterable<Uint8Array> | Iterable<Uint8Array> {
  return encoding === 'gzip' ? Readable.from([body]).pipe(createGunzip({ chunkSize: PIECE_BYTES })) : [body]
}

function send(message: FromReducer, transfer: ArrayBuffer[] = []): void {
  port.postMessage(message, transfer)
}
