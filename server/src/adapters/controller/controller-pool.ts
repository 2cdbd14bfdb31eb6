import { type LeaseUse, RENEW_MS, type LeaseQueue } from '../cache/leases.ts'
import { parseControllerAddress } from '../outbound/controller-address.ts'
import { ControllerBudget } from './controller-budget.ts'
import { ControllerClient } from './controller-client.ts'
import { type ControllerOptions, type ControllerSettings, controllerSettings } from './controller-options.ts'
import type { ControllerTarget, RequestBudget } from './controller-target.ts'
import { type ClusterTest, testCluster } from './test-cluster.ts'
import type { TestOptions } from './test-controller.ts'
import { warnAboutUnverifiedTls } from './unverified-tls.ts'

export type { ControllerTarget, RequestBudget }

/** What this process asks of a controller now. */
export type ControllerUse = { readonly controller: string; readonly inFlight: number } & LeaseQueue

/** What all processes ask of a controller. */
export type BudgetUse = LeaseUse & { readonly waiting: LeaseQueue }

/** For a target without a budget. */
const DEFAULT_PARALLEL = 4
/** How long the shutdown waits for controllers to acknowledge logouts. */
const LOGOUT_MS = 1000

/** Holds all of a process's sessions and sockets to controllers. */
export class ControllerPool {
  readonly #settings: ControllerSettings
  readonly #clients = new Map<string, ControllerClient>()
  /** By controller, not by connection: two connections to one controller share its capacity. */
  readonly #budgets = new Map<string, ControllerBudget>()
  readonly #stopHints: () => void
  readonly #renewTimer: NodeJS.Timeout
  readonly #idleTimer: NodeJS.Timeout

  constructor(options: ControllerOptions) {
    this.#settings = controllerSettings(options)
    this.#idleTimer = setInterval(() => void this.closeIdle(), this.#settings.idleMs / 2).unref()
    const renew = () => void this.#settings.leases.renew([...this.#budgets.values()].flatMap(({ held }) => held ?? []))
    this.#renewTimer = setInterval(renew, RENEW_MS).unref()
    this.#stopHints = this.#settings.leases.onFree((controller) => this.#budgets.get(controller)?.wake())
    renew()
  }

  /** The client of a connection, for one run or other use; a changed target closes the old client. */
  client(target: ControllerTarget): ControllerClient {
    if (!target.verifySsl) warnAboutUnverifiedTls(this.#settings.logger, target)
    const known = this.#clients.get(target.connectionId)
    if (known?.target.revision === target.revision) {
      known.budget = this.#budgetOf(target)
      return known
    }
    void this.drop(target.connectionId)
    const client = new ControllerClient(target, this.#settings, this.#budgetOf(target))
    this.#clients.set(target.connectionId, client)
    return client
  }

  /** Stands for the controller at an address, however it is written. */
  keyOf(host: string): string {
    const address = parseControllerAddress(host)
    return address.ok ? address.origin : host
  }

  async useOf({ controller }: RequestBudget): Promise<BudgetUse> {
    const use = await this.#settings.leases.read(controller)
    const own = this.#budgets.get(controller)?.waiting
    return { ...use, waiting: sumOf([...use.waitingElsewhere, ...(own ? [own] : [])]) }
  }

  use(): readonly ControllerUse[] {
    return [...this.#budgets].map(([controller, { inFlight, waiting }]) => ({ controller, inFlight, ...waiting }))
  }

  /**
   * Tests each address of a connection within its budget, but in a session of its own, so that it ends no session that
   * runs use and sees the current state.
   */
  test(
    target: ControllerTarget,
    options: Pick<TestOptions, 'timeoutMs' | 'waitMs' | 'signal'> = {},
  ): Promise<ClusterTest> {
    return testCluster(target, { ...this.#settings, ...options, budget: this.#budgetOf(target) })
  }

  /** For changed and deleted connections: requests in flight end as cancelled, sockets close at once. */
  async drop(connectionId: string): Promise<void> {
    const client = this.#clients.get(connectionId)
    this.#clients.delete(connectionId)
    this.#forgetUnusedBudgets()
    await client?.close()
  }

  /** Closes idle clients; called by a timer. */
  async closeIdle(): Promise<void> {
    const instant = this.#settings.now() - this.#settings.idleMs
    await Promise.all([...this.#clients.values()].map((client) => client.closeIfIdleSince(instant)))
  }

  async close(): Promise<void> {
    clearInterval(this.#idleTimer)
    clearInterval(this.#renewTimer)
    this.#stopHints()
    const clients = [...this.#clients.values()]
    this.#clients.clear()
    // One time limit for all of them, because shutdown must be short.
    const deadline = AbortSignal.timeout(LOGOUT_MS)
    await Promise.all(clients.map((client) => client.close(deadline)))
  }

  #budgetOf(target: ControllerTarget): ControllerBudget {
    const limits = target.budget ?? { controller: this.keyOf(target.host), parallel: DEFAULT_PARALLEL, perMinute: null }
    const budget = this.#budgets.get(limits.controller) ?? new ControllerBudget(limits, this.#settings.leases)
    budget.limits = limits
    this.#budgets.set(limits.controller, budget)
    return budget
  }

  #forgetUnusedBudgets(): void {
    const used = new Set([...this.#clients.values()].map(({ budget }) => budget))
    for (const [controller, budget] of this.#budgets) {
      if (!used.has(budget) && budget.inFlight === 0 && budget.waiting.requests === 0) this.#budgets.delete(controller)
    }
  }
}

const sumOf = (all: readonly LeaseQueue[]): LeaseQueue =>
  all.reduce(
    (sum, { requests, runs, longestMs }) => ({
      requests: sum.requests + requests,
      runs: sum.runs + runs,
      longestMs: Math.max(sum.longestMs, longestMs),
    }),
    { requests: 0, runs: 0, longestMs: 0 },
  )
