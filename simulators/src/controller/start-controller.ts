import { type ControllerOptions, type ControllerSettings, settingsOf } from './controller-options.ts'
import { Faults } from './faults/faults.ts'
import { Listener } from '../shared/listener.ts'
import { RequestHandler } from './http/request-handler.ts'
import { ControllerLog } from './exchange/controller-log.ts'
import type { Counters, RequestRecord } from './exchange/request-record.ts'
import type { ObjectStore } from './model/object-store.ts'
import type { SimulatedClock } from './session/clock.ts'
import { createCluster, type Cluster } from './session/cluster.ts'

export type ControllerSimulator = {
  readonly url: string
  readonly port: number
  /** PEM of the authority that issued the certificate; undefined without TLS. */
  readonly ca: string | undefined
  readonly cluster: Cluster
  readonly store: ObjectStore
  readonly clock: SimulatedClock
  readonly settings: ControllerSettings
  readonly faults: Faults
  readonly requests: readonly RequestRecord[]
  readonly counters: Readonly<Counters>
  resetCounters(): void
  setPassword(loginName: string, password: string): void
  /** Every token of the cluster becomes invalid. */
  expireTokens(): void
  /** The system refuses new connections until `resume`; open ones are destroyed. */
  pause(): Promise<void>
  resume(): Promise<void>
  close(): Promise<void>
}

/** Starts one simulated controller; pass another one's `cluster` to join it. */
export async function startController(options: ControllerOptions = {}): Promise<ControllerSimulator> {
  const cluster = options.cluster ?? createCluster(options)
  const settings = settingsOf(options, cluster.release)
  const faults = new Faults()
  const log = new ControllerLog(() => settings.requestLogLength)
  const closing = new AbortController()
  const handler = new RequestHandler(cluster, settings, faults, log, closing.signal)
  const listener = new Listener({
    handler,
    faults,
    counters: log.counters,
    tls: settings.tls,
    host: options.host ?? '127.0.0.1',
  })
  await listener.listen(options.port ?? 0)
  return {
    url: listener.url,
    port: listener.port,
    ca: listener.ca,
    cluster,
    store: cluster.store,
    clock: cluster.clock,
    settings,
    faults,
    requests: log.records,
    counters: log.counters,
    resetCounters: () => log.reset(),
    setPassword: (loginName, password) => cluster.accounts.setPassword(loginName, password),
    expireTokens: () => cluster.sessions.revokeAll(),
    pause: () => listener.stop(),
    resume: () => listener.listen(listener.port),
    close: () => {
      closing.abort()
      return listener.stop()
    },
  }
}
