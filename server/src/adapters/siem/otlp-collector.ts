import { Client, type Dispatcher } from 'undici'
import { otlpLogs } from '@heddle/domain/records/otlp-logs.ts'
import { SECOND } from '../../kernel/durations.ts'
import { describeNetworkError } from '../outbound/describe-network-error.ts'
import { readBeginning } from '../outbound/read-beginning.ts'
import type { SecretLike } from '../secrets/secret.ts'
import type { SiemCollector, SiemFailure, SiemIdentity, SiemTls, Taken } from './siem-collectors.ts'

type Options = {
  /** Without `/v1/logs`. */
  readonly url: string
  readonly headers: Readonly<Record<string, SecretLike>>
  readonly tls: SiemTls
  readonly identity: SiemIdentity
  readonly timeoutMs?: number
}

const TIMEOUT_MS = 20 * SECOND
/** Of one record: what collectors for logs take by far. */
const MOST_RECORD_BYTES = 64 * 1024
const MOST_ANSWER_BYTES = 64 * 1024
const MOST_HEADER_BYTES = 16 * 1024
const LONGEST_PAUSE_MS = 600 * SECOND
const TOO_LARGE = 413
const BAD_REQUEST = 400

/**
 * Sends batches as logs of OTLP over HTTP. The exporter of OpenTelemetry is not used: it retries on its own, and keeps
 * to itself how many records of a batch were refused.
 */
export function createOtlpCollector({ url, headers, tls, identity, timeoutMs = TIMEOUT_MS }: Options): SiemCollector {
  const { origin, host, pathname } = new URL(url)
  const path = `${pathname.replace(/\/+$/, '')}/v1/logs`
  return {
    target: 'otlp',
    address: host,
    send: async (events, signal): Promise<Taken> => {
      const sender = { ...identity, service: 'heddle', mostBytes: MOST_RECORD_BYTES }
      const body = otlpLogs(events, sender, Date.now())
      // A connection that is kept may be closed by the other side just as a request is written to it.
      const client = new Client(origin, { connect: { ...tls, timeout: timeoutMs }, maxHeaderSize: MOST_HEADER_BYTES })
      try {
        const answer = await client.request({
          path,
          method: 'POST',
          headers: { ...revealed(headers), 'content-type': 'application/json', 'user-agent': 'heddle' },
          body,
          signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
        })
        return takenOf(answer, await readBeginning(answer, MOST_ANSWER_BYTES), events.length)
      } catch (error: unknown) {
        return { ok: false, failure: failureOf(error) }
      } finally {
        await client.destroy()
      }
    },
  }
}

const revealed = (headers: Options['headers']): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, value.reveal()]))

/** The protocol forbids to send again what was refused as part of a batch that was taken. */
function takenOf({ statusCode, headers }: Dispatcher.ResponseData, text: string, sent: number): Taken {
  if (statusCode >= 200 && statusCode < 300) return { ok: true, refused: Math.min(sent, refusedIn(text)) }
  const pause = Number(headers['retry-after']) * SECOND
  const failure: SiemFailure = {
    kind: 'refused',
    message: `The collector answered ${statusCode}.`,
    isTooLarge: statusCode === TOO_LARGE || statusCode === BAD_REQUEST,
    ...(pause > 0 && { retryAfterMs: Math.min(pause, LONGEST_PAUSE_MS) }),
  }
  return { ok: false, failure }
}

function refusedIn(text: string): number {
  try {
    const answer = JSON.parse(text) as { partialSuccess?: { rejectedLogRecords?: unknown } } | null
    const refused = Number(answer?.partialSuccess?.rejectedLogRecords ?? 0)
    return Number.isInteger(refused) && refused > 0 ? refused : 0
  } catch {
    // An answer without a body says that all were taken.
    return 0
  }
}

function failureOf(error: unknown): SiemFailure {
  if (error instanceof Error && error.name === 'TimeoutError')
    return { kind: 'timeout', message: 'The collector did not answer in time.' }
  const { kind, message } = describeNetworkError(error)
  return { kind, message }
}
