import type { Executor } from '../../../adapters/database/database.ts'
import type { Clock } from '../../../kernel/clock.ts'
import { orNotFound } from '../../../kernel/errors.ts'
import { lockRequest, updateRequest } from '../follow/changes.store.ts'
import type { RequestChanges } from '../follow/request-changes.ts'
import { type CreatingParts, createRequest } from './create-request.ts'
import { dropQueued } from './launch.store.ts'
import type { NewRequest } from './new-request.ts'

export type NewRequests = {
  /** Inserts a request with its executions, which are launched after the commit unless it needs approval. */
  readonly create: (tx: Executor, order: NewRequest) => Promise<string>
  /** An approved request starts. */
  readonly release: (tx: Executor, id: string) => Promise<void>
  /** A request that was declined, or waited too long, ends without having launched anything. */
  readonly cancelWaiting: (tx: Executor, id: string, why: string) => Promise<void>
}

type Dependencies = CreatingParts & { readonly changes: RequestChanges }
type WaitingParts = { readonly changes: RequestChanges; readonly clock: Clock }

/** How requests come to be, and what starts or drops those that wait for approval. */
export function createNewRequests(parts: Dependencies): NewRequests {
  return {
    create: (tx, order) => createRequest(parts, tx, order),
    release: (tx, id) => releaseWaiting(parts, tx, id),
    cancelWaiting: (tx, id, why) => cancelWaiting(parts, tx, id, why),
  }
}

async function releaseWaiting({ changes, clock }: WaitingParts, tx: Executor, id: string): Promise<void> {
  const request = orNotFound(await lockRequest(tx, id))
  await updateRequest(tx, id, { startedAt: clock.now() })
  await changes.settleIn(tx, request, null)
}

async function cancelWaiting({ changes, clock }: WaitingParts, tx: Executor, id: string, why: string): Promise<void> {
  const request = orNotFound(await lockRequest(tx, id))
  const warnings = [...request.warnings, why]
  await updateRequest(tx, id, { warnings })
  await dropQueued(tx, id, clock.now())
  await changes.settleIn(tx, { ...request, warnings }, null)
}
