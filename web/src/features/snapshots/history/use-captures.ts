import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Wire } from '../../../lib/api/wire.ts'
import { useHeddle } from '../../../lib/session/context.tsx'
import { captureList, lineageOf, MOST_CAPTURES } from '../../../resources/history.ts'

type Lineage = { readonly key: string; readonly newest: Wire.SnapshotItem }

export type Captures = {
  /** Of one lineage, oldest first: as many as a time bar has room for. */
  readonly captures: readonly Wire.SnapshotItem[]
  readonly lineages: readonly Lineage[]
  readonly lineage: Lineage | undefined
  readonly isPending: boolean
  readonly error: Error | null
  readonly onRetry: () => void
  /** There are earlier ones than these. */
  readonly hasEarlier: boolean
}

type Wanted = {
  readonly query: string
  readonly connection: string | undefined
  readonly at: string | undefined
  readonly until: string | undefined
}

/** The captures around a moment, or the newest, each lineage for itself. */
export function useCaptures({ query, connection, at, until }: Wanted): Captures {
  const heddle = useHeddle()
  const newest = useQuery(captureList(heddle, query))
  const oldest = newest.data?.results.at(-1)
  const isBefore = at !== undefined && oldest !== undefined && Date.parse(at) < Date.parse(oldest.captured_at)
  const end = until ?? (isBefore && newest.data!.count > MOST_CAPTURES ? at : undefined)
  const earlier = useQuery({ ...captureList(heddle, query, end), enabled: end !== undefined })
  const page = end === undefined ? newest.data : (earlier.data ?? newest.data)
  const found = useMemo(() => {
    const byLineage = Map.groupBy(page?.results ?? [], lineageOf)
    const lineages = [...byLineage].map(([key, all]) => ({ key, newest: all[0]! }))
    const lineage = lineages.find(({ key }) => key === connection) ?? lineages[0]
    return {
      captures: (lineage ? byLineage.get(lineage.key)! : []).toReversed(),
      lineages,
      lineage,
      isPending: newest.isPending,
      error: newest.error,
      hasEarlier: page !== undefined && page.next !== null,
    }
  }, [page, connection, newest.isPending, newest.error])
  return { ...found, onRetry: () => void newest.refetch() }
}

/** The newest at or before an instant; -1 when none is that old. */
export function indexAt(captures: readonly Pick<Wire.SnapshotItem, 'captured_at'>[], at: string): number {
  const instant = Date.parse(at)
  return captures.findLastIndex(({ captured_at }) => Date.parse(captured_at) <= instant)
}
