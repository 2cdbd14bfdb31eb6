import { isIP } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { connect, createSecureContext, type TLSSocket } from 'node:tls'
import { syslogMessage } from '@heddle/domain/records/syslog-message.ts'
import { SECOND } from '../../kernel/durations.ts'
import { describeNetworkError } from '../outbound/describe-network-error.ts'
import type { SiemCollector, SiemIdentity, SiemTls, Taken } from './siem-collectors.ts'

type Options = {
  readonly host: string
  readonly port: number
  readonly mostBytes: number
  readonly tls: SiemTls
  readonly identity: SiemIdentity
  /** For each of: connecting, writing, and the collector's own close. */
  readonly timeoutMs?: number
}

const TIMEOUT_MS = 10 * SECOND
/** Longer than a packet takes there and back: by then, a collector that was gone already has said so. */
const LEAST_SETTLE_MS = 250
const ROUND_TRIPS = 2

class Late extends Error {}

/**
 * Sends batches as syslog over TLS (RFC 5425), each on a connection of its own.
 *
 * The protocol has no acknowledgement, and what is written may wait in buffers that nobody reads. But a collector reads
 * the end of a connection after everything before it. So a batch counts as taken once the collector has closed the
 * connection in answer to our end of it; a reset, or nothing, means that it may not have been read.
 */
export function createSyslogCollector(options: Options): SiemCollector {
  const { host, port, mostBytes, tls, identity, timeoutMs = TIMEOUT_MS } = options
  const secureContext = createSecureContext(tls)
  return {
    target: 'syslog',
    address: `${host.includes(':') ? `[${host}]` : host}:${port}`,
    send: async (events, signal): Promise<Taken> => {
      const messages = events.map((event) => Buffer.from(syslogMessage(event, { ...identity, mostBytes })))
      const frames = Buffer.concat(messages.flatMap((message) => [Buffer.from(`${message.length} `), message]))
      const servername = isIP(host) === 0 ? { servername: host } : {}
      const socket = connect({ host, port, secureContext, ...servername })
      const abort = (): void => void socket.destroy(new Error('stopping'))
      signal.addEventListener('abort', abort, { once: true })
      if (signal.aborted) abort()
      try {
        await deliver(socket, frames, timeoutMs)
        return { ok: true, refused: 0 }
      } catch (error: unknown) {
        return { ok: false, failure: failureOf(error) }
      } finally {
        signal.removeEventListener('abort', abort)
        socket.destroy()
      }
    },
  }
}

async function deliver(socket: TLSSocket, frames: Buffer, timeoutMs: number): Promise<void> {
  const { ended, failed } = watch(socket)
  const within = async <T>(step: Promise<T>, what: string): Promise<T> => {
    const over = new AbortController()
    const late = delay(timeoutMs, undefined, { signal: over.signal }).then(() => {
      throw new Late(what)
    })
    late.catch(() => undefined)
    try {
      return await Promise.race([step, failed, late])
    } finally {
      over.abort()
    }
  }
  const begun = performance.now()
  await within(secured(socket), 'The collector did not finish the TLS handshake in time.')
  const settleMs = Math.max(LEAST_SETTLE_MS, ROUND_TRIPS * (performance.now() - begun))
  await within(written(socket, frames), 'The collector does not read what is sent.')
  // It may have died before: then its end, or a reset, is on its way, and must not be taken for an answer to ours.
  const early = await Promise.race([failed, ended.then(() => true), delay(settleMs, false)])
  if (early) throw Object.assign(new Error('closed too early'), { code: 'ECONNRESET' })
  socket.end()
  await within(ended, 'The collector did not close the connection after the batch, so nobody knows whether it read it.')
}

/** What the collector says is of no interest, but has to be read for its end to be seen. */
function watch(socket: TLSSocket) {
  socket.resume()
  const ended = new Promise<void>((resolve) => socket.once('end', resolve))
  const failed = new Promise<never>((_, reject) => {
    socket.once('error', reject)
    socket.once('close', () => reject(Object.assign(new Error('closed'), { code: 'ECONNRESET' })))
  })
  failed.catch(() => undefined)
  return { ended, failed }
}

const secured = (socket: TLSSocket): Promise<void> => new Promise((resolve) => socket.once('secureConnect', resolve))

const written = (socket: TLSSocket, frames: Buffer): Promise<void> =>
  new Promise((resolve, reject) => socket.write(frames, (error) => (error ? reject(error) : resolve())))

function failureOf(error: unknown): Extract<Taken, { ok: false }>['failure'] {
  if (error instanceof Late) return { kind: 'timeout', message: error.message }
  const { kind, message } = describeNetworkError(error)
  return kind === 'interrupted'
    ? { kind, message: 'The collector closed the connection before it had read everything.' }
    : { kind, message }
}
