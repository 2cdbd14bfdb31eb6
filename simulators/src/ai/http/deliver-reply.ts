import type { ServerResponse } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import type { AiEffect } from '../faults/ai-fault.ts'
import type { Reply } from './reply.ts'

type Delivery = {
  readonly response: ServerResponse
  readonly headers: Readonly<Record<string, string>>
  readonly signal: AbortSignal
  /** The pause between the events of a stream. */
  readonly pieceMs: number
}

/** Sends the reply, applying faults on the wire; returns the number of body bytes sent. */
export async function deliverReply(reply: Reply, effects: readonly AiEffect[], delivery: Delivery): Promise<number> {
  const { response, headers, signal } = delivery
  const isStream = typeof reply.body !== 'string'
  const has = (kind: AiEffect['kind']) => effects.some((effect) => effect.kind === kind)
  const isCut = has('truncated') || has('reset') || has('stall')
  const whole = (isStream ? [...reply.body] : [reply.body]).map((piece) => Buffer.from(piece))
  const pieces = isCut ? firstHalf(whole) : whole
  // A truncated answer says it is whole; a broken one never gets to the length it promised.
  const length = lengthOf(has('truncated') ? pieces : whole)
  response.writeHead(reply.status, {
    ...headers,
    'content-type': reply.type,
    ...(!isStream && { 'content-length': length }),
    ...reply.headers,
  })

  const trickle = effects.find((effect) => effect.kind === 'trickle')
  const sent = trickle ? inPieces(Buffer.concat(pieces), trickle.pieceBytes) : pieces
  const pauseMs = trickle?.everyMs ?? delivery.pieceMs
  for (const piece of sent) {
    if (response.destroyed) return lengthOf(pieces)
    await new Promise<void>((resolve) => response.write(piece, () => resolve()))
    if (pauseMs > 0) await wait(pauseMs, undefined, { signal })
  }
  if (has('reset')) response.socket?.resetAndDestroy()
  else if (!has('stall')) response.end()
  return lengthOf(pieces)
}

/** Half the events of a stream, or half the bytes of a single text. */
function firstHalf(pieces: readonly Buffer[]): Buffer[] {
  const [only, ...others] = pieces
  if (only && others.length === 0) return [only.subarray(0, Math.floor(only.length / 2))]
  return pieces.slice(0, Math.floor(pieces.length / 2))
}

function inPieces(body: Buffer, pieceBytes: number): Buffer[] {
  return Array.from({ length: Math.ceil(body.length / pieceBytes) }, (_, index) =>
    body.subarray(index * pieceBytes, (index + 1) * pieceBytes),
  )
}

function lengthOf(pieces: readonly Buffer[]): number {
  return pieces.reduce((sum, piece) => sum + piece.length, 0)
}
