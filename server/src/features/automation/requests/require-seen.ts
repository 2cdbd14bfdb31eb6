import type { Executor } from '../../../adapters/database/database.ts'
import type { Actor } from '../../../kernel/caller.ts'
import { orNotFound } from '../../../kernel/errors.ts'
import { findSeenRequest, type ShownRequest } from './requests.store.ts'

/** Refuses, by throwing, who does not see a request. */
export type SeenRequests = { readonly find: (actor: Actor, requestId: string) => Promise<unknown> }

/** The request; not found unless the actor sees it. */
export const requireSeenRequest = async (db: Executor, actor: Actor, id: string): Promise<ShownRequest> =>
  orNotFound(await findSeenRequest(db, actor, id))
