import type { ServerResponse } from 'node:http'
import { gunzip } from 'node:zlib'
import { promisify } from 'node:util'
import type { RegistryEffect } from '../faults/registry-fault.ts'

const unpack = promisify(gunzip)

/** An answer to be sent; documents are compressed, pages are not. */
export type Answer = {
  readonly status: number
  readonly type: string
  readonly body: Buffer
  readonly isCompressed: boolean
}

export type Sent = { readonly status: number; readonly bytes: number; readonly isGzip: boolean }

/** Sends an answer in an encoding the client accepts, applying faults on the wire. */
export async function sendAnswer(
  answer: Answer,
  effects: readonly RegistryEffect[],
  response: ServerResponse,
  acceptsGzip: boolean,
): Promise<Sent> {
  const isTruncated = effects.some(({ kind }) => kind === 'truncated')
  const isGzip = answer.isCompressed && acceptsGzip && !isTruncated
  const whole = answer.isCompressed && !isGzip ? await unpack(answer.body) : answer.body
  const body = isTruncated ? whole.subarray(0, Math.floor(whole.length / 2)) : whole
  response.writeHead(answer.status, {
    'content-type': answer.type,
    'content-length': body.length,
    ...(answer.isCompressed && { vary: 'accept-encoding' }),
    ...(isGzip && { 'content-encoding': 'gzip' }),
  })
  if (effects.some(({ kind }) => kind === 'reset')) return breakOff(body, response)
  response.end(body)
  return { status: answer.status, bytes: body.length, isGzip }
}

/** Half of the body, then the connection is reset. */
async function breakOff(body: Buffer, response: ServerResponse): Promise<Sent> {
  const half = body.subarray(0, Math.floor(body.length / 2))
  await new Promise<void>((resolve) => response.write(half, () => resolve()))
  response.socket?.resetAndDestroy()
  return { status: 0, bytes: half.length, isGzip: false }
}
