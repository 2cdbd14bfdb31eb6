import type { Executor } from '../../adapters/database/database.ts'
import type { Caller } from '../../kernel/caller.ts'
import { Forbidden, orNotFound } from '../../kernel/errors.ts'
import { findVisibleTask, type FoundTask } from './schedules.store.ts'

/** A task is personal: its owner sees it, members of its granted groups, and administrators who know its id. */
export async function getVisible(db: Executor, caller: Caller, id: string): Promise<FoundTask> {
  return orNotFound(await findVisibleTask(db, id, caller))
}

/** Granted groups may view and run a task; the rest is reserved for its owner and administrators. */
export async function getOwned(db: Executor, caller: Caller, id: string): Promise<FoundTask> {
  const found = await getVisible(db, caller, id)
  if (found.task.ownerId !== caller.id && !caller.isAdmin) {
    throw new Forbidden('Only its owner or an administrator may change a scheduled task.')
  }
  return found
}
