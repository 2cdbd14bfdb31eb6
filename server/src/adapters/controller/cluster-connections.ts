import { refusalOfAbort } from '../outbound/abort-scope.ts'
import { parseControllerAddress } from '../outbound/controller-address.ts'
import { type Refusal, refuse } from '../outbound/controller-failure.ts'
import type { ControllerSettings } from './controller-options.ts'
import { ControllerSession } from './controller-session.ts'
import type { ControllerTarget } from './controller-target.ts'
import { ControllerTransport } from './controller-transport.ts'

/** Sockets and session at one address. */
export type ClusterConnection = { readonly transport: ControllerTransport; readonly session: ControllerSession }

/** The connections to the addresses of one cluster, opened when they are needed. */
export class ClusterConnections {
  readonly #target: ControllerTarget
  readonly #settings: ControllerSettings
  readonly #closing: AbortSignal
  /** The first one is preferred. */
  readonly #hosts: readonly string[]
  readonly #opened = new Map<string, ClusterConnection>()
  /** Index of the address in use. */
  #at = 0

  constructor(target: ControllerTarget, settings: ControllerSettings, closing: AbortSignal) {
    this.#target = target
    this.#settings = settings
    this.#closing = closing
    this.#hosts = [target.host, ...(target.hosts ?? [])]
  }

  get openSockets(): number {
    return [...this.#opened.values()].reduce((sum, { transport }) => sum + transport.openSockets, 0)
  }

  /** Moves on to the next address when one cannot be reached, and stays there; a refusal is an answer. */
  async useReachable<T extends { readonly ok: true }>(
    signal: AbortSignal,
    work: (connection: ClusterConnection) => Promise<T | Refusal>,
  ): Promise<T | Refusal> {
    for (let tried = 1; ; tried++) {
      if (signal.aborted) return refusalOfAbort(signal)
      const at = this.#at
      const connection = this.#connect(this.#hosts[at]!)
      const outcome = 'ok' in connection ? connection : await work(connection)
      if (outcome.ok || !isUnreached(outcome) || tried === this.#hosts.length) return outcome
      // Concurrent requests that failed at the same address move on only once.
      if (this.#at === at) this.#at = (at + 1) % this.#hosts.length
      const { connectionId: connection_id } = this.#target
      this.#settings.logger.warn(
        { connection_id, host: this.#hosts[at] },
        'a controller of the cluster cannot be reached',
      )
    }
  }

  /** Drops sockets and sessions; the next use opens new ones, at the preferred address. */
  async drop(): Promise<void> {
    const connections = [...this.#opened.values()]
    this.#opened.clear()
    this.#at = 0
    await Promise.all(connections.map(({ transport }) => transport.destroy()))
  }

  /** Ends every socket at once; with a signal, after logging out. */
  async close(logOutUntil?: AbortSignal): Promise<void> {
    await Promise.all(
      [...this.#opened.values()].map(async ({ session, transport }) => {
        if (logOutUntil !== undefined) await session.logOut(logOutUntil)
        await transport.destroy()
      }),
    )
  }

  #connect(host: string): ClusterConnection | Refusal {
    const known = this.#opened.get(host)
    if (known !== undefined) return known
    const address = parseControllerAddress(host)
    if (!address.ok) return refuse('unreachable', address.message)
    const transport = new ControllerTransport(address.origin, this.#target, this.#settings)
    const session = new ControllerSession(this.#target, transport, this.#settings, this.#closing)
    const connection = { transport, session }
    this.#opened.set(host, connection)
    return connection
  }
}

/** No response came back from the address. */
const isUnreached = ({ failure }: Refusal): boolean =>
  failure.reason === 'unreachable' && failure.httpStatus === undefined
