import { AsyncLocalStorage } from 'node:async_hooks'

/** A query bypassed the transaction around it. */
export class UsedOutsideTransaction extends Error {
  override readonly name = 'UsedOutsideTransaction'

  constructor() {
    super('the database was used inside a transaction without its handle: pass `tx` to every call, reads included')
  }
}

type Task = () => void
type Scope = { isOpen: boolean; readonly afterCommit: Task[] }

export type TransactionScope = ReturnType<typeof createTransactionScope>

/**
 * Knows whether the running code is inside a transaction. A query that bypasses the transaction would wait for the one
 * session that the transaction holds on the embedded database, and would read and write outside the transaction on
 * PostgreSQL. Both are bugs, so both fail at once.
 */
export function createTransactionScope() {
  const scopes = new AsyncLocalStorage<Scope>()
  return {
    run: async <T>(afterCommit: Task[], work: () => Promise<T>): Promise<T> => {
      const scope = { isOpen: true, afterCommit }
      try {
        return await scopes.run(scope, work)
      } finally {
        // Anything the work left running may use the database from now on.
        scope.isOpen = false
      }
    },
    isInside: (): boolean => scopes.getStore()?.isOpen === true,
    /**
     * Runs the task once the current transaction has committed, never when it rolls back; immediately when there is
     * none.
     */
    afterCommit: (task: Task): void => {
      const scope = scopes.getStore()
      if (scope?.isOpen) scope.afterCommit.push(task)
      else task()
    },
  }
}
