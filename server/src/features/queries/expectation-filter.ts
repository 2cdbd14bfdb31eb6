import type { SQL, SQLWrapper } from 'drizzle-orm'
import type { EXPECTATION_FILTERS } from '@heddle/contract/executions.ts'

export type ExpectationWanted = (typeof EXPECTATION_FILTERS)[number]
/** A condition on how the newest run of a query met its expectation. */
export type ByExpectation = (savedQueryId: SQLWrapper, wanted: ExpectationWanted) => SQL

/** Runs know how queries met their expectations, and need queries: they bring the condition for the list. */
export class ExpectationFilter {
  #condition: ByExpectation | undefined

  use(condition: ByExpectation): void {
    this.#condition = condition
  }

  /** A condition on the id of a query. */
  of(wanted: ExpectationWanted | undefined): ((savedQueryId: SQLWrapper) => SQL) | undefined {
    const condition = this.#condition
    return condition && wanted && ((id) => condition(id, wanted))
  }
}
