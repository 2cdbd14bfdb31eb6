import { setTimeout as pause } from 'node:timers/promises'
import { Agent, request } from 'undici'
import { type Move, Upload } from './moves/move.ts'
import { Written } from './moves/moves.ts'

const HANGS_AFTER_MS = 180_000
/** Of an answer, as much as is looked at; the rest is read and dropped. */
const MOST_KEPT = 64 * 1024

export type Answer = { readonly status: number; readonly text: string; readonly bytes: number }

const agent = new Agent({ connections: 64, headersTimeout: HANGS_AFTER_MS, bodyTimeout: HANGS_AFTER_MS })

/** Rejects where there is no answer, or the signal fires before its end. */
export async function sendMove(url: string, token: string, move: Move, signal?: AbortSignal): Promise<Answer> {
  const { body, reading } = move
  const { statusCode, body: answer } = await request(`${url}${move.path}`, {
    method: move.method,
    dispatcher: agent,
    ...(signal && { signal }),
    headers: {
      authorization: `Bearer ${token}`,
      ...(body !== undefined && { 'content-type': body instanceof Upload ? body.type : 'application/json' }),
    },
    ...(body !== undefined && { body: written(body) }),
  })
  let [text, bytes] = ['', 0]
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (text.length < MOST_KEPT) text += chunk.toString()
    if (reading && 'hangUpAfter' in reading && bytes > reading.hangUpAfter) break
    if (reading && 'bytesPerSecond' in reading) await pause((1_000 * chunk.length) / reading.bytesPerSecond)
  }
  return { status: statusCode, text, bytes }
}

function written(body: unknown): string | Buffer {
  if (body instanceof Upload) return body.bytes
  return body instanceof Written ? body.json : JSON.stringify(body)
}

export const closeConnections = (): Promise<void> => agent.destroy()

const EXECUTION = /"execution_id":\s*"([0-9a-f-]{36})"/

/** Of the run that an answer is about; it stands before the rows, of which only the first are kept. */
export const executionOf = ({ text }: Answer): string | undefined => EXECUTION.exec(text)?.[1]

/** A server that is busy says so with 503, and with 502 that a fabric refused; any other failure is a fault. */
export const faultOf = ({ status, text }: Answer): string | undefined =>
  status >= 500 && status !== 502 && status !== 503 ? `${status}: ${text.slice(0, 300)}` : undefined
