import { createHash } from 'node:crypto'
import { HOUR } from '../../kernel/durations.ts'

const DRAWN = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|\b[0-9a-f]{64}\b/g
/** Numbers that depend on the machine, and what is shown instead. */
const MEASURED: Readonly<Record<string, number>> = {
  duration_ms: 240,
  waited_ms: 0,
  elapsed_ms: 240,
  latency_ms: 12,
  uptime_seconds: 86_400,
  memory_limit_bytes: 1_610_612_736,
  memory_used_bytes: 268_435_456,
  runs_waiting_for_memory: 0,
  clock_ahead_ms: 3,
  size_bytes: 104_857_600,
  connections_in_use: 1,
  connections_limit: 20,
  callers_waiting: 0,
  busy: 0,
  capacity: 2,
  active: 0,
  delayed: 0,
  waiting: 0,
  oldest_seconds: 0,
}
/** In messages: how long a connection took. */
const LATENCY = /\b\d+ ms\b/g
const TIMESTAMP = /\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}(Z|\+00:00)/g
/** Fields of answers that hold what is drawn and must not be shown, and what is shown instead. */
const SECRETS: Readonly<Record<string, string>> = {
  access: '<access token>',
  refresh: '<refresh token>',
  mfa_token: '<MFA token>',
  secret: '<TOTP secret>',
  backup_codes: '<backup code>',
  temporary_password: '<password>',
  ticket: '<ticket>',
  token: '<API token>',
  prefix: 'hdl_q3VxT8mK',
}
/** Other values of such fields are words, messages or placeholders: a step of a plan has an `access`, too. */
const SECRET = /^[\w.:-]{9,}$/

export type StableValues = ReturnType<typeof createStableValues>

/**
 * Replaces what differs from walk to walk. An id becomes one computed from the place where it was first seen, so that
 * a new example changes few others.
 */
export function createStableValues(start: Date) {
  const stable = new Map<string, string>()
  const seen = new Map<string, number>()
  const hidden = new Map<string, string>()
  const startedMs = Date.now()

  function learn(place: string, value: unknown): void {
    if (typeof value === 'string') for (const [drawn] of value.matchAll(DRAWN)) name(drawn, place)
    for (const [key, part] of partsOf(value)) learn(Array.isArray(value) ? place : `${place} ${key}`, part)
  }

  function hideSecrets(value: unknown, field = ''): void {
    const placeholder = SECRETS[field]
    if (typeof value === 'string' && SECRET.test(value) && placeholder !== undefined) hidden.set(value, placeholder)
    for (const [key, part] of partsOf(value)) hideSecrets(part, Array.isArray(value) ? field : key)
  }

  function name(drawn: string, place: string): void {
    if (stable.has(drawn)) return
    const count = (seen.get(place) ?? 0) + 1
    seen.set(place, count)
    const hash = createHash('sha256').update(`${place} ${count}`).digest('hex')
    stable.set(drawn, drawn.includes('-') ? idOf(hash) : hash)
  }

  /** A few times are those of the machine, not of the stepped clock. */
  const timeOf = (timestamp: string): string =>
    Math.abs(Date.parse(timestamp) - startedMs) < HOUR ? start.toISOString().replace('Z', '+00:00') : timestamp

  /** Longer texts first: one may contain another. */
  const secretsFirst = (text: string): string =>
    [...hidden]
      .toSorted(([a], [b]) => b.length - a.length)
      .reduce((shown, [secret, placeholder]) => shown.replaceAll(secret, placeholder), text)

  const textOf = (text: string): string =>
    secretsFirst(text)
      .replaceAll(DRAWN, (drawn) => stable.get(drawn) ?? drawn)
      .replaceAll(LATENCY, '12 ms')
      .replaceAll(TIMESTAMP, timeOf)

  function replace(value: unknown): unknown {
    if (typeof value === 'string') return textOf(value)
    if (Array.isArray(value)) return value.map(replace)
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(
      Object.entries(value).map(([key, part]) => [textOf(key), measured(key, part) ?? replace(part)]),
    )
  }

  return {
    /** Remembers where each id was seen first. */
    learn,
    /** Shows placeholders instead of the secrets of an answer. */
    hideSecrets,
    /** Shows a placeholder instead of this text. */
    hide: (secret: string, placeholder: string): string => {
      hidden.set(secret, placeholder)
      return secret
    },
    replace,
  }
}

const partsOf = (value: unknown): [string, unknown][] =>
  typeof value === 'object' && value !== null ? Object.entries(value) : []

const measured = (key: string, value: unknown): number | undefined =>
  typeof value === 'number' ? MEASURED[key] : undefined

/** A version 4 UUID. */
const idOf = (hash: string): string =>
  [hash.slice(0, 8), hash.slice(8, 12), `4${hash.slice(13, 16)}`, `8${hash.slice(17, 20)}`, hash.slice(20, 32)].join(
    '-',
  )
