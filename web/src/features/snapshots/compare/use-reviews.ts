import { type QueryKey, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { toast } from '../../../components/toasts.tsx'
import { useHeddle, useMay, useProfile } from '../../../lib/session/context.tsx'
import { HISTORY_KEY } from '../../../resources/history.ts'
import type { Entry, ReviewedRow } from './comparison.ts'

export type Reviewing = {
  /** Marks of everybody. */
  readonly reviewed: readonly ReviewedRow[]
  /** Undefined where nothing can be marked: not of what the controller says now, and not by everybody. */
  readonly onReview: ((entry: ReviewableEntry, isReviewed: boolean) => void) | undefined
}
type ReviewableEntry = Pick<Entry, 'key' | 'fields'>
type Marked = { readonly rows: readonly { key: string; fields: string[] }[]; readonly isReviewed: boolean }
type Known = { reviewed: ReviewedRow[] }

const NONE: readonly ReviewedRow[] = []

/** Which changes of a pair somebody has looked at. A mark is seen at once, and taken back where it is refused. */
export function useReviews(a: string, b: string | undefined): Reviewing {
  const { history } = useHeddle()
  const cache = useQueryClient()
  const me = useProfile().username
  const mayMark = useMay('history.change_snapshot')
  const key: QueryKey = [...HISTORY_KEY, 'reviews', a, b ?? null]
  const pair = { snapshot_a: a, snapshot_b: b ?? '' }
  const found = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => history.reviews.get(pair, { signal }),
    enabled: b !== undefined,
  })
  const { mutate } = useMutation({
    mutationKey: key,
    // One after the other, in the order of the keys pressed.
    scope: { id: key.join(' ') },
    mutationFn: ({ rows, isReviewed }: Marked) =>
      history.reviews.create({ ...pair, rows: [...rows], reviewed: isReviewed }),
    onMutate: (marked) => cache.setQueryData(key, (known: Known | undefined) => withMarks(known, marked, me)),
    onSuccess: (reply) => {
      // The answer to an earlier mark does not know the later ones.
      if (cache.isMutating({ mutationKey: key }) === 1) cache.setQueryData(key, reply)
    },
    onError: (error) => {
      toast(error.message, { kind: 'failed' })
      return cache.invalidateQueries({ queryKey: key })
    },
  })
  const onReview = useMemo(
    () =>
      mayMark && b !== undefined
        ? (entry: ReviewableEntry, isReviewed: boolean) =>
            mutate({ rows: [{ key: entry.key, fields: entry.fields.map(({ name }) => name) }], isReviewed })
        : undefined,
    [mayMark, b, mutate],
  )
  return { reviewed: found.data?.reviewed ?? NONE, onReview }
}

function withMarks(known: Known | undefined, { rows, isReviewed }: Marked, me: string): Known {
  const keys = new Set(rows.map(({ key }) => key))
  const others = (known?.reviewed ?? []).filter(({ key }) => !keys.has(key))
  const now = new Date().toISOString()
  const own = rows.map((row) => ({ ...row, reviewed_by: me, reviewed_at: now }))
  return { reviewed: isReviewed ? [...others, ...own] : others }
}
