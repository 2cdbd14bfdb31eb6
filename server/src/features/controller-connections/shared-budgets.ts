import type { RequestBudget } from '../../adapters/controller/controller-pool.ts'
import type { BudgetRow } from './controller-connections.store.ts'

/** The limits that hold for all connections to one controller. */
export type SharedBudget = RequestBudget & { readonly connections: readonly string[] }

type Group = { readonly addresses: Set<string>; readonly rows: BudgetRow[] }

/**
 * Connections that have an address in common lead to one controller, and share the strictest of their limits. The
 * oldest of them names the controller, so that a new one changes nothing for those that are in use.
 */
export function shareBudgets(
  rows: readonly BudgetRow[],
  keyOf: (host: string) => string,
): ReadonlyMap<string, SharedBudget> {
  const groups = rows.reduce<readonly Group[]>((before, row) => {
    const addresses = new Set([row.host, ...row.hosts].map(keyOf))
    const joined = before.filter((group) => [...addresses].some((address) => group.addresses.has(address)))
    const all: Group = {
      addresses: new Set([...addresses, ...joined.flatMap((group) => [...group.addresses])]),
      rows: [...joined.flatMap((group) => group.rows), row],
    }
    return [...before.filter((group) => !joined.includes(group)), all]
  }, [])
  return new Map(groups.flatMap((group) => group.rows.map(({ id }) => [id, budgetOf(group.rows, keyOf)] as const)))
}

function budgetOf(rows: readonly BudgetRow[], keyOf: (host: string) => string): SharedBudget {
  const perMinute = rows.flatMap(({ maxRequestsPerMinute }) => maxRequestsPerMinute ?? [])
  return {
    controller: keyOf(rows[0]!.host),
    parallel: Math.min(...rows.map(({ maxParallelRequests }) => maxParallelRequests)),
    perMinute: perMinute.length === 0 ? null : Math.min(...perMinute),
    connections: rows.map(({ id }) => id),
  }
}
