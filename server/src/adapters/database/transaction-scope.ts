import { AsyncLocalStorage } from 'node:async_hooks'

/** A query was sent past the transaction it stands in. */
export class UsedOutsideTransaction extends Error {
  override readonly name = 'UsedOutsideTransaction'

  constructor() {
    super('the database was used inside a transaction without its handle: pass `tx` on to every call, reads included')
  }
}

type Task = () => void
type Scope = { isOpen: boolean; readonly afterCommit: Task[] }

export type TransactionScope = ReturnType<typeof createTransactionScope>

/**
 * Knows whether the running code stands inside a transaction. On the embedded database a query past the transaction would wait for the one session
 * that the transaction holds; on PostgreSQL it would read and write outside of it. Both are faults, so both fail at once.
 */
export function createTransactionScope() {
  const scopes = new AsyncLocalStorage<Scope>()
  return {
    run: async <T>(afterCommit: Task[], work: () => Promise<T>): Promise<T> => {
      const scope = { isOpen: true, afterCommit }
      try {
        return await scopes.run(scope, work)
      } finally {
        // What the work has left running may use the database from here on.
        scope.isOpen = false
      }
    },
    isInside: (): boolean => scopes.getStore()?.isOpen === true,
    /** Runs the task when the transaction around the running code has committed, never when it rolls back; at once outside of any. */
    afterCommit: (task: Task): void => {
      const scope = scopes.getStore()
      if (scope?.isOpen) scope.afterCommit.push(task)
      else task()
    },
  }
}
