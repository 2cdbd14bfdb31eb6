import { FairSlots } from '../../kernel/fair-slots.ts'
import { parseControllerAddress } from '../outbound/controller-address.ts'
import { ControllerClient } from './controller-client.ts'
import { type ControllerOptions, type ControllerSettings, controllerSettings } from './controller-options.ts'
import type { ControllerTarget } from './controller-target.ts'
import { type ClusterTest, testCluster } from './test-cluster.ts'
import type { TestOptions } from './test-controller.ts'
import { warnAboutUnverifiedTls } from './unverified-tls.ts'

export type { ControllerTarget }

/** How long the shutdown waits for controllers to acknowledge logouts. */
const LOGOUT_MS = 1000

/** Holds all of a process's sessions and sockets to controllers. */
export class ControllerPool {
  readonly #settings: ControllerSettings
  readonly #clients = new Map<string, ControllerClient>()
  /** By address, not by connection: two connections to one controller share its capacity. */
  readonly #slots = new Map<string, FairSlots>()
  readonly #idleTimer: NodeJS.Timeout

  constructor(options: ControllerOptions) {
    this.#settings = controllerSettings(options)
    this.#idleTimer = setInterval(() => void this.closeIdle(), this.#settings.idleMs / 2).unref()
  }

  /** The client of a connection, for one run or other use; a changed target closes the old client. */
  client(target: ControllerTarget): ControllerClient {
    if (!target.verifySsl) warnAboutUnverifiedTls(this.#settings.logger, target)
    const known = this.#clients.get(target.connectionId)
    if (known?.target.revision === target.revision) return known
    void this.drop(target.connectionId)
    const client = new ControllerClient(target, this.#settings, this.#slotsOf(target))
    this.#clients.set(target.connectionId, client)
    return client
  }

  /** Tests each address of a connection in its own session, so that it disturbs no run and sees the current state. */
  test(target: ControllerTarget, options: Pick<TestOptions, 'timeoutMs' | 'signal'> = {}): Promise<ClusterTest> {
    return testCluster(target, { ...this.#settings, ...options })
  }

  /** For changed and deleted connections: requests in flight end as cancelled, sockets close at once. */
  async drop(connectionId: string): Promise<void> {
    const client = this.#clients.get(connectionId)
    this.#clients.delete(connectionId)
    this.#forgetUnusedSlots()
    await client?.close()
  }

  /** Closes idle clients; called by a timer. */
  async closeIdle(): Promise<void> {
    const instant = this.#settings.now() - this.#settings.idleMs
    await Promise.all([...this.#clients.values()].map((client) => client.closeIfIdleSince(instant)))
  }

  async close(): Promise<void> {
    clearInterval(this.#idleTimer)
    const clients = [...this.#clients.values()]
    this.#clients.clear()
    // One time limit for all of them, because shutdown must be short.
    const deadline = AbortSignal.timeout(LOGOUT_MS)
    await Promise.all(clients.map((client) => client.close(deadline)))
  }

  #slotsOf(target: ControllerTarget): FairSlots {
    const key = addressKey(target)
    const slots = this.#slots.get(key) ?? new FairSlots({ total: this.#settings.requestsInFlight })
    this.#slots.set(key, slots)
    return slots
  }

  #forgetUnusedSlots(): void {
    const used = new Set([...this.#clients.values()].map(({ target }) => addressKey(target)))
    for (const key of this.#slots.keys()) if (!used.has(key)) this.#slots.delete(key)
  }
}

function addressKey({ host }: ControllerTarget): string {
  const address = parseControllerAddress(host)
  return address.ok ? address.origin : host
}
