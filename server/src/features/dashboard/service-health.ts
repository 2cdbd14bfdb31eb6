import type { Logger } from 'pino'
import { SERVICE_NAMES, type ServiceCheck, type ServiceName } from '@heddle/contract/dashboard.ts'
import type { Clock } from '../../kernel/clock.ts'
import { SECOND } from '../../kernel/durations.ts'
import { timestamp } from '../../kernel/instants.ts'

/** Rejects when the service does not do what it is for. */
export type Probes = Readonly<Record<ServiceName, () => Promise<void>>>
export type Checks = Readonly<Record<ServiceName, ServiceCheck>>

/** So many callers share one check. */
const KEPT_MS = 5 * SECOND
const PROBE_TIMEOUT_MS = 2 * SECOND

type Dependencies = {
  readonly probes: Probes
  readonly clock: Clock
  readonly logger: Logger
  readonly timeoutMs?: number
}

/** Asks each service, all at once, and keeps the answers for a few seconds. */
export function createServiceHealth({ probes, clock, logger, timeoutMs = PROBE_TIMEOUT_MS }: Dependencies) {
  let latest: { readonly at: number; readonly checks: Promise<Checks> } | undefined
  /** A probe that hangs is not sent again and again while it does. */
  const hanging = new Set<ServiceName>()

  async function check(name: ServiceName): Promise<ServiceCheck> {
    const startedAt = performance.now()
    const fault = hanging.has(name) ? noAnswer(timeoutMs) : await faultOf(name)
    const latencyMs = Math.round(performance.now() - startedAt)
    return {
      status: fault === undefined ? 'healthy' : 'unhealthy',
      checked_at: timestamp(clock.now()),
      latency_ms: latencyMs,
      detail: fault ?? null,
    }
  }

  /** The reason for people; what exactly happened is in the log, because it may name addresses. */
  async function faultOf(name: ServiceName): Promise<string | undefined> {
    hanging.add(name)
    const answer = probes[name]()
      .then(
        () => undefined,
        (error: unknown) => {
          logger.warn({ err: error, service: name }, 'a service is unhealthy')
          return 'It refused or failed.'
        },
      )
      .finally(() => hanging.delete(name))
    const { promise: late, resolve } = Promise.withResolvers<string>()
    const timer = setTimeout(() => resolve(noAnswer(timeoutMs)), timeoutMs)
    try {
      return await Promise.race([answer, late])
    } finally {
      clearTimeout(timer)
    }
  }

  async function checkAll(): Promise<Checks> {
    const checked = await Promise.all(SERVICE_NAMES.map(async (name) => [name, await check(name)] as const))
    return Object.fromEntries(checked) as Checks
  }

  return {
    read: (): Promise<Checks> => {
      const now = clock.now().getTime()
      if (latest === undefined || now - latest.at >= KEPT_MS) latest = { at: now, checks: checkAll() }
      return latest.checks
    },
  }
}

const noAnswer = (timeoutMs: number): string => `No answer within ${timeoutMs / SECOND} s.`
