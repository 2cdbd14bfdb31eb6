import { useQuery, queryOptions } from '@tanstack/react-query'
import { useMemo } from 'react'
import { Heatmap, HeatmapRoom } from '../../../components/heatmap/heatmap.tsx'
import { Read } from '../../../components/read.tsx'
import type { Heddle } from '../../../lib/api/heddle.ts'
import { useHeddle } from '../../../lib/session/context.tsx'
import { HISTORY_KEY } from '../../../resources/history.ts'
import { words } from './words.ts'

type Props = {
  readonly query: string
  /** Only captures of this connection. */
  readonly connection: string | undefined
  readonly chosen: string | undefined
  readonly onChoose: (date: string | undefined) => void
}

/** A year of a query, day by day. */
export function Days({ query, connection, chosen, onChoose }: Props) {
  const found = useQuery(heatmapOf(useHeddle(), query, connection))
  const days = useMemo(
    () =>
      (found.data?.days ?? []).map(({ date, snapshot_count, change_score, missed }) => ({
        date,
        captures: snapshot_count,
        score: change_score,
        missed,
      })),
    [found.data],
  )
  return (
    <Read of={found} failure={words.heatmapFailure} permission="history.view_snapshot" skeleton={<HeatmapRoom />}>
      {() => <Heatmap label={words.heatmap} days={days} chosen={chosen} onChoose={onChoose} />}
    </Read>
  )
}

const heatmapOf = (heddle: Heddle, query: string, connection: string | undefined) =>
  queryOptions({
    queryKey: [...HISTORY_KEY, 'heatmap', query, connection ?? null],
    queryFn: ({ signal }) =>
      heddle.history.heatmap(
        { saved_query: query, window: '366d', ...(connection !== undefined && { controller_connection: connection }) },
        { signal },
      ),
    placeholderData: (before) => before,
  })
