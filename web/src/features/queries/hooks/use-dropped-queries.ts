import { toast } from '../../../components/toasts.tsx'
import { useHeddle } from '../../../lib/session/context.tsx'
import type { QueryRef } from '../api.ts'
import { words } from '../words.ts'
import { useBulk } from './use-bulk.ts'

const MOST_FAILURES = 3

/** Queries that were dragged to a category. */
export function useDroppedQueries(refresh: () => Promise<void>) {
  const { savedQueries } = useHeddle().queries
  const move = useBulk()
  return async (queries: readonly QueryRef[], category: number | null) => {
    const failures = await move.run(queries, ({ id }, options) => savedQueries.update(id, { category }, options))
    await refresh()
    if (failures.length < queries.length) toast(words.moveDialog.done(queries.length - failures.length))
    for (const { query, reason } of failures.slice(0, MOST_FAILURES))
      toast(`“${query.name}”: ${reason}`, { kind: 'failed' })
  }
}
