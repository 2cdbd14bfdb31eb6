import { queryOptions } from '@tanstack/react-query'
import type { CellMarks } from '../../../components/rows-grid/cell-marks.ts'
import type { AccessTokens } from '../../../components/rows-grid/rows-client.ts'
import { HISTORY_KEY } from '../../../resources/history.ts'
import { CompareClient } from '../compare/compare-client.ts'
import { CHANGES } from '../compare/comparison.ts'

/** What changed between two captures, for the cells of the later one. They never change. */
export const marksBetween = (access: AccessTokens, before: string, after: string) =>
  queryOptions({
    queryKey: [...HISTORY_KEY, 'marks', before, after],
    queryFn: ({ signal }) => readMarks(access, before, after, signal),
    staleTime: Infinity,
    gcTime: 60_000,
  })

const VIEW = {
  changes: CHANGES,
  fields: [],
  text: '',
  grouping: 'none',
  folded: [],
  reviewed: [],
  onlyOpen: false,
} as const

function readMarks(access: AccessTokens, before: string, after: string, signal: AbortSignal): Promise<CellMarks> {
  const { promise, resolve, reject } = Promise.withResolvers<CellMarks>()
  const client = new CompareClient({ snapshot_a: before, snapshot_b: after })
  const stop = client.store.subscribe(({ viewed, failure }) => {
    if (failure) reject(new Error(failure.message))
    if (!viewed) return
    stop()
    client.ask({ kind: 'marks' }).then(resolve, reject)
  })
  signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true })
  client.look(VIEW)
  client.start(access)
  return promise.finally(() => client.close())
}
