import type { ServerResponse } from 'node:http'
import { once } from 'node:events'
import { TLSSocket } from 'node:tls'
import { setTimeout as wait } from 'node:timers/promises'
import type { AutomationEffect } from '../faults/automation-fault.ts'
import type { Reply } from './reply.ts'

type Delivery = {
  readonly response: ServerResponse
  readonly headers: Readonly<Record<string, string>>
  readonly signal: AbortSignal
}

/** Sends the reply, applying faults on the wire; returns the number of body bytes sent. */
export async function deliverReply(
  reply: Reply,
  effects: readonly AutomationEffect[],
  delivery: Delivery,
): Promise<number> {
  const isReset = effects.some(({ kind }) => kind === 'reset')
  if (typeof reply.body !== 'string') return stream(reply, reply.body, isReset, delivery)
  const whole = Buffer.from(effects.some(({ kind }) => kind === 'invalid_json') ? spoil(reply.body) : reply.body)
  const half = whole.subarray(0, Math.floor(whole.length / 2))
  if (effects.some(({ kind }) => kind === 'truncated')) return send(reply, half, delivery)
  if (isReset) return breakOff(reply, whole.length, half, delivery)
  const trickle = effects.find((effect) => effect.kind === 'trickle')
  return trickle ? sendInPieces(reply, whole, trickle, delivery) : send(reply, whole, delivery)
}

function send(reply: Reply, body: Buffer, delivery: Delivery): number {
  writeHead(reply, body.length, delivery).end(body)
  return body.length
}

async function breakOff(reply: Reply, length: number, half: Buffer, delivery: Delivery): Promise<number> {
  await new Promise<void>((resolve) => writeHead(reply, length, delivery).write(half, () => resolve()))
  resetConnection(delivery.response)
  return half.length
}

/** Writes as fast as the client reads, so that a long output is never held as a whole. */
async function stream(reply: Reply, pieces: Iterable<string>, isReset: boolean, delivery: Delivery): Promise<number> {
  const { response, signal } = delivery
  writeHead(reply, undefined, delivery)
  let bytes = 0
  for (const piece of pieces) {
    if (response.destroyed) return bytes
    bytes += Buffer.byteLength(piece)
    if (!response.write(piece)) await once(response, 'drain', { signal })
    if (!isReset) continue
    resetConnection(response)
    return bytes
  }
  response.end()
  return bytes
}

async function sendInPieces(
  reply: Reply,
  body: Buffer,
  { pieceBytes, everyMs }: Extract<AutomationEffect, { kind: 'trickle' }>,
  delivery: Delivery,
): Promise<number> {
  const { response, signal } = delivery
  writeHead(reply, body.length, delivery)
  for (let at = 0; at < body.length && !response.destroyed; at += pieceBytes) {
    response.write(body.subarray(at, at + pieceBytes))
    await wait(everyMs, undefined, { signal })
  }
  response.end()
  return body.length
}

function resetConnection({ socket }: ServerResponse): void {
  if (socket instanceof TLSSocket) socket.destroy()
  else socket?.resetAndDestroy()
}

/** What a server writes that fails in the middle of its answer. */
function spoil(body: string): string {
  return `${body.slice(0, -1)},"detail":Internal Server Error`
}

function writeHead(reply: Reply, length: number | undefined, { response, headers }: Delivery): ServerResponse {
  response.sendDate = false
  return response.writeHead(reply.status, {
    ...headers,
    'content-type': reply.type,
    ...(length !== undefined && { 'content-length': length }),
    ...reply.headers,
  })
}
