import type { Quota } from '@heddle/domain/access/quota.ts'
import type { Executor } from '../../adapters/database/database.ts'
import type { Actor } from '../../kernel/caller.ts'
import { Forbidden } from '../../kernel/errors.ts'
import { countersOf, lockOwner } from './saved-queries.store.ts'

/** The user's quota, for `queries_max`. */
export type QuotaOf = (userId: number, db: Executor) => Promise<Pick<Quota, 'queries_max'>>

/**
 * Whether there is room for so many more. Counts under a lock of the owner's row, so that of two concurrent creations
 * the second sees the first.
 */
export async function requireRoom(tx: Executor, quotaOf: QuotaOf, { id }: Actor, more: number): Promise<void> {
  const { queries_max: most } = await quotaOf(id, tx)
  if (most === null) return
  await lockOwner(tx, id)
  const owned = (await countersOf(tx, [id])).get(id)?.query_count ?? 0
  if (owned + more > most) throw new Forbidden(`You have reached your quota of saved queries (queries_max: ${most}).`)
}
