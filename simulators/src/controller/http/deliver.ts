import type { ServerResponse } from 'node:http'
import { TLSSocket } from 'node:tls'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { FaultEffect } from '../faults/fault-rule.ts'
import type { Reply } from '../exchange/reply.ts'

const compress = promisify(gzip)
const WORTH_COMPRESSING = 1000

export type Delivery = {
  readonly response: ServerResponse
  readonly acceptsGzip: boolean
  readonly signal: AbortSignal
}

/** Sends the reply, applying faults on the wire; returns the number of body bytes sent. */
export async function deliver(reply: Reply, effects: readonly FaultEffect[], delivery: Delivery): Promise<number> {
  const whole = Buffer.from(reply.body)
  for (const effect of effects) {
    if (effect.kind === 'truncated') return send(reply, whole.subarray(0, Math.floor(whole.length / 2)), delivery)
    if (effect.kind === 'reset') return breakOff(reply, whole, delivery)
    if (effect.kind === 'trickle') return trickle(reply, whole, effect, delivery)
  }
  return delivery.acceptsGzip && whole.length >= WORTH_COMPRESSING
    ? sendCompressed(reply, whole, delivery)
    : send(reply, whole, delivery)
}

function send(reply: Reply, body: Buffer, { response }: Delivery): number {
  writeHead(reply, body.length, response).end(body)
  return body.length
}

async function sendCompressed(reply: Reply, body: Buffer, { response }: Delivery): Promise<number> {
  const packed = await compress(body, { level: 1 })
  response.setHeader('content-encoding', 'gzip')
  writeHead(reply, packed.length, response).end(packed)
  return packed.length
}

async function breakOff(reply: Reply, body: Buffer, { response }: Delivery): Promise<number> {
  const half = body.subarray(0, Math.floor(body.length / 2))
  await new Promise<void>((resolve) => writeHead(reply, body.length, response).write(half, () => resolve()))
  const socket = response.socket
  if (socket instanceof TLSSocket) socket.destroy()
  else socket?.resetAndDestroy()
  return half.length
}

async function trickle(
  reply: Reply,
  body: Buffer,
  { pieceBytes, everyMs }: Extract<FaultEffect, { kind: 'trickle' }>,
  { response, signal }: Delivery,
): Promise<number> {
  writeHead(reply, body.length, response)
  for (let at = 0; at < body.length && !response.destroyed; at += pieceBytes) {
    response.write(body.subarray(at, at + pieceBytes))
    await wait(everyMs, undefined, { signal })
  }
  response.end()
  return body.length
}

function writeHead(reply: Reply, length: number, response: ServerResponse): ServerResponse {
  return response.writeHead(reply.status, {
    server: 'Cisco APIC',
    'content-type': reply.type,
    'content-length': length,
    'cache-control': 'no-cache="Set-Cookie, Set-Cookie2"',
    ...reply.headers,
  })
}
