import { useQuery } from '@tanstack/react-query'
import { useMinute } from '../../components/time-text.tsx'
import { useHeddle, useMay, useProfile } from '../../lib/session/context.tsx'
import { dayBounds } from '../../lib/time/day-bounds.ts'
import { formatTime } from '../../lib/time/format-time.ts'
import { capturesByQuery, HISTORY_KEY } from '../../resources/history.ts'
import { dayInText } from './day-in-text.ts'
import { fitOf } from './match-words.ts'

type CaptureEntry = {
  readonly id: string
  readonly text: string
  readonly kind: string
  readonly note: string | undefined
  readonly isFound: boolean
  readonly href: string
}

const MOST = 8
const FRESH_MS = 60_000

/** Captures by query and day: "bd settings friday". The text is the one that typing has paused at. */
export function useCaptureEntries(text: string): readonly CaptureEntry[] {
  const heddle = useHeddle()
  const { preferences } = useProfile()
  const now = useMinute()
  const isAllowed = useMay('history.view_snapshot')
  const wanted = dayInText(text, dateIn(now, preferences.timezone))
  const isWanted = isAllowed && wanted !== undefined && wanted.rest !== ''
  const counted = useQuery({ ...capturesByQuery(heddle), enabled: isWanted, staleTime: FRESH_MS })
  const query = isWanted ? bestOf([...(counted.data?.values() ?? [])], wanted.rest) : undefined
  const bounds = wanted && dayBounds(wanted.date, preferences.timezone)
  const found = useQuery({
    queryKey: [...HISTORY_KEY, 'palette', query?.id, wanted?.date],
    queryFn: ({ signal }) =>
      heddle.history.snapshots.list(
        { saved_query: query!.id, captured_after: bounds!.from, captured_before: bounds!.to, page_size: MOST },
        { signal },
      ),
    enabled: query !== undefined,
    staleTime: FRESH_MS,
  })
  if (query === undefined) return []
  return (found.data?.results ?? []).map(({ id, captured_at: at, annotation }) => ({
    id: `capture-${id}`,
    text: `${query.name}, ${formatTime(at, preferences)}`,
    kind: 'capture',
    note: annotation ?? undefined,
    isFound: true,
    href: `/history/at/?${new URLSearchParams({ saved_query: query.id, at }).toString()}`,
  }))
}

type Counted = { readonly id: string; readonly name: string; readonly snapshot_count: number }

function bestOf(queries: readonly Counted[], text: string): Counted | undefined {
  const fitting = queries.flatMap((query) => {
    const fit = query.snapshot_count > 0 ? fitOf(query.name, text) : undefined
    return fit === undefined ? [] : [{ query, fit }]
  })
  return fitting.toSorted((a, b) => a.fit - b.fit)[0]?.query
}

const dateIn = (instant: number, timeZone: string): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(instant)
