import { setTimeout as delay } from 'node:timers/promises'
import type { TcpProxy } from '@heddle/server/testing/tcp-proxy.ts'
import { type Cluster, proxyTo, through } from '../harness/start-cluster.ts'
import type { HeddleProcess } from '../harness/start-process.ts'

/** The place of one process: whatever happens to it, another takes its place, as a supervisor would see to. */
export type Slot = {
  readonly name: string
  readonly role: 'api' | 'worker'
  readonly database: TcpProxy
  readonly redis: TcpProxy
  /** Undefined while none is ready. */
  readonly process: () => HeddleProcess | undefined
  /** All that were here, with what they have logged. */
  readonly past: readonly HeddleProcess[]
  /** What nobody asked for: a process that nobody ended, or did not end in order. */
  readonly problems: readonly string[]
  readonly start: () => Promise<void>
  readonly kill: () => Promise<void>
  /** Resolves to the milliseconds that it took to end. */
  readonly stop: () => Promise<number>
}

const RETRY_MS = 500
/** A process that does not reach its services cannot always end in order. */
const OUT_OF_GRACE = 'the stop took longer than STOP_GRACE_SECONDS'

/** Starts the first process of a slot, with a proxy of its own to each service. */
export async function openSlot(cluster: Cluster, role: Slot['role'], name: string): Promise<Slot> {
  const database = await proxyTo(cluster.databaseUrl, 5432)
  const redis = await proxyTo(cluster.redisUrl, 6379)
  const env = { DATABASE_URL: through(cluster.databaseUrl, database), REDIS_URL: through(cluster.redisUrl, redis) }
  const past: HeddleProcess[] = []
  const problems: string[] = []
  let current: HeddleProcess | undefined
  let expectsEnd = false

  /** Without Redis a process ends while it starts; its supervisor tries again. */
  const start = async (): Promise<void> => {
    expectsEnd = false
    while (!current) {
      current = await cluster.start(role, { env }).catch(() => undefined)
      if (!current) await delay(RETRY_MS)
    }
    const started = current
    past.push(started)
    void started.exited.then((code) => {
      if (!expectsEnd && current === started)
        problems.push(`${name} ended on its own with status ${code}: ${started.log().slice(-3).join(' ')}`)
    })
  }
  const end = async (how: (one: HeddleProcess) => Promise<number | null>): Promise<number> => {
    const ending = current
    expectsEnd = true
    current = undefined
    if (!ending) return 0
    const askedAt = performance.now()
    const code = await how(ending)
    if (code !== 0 && code !== null && !ending.log().some((line) => line.includes(OUT_OF_GRACE)))
      problems.push(`${name} ended with status ${code} when it was stopped`)
    return performance.now() - askedAt
  }

  await start()
  return {
    name,
    role,
    database,
    redis,
    process: () => (current?.isRunning() === true ? current : undefined),
    past,
    problems,
    start,
    kill: async () => {
      await end((one) => one.kill().then(() => null))
    },
    stop: () => end((one) => one.stop()),
  }
}
