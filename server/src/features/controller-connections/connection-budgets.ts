import type { ControllerPool } from '../../adapters/controller/controller-pool.ts'
import type { Database } from '../../adapters/database/database.ts'
import type { Clock } from '../../kernel/clock.ts'
import { SECOND } from '../../kernel/durations.ts'
import { type BudgetRow, listBudgets } from './controller-connections.store.ts'
import { type SharedBudget, shareBudgets } from './shared-budgets.ts'

type Parts = {
  readonly database: Database
  readonly clock: Clock
  readonly controllers: Pick<ControllerPool, 'keyOf'>
}

/** In case the notice of a change was lost. */
const KEPT_MS = 10 * SECOND

/** The limits that hold for each connection, as this process knows them. */
export class ConnectionBudgets {
  readonly #parts: Parts
  #known: { readonly byConnection: ReadonlyMap<string, SharedBudget>; readonly until: number } | undefined

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** Call it before `of`, which answers at once. */
  async refresh(): Promise<void> {
    const { database, clock, controllers } = this.#parts
    const now = clock.now().getTime()
    if (this.#known !== undefined && now < this.#known.until) return
    const rows = await listBudgets(database.db)
    this.#known = { byConnection: shareBudgets(rows, (host) => controllers.keyOf(host)), until: now + KEPT_MS }
  }

  forget(): void {
    this.#known = undefined
  }

  of(row: BudgetRow): SharedBudget {
    return (
      this.#known?.byConnection.get(row.id) ?? {
        controller: this.#parts.controllers.keyOf(row.host),
        parallel: row.maxParallelRequests,
        perMinute: row.maxRequestsPerMinute,
        connections: [row.id],
      }
    )
  }
}
