import { STDOUT_CHUNK_BYTES } from '@heddle/contract/automation.ts'

/** Part of an output, at most `STDOUT_CHUNK_BYTES` long, that begins and ends between characters. */
export type OutputChunk = {
  readonly index: number
  readonly offset: number
  readonly bytes: Buffer
  /** Nothing follows, so it need not be full. */
  readonly isLast: boolean
}

/**
 * One event's text as the automation server's own rendering has it: its lines end in LF, the last one too. What cannot
 * be stored becomes U+FFFD.
 */
export const lineOf = (stdout: string): string => (stdout === '' ? '' : withPlainLineEnds(`${cleanText(stdout)}\n`))

/**
 * An output in chunks, each as full as its characters allow. Bytes that are not UTF-8 and NUL become U+FFFD, and lines
 * end in LF, so that the copy of an output is the same however it was read.
 */
export async function* chunksOf(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<OutputChunk> {
  const cut = createCutter(0, 0)
  for await (const text of textOf(pieces)) yield* cut.add(Buffer.from(text))
  yield* cut.end()
}

/** The chunks from the last one on, once text has been added to it. */
export function appended(last: OutputChunk | undefined, text: string): readonly OutputChunk[] {
  const cut = createCutter(last?.index ?? 0, last?.offset ?? 0)
  return [...(last ? cut.add(last.bytes) : []), ...cut.add(Buffer.from(text)), ...cut.end()]
}

async function* textOf(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
  const ends = createLineEnds()
  for await (const piece of pieces) yield* ends.add(cleanText(decoder.decode(piece, { stream: true })))
  yield* ends.add(cleanText(decoder.decode()))
  yield* ends.end()
}

const MOST_RETURNS_AT_ONCE = 64 * 1024

/**
 * Makes LF of the CRs and the LF that end a line, also where they arrive in pieces. However many CRs there are, it only
 * counts them.
 */
function createLineEnds() {
  /** At the end of what came so far. */
  let returns = 0

  function* heldReturns(): Generator<string> {
    for (; returns > 0; returns = Math.max(0, returns - MOST_RETURNS_AT_ONCE))
      yield '\r'.repeat(Math.min(returns, MOST_RETURNS_AT_ONCE))
  }
  return {
    add: function* (text: string): Generator<string> {
      let start = 0
      while (text[start] === '\r') start++
      returns += start
      if (start === text.length) return
      if (text[start] === '\n') returns = 0
      yield* heldReturns()
      let end = text.length
      while (text[end - 1] === '\r') end--
      returns = text.length - end
      yield withPlainLineEnds(text.slice(start, end))
    },
    end: heldReturns,
  }
}

/** A CR without LF stays: progress bars use it. Each row of CRs is looked at once, from its first. */
const withPlainLineEnds = (text: string): string => text.replaceAll(/(?<!\r)\r+\n/g, '\n')

const cleanText = (text: string): string => text.toWellFormed().replaceAll('\0', '\ufffd')

function createCutter(firstIndex: number, firstOffset: number) {
  let index = firstIndex
  let offset = firstOffset
  let waiting: Buffer = Buffer.alloc(0)

  function take(length: number, isLast: boolean): OutputChunk {
    const chunk = { index, offset, bytes: waiting.subarray(0, length), isLast }
    waiting = waiting.subarray(length)
    index++
    offset += length
    return chunk
  }
  return {
    /** The chunks that are full. */
    add: function* (bytes: Buffer): Generator<OutputChunk> {
      waiting = Buffer.concat([waiting, bytes])
      while (waiting.length > STDOUT_CHUNK_BYTES) yield take(lastBoundary(waiting, STDOUT_CHUNK_BYTES), false)
    },
    end: function* (): Generator<OutputChunk> {
      if (waiting.length > 0) yield take(waiting.length, true)
    },
  }
}

/** The last place up to `end` where a character begins. */
function lastBoundary(bytes: Buffer, end: number): number {
  let place = end
  while (isContinuation(bytes[place]!)) place--
  return place
}

const isContinuation = (byte: number): boolean => (byte & 0b1100_0000) === 0b1000_0000

const PREVIEW_CHARACTERS = 2_000

/** The first characters of an output, from its first chunk. */
export const previewOf = (first: Buffer): string =>
  Array.from(first.toString('utf8').slice(0, 2 * PREVIEW_CHARACTERS))
    .slice(0, PREVIEW_CHARACTERS)
    .join('')
    .toWellFormed()

/** Where the line begins that the byte at `place` belongs to; undefined if it began before these bytes. */
export function lineStart(bytes: Buffer, place: number): number | undefined {
  const end = place === 0 ? -1 : bytes.lastIndexOf(0x0a, place - 1)
  return end === -1 ? undefined : end + 1
}

/** The first place where two outputs differ within a chunk; undefined if one goes on where the other ends. */
export function differenceOf(one: OutputChunk, other: OutputChunk): number | undefined {
  const length = Math.min(one.bytes.length, other.bytes.length)
  if (one.bytes.subarray(0, length).equals(other.bytes.subarray(0, length))) {
    const shorter = one.bytes.length < other.bytes.length ? one : other
    return one.bytes.length === other.bytes.length || shorter.isLast ? undefined : length
  }
  let place = 0
  while (one.bytes[place] === other.bytes[place]) place++
  return place
}
