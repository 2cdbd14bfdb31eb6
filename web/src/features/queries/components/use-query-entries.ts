import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import type { MenuEntry } from '../../../components/menu.tsx'
import { copyText } from '../../../components/rows-grid/copy-text.ts'
import { toast, toastFailure } from '../../../components/toasts.tsx'
import type { Wire } from '../../../lib/api/wire.ts'
import { useHeddle, useMay, useMayChangeOf } from '../../../lib/session/context.tsx'
import { useWrite } from '../../../lib/use-write.ts'
import { QUERIES_KEY } from '../../../resources/queries.ts'
import { words } from '../words.ts'
import { exportQuery } from './export-queries.ts'

/** What asks first. */
export type QueryTask = 'delete' | 'move' | 'rename'

/** The menu of a query. What belongs to somebody else is offered with the reason why it may not be changed. */
export function useQueryEntries(
  query: Wire.SavedQueryListItem,
  onTask: (task: QueryTask) => void,
): readonly MenuEntry[] {
  const mayChange = useMay('queries.change_savedquery')
  const mayDelete = useMay('queries.delete_savedquery')
  const impossible = useMayChangeOf()(query.created_by) ? undefined : words.ownedBy(query.created_by)
  const { open, copyLink, runs, history, schedules } = useLinks(query)
  return [
    open,
    copyLink,
    ...runs,
    ...history,
    ...schedules,
    'line',
    ...useCopies(query),
    ...(mayChange
      ? [
          { text: words.rename, impossible, onSelect: () => onTask('rename') },
          { text: words.move, impossible, onSelect: () => onTask('move') },
        ]
      : []),
    ...(mayDelete
      ? ['line' as const, { text: words.remove, isDangerous: true, impossible, onSelect: () => onTask('delete') }]
      : []),
  ]
}

type Named = Pick<Wire.SavedQueryListItem, 'id' | 'name'>

/** Where it leads, and the address to send to somebody; what one may not see is empty. */
export function useLinks({ id, name }: Named) {
  const router = useRouter()
  const mayRuns = useMay('queries.view_executionlog')
  const maySchedules = useMay('queries.view_scheduledtask')
  const mayHistory = useMay('history.view_snapshot')
  const path = `/queries/saved-queries/${id}/`
  const copyLink = () =>
    void copyText(`${location.origin}${path}`).then(
      () => toast(words.linkCopied(name)),
      (error: unknown) => toastFailure(words.linkNotCopied, error as Error),
    )
  const one = (isOffered: boolean, text: string, onSelect: () => void): readonly MenuEntry[] =>
    isOffered ? [{ text, onSelect }] : []
  return {
    open: { text: words.open, onSelect: () => void router.navigate({ href: path }) },
    copyLink: { text: words.copyLink, onSelect: copyLink },
    runs: one(
      mayRuns,
      words.itsRuns,
      () => void router.navigate({ to: '/queries/execution-logs', search: { saved_query: id } }),
    ),
    history: one(
      mayHistory,
      words.itsHistory,
      () => void router.navigate({ to: '/history', search: { saved_query: id } }),
    ),
    schedules: one(
      maySchedules,
      words.itsSchedules,
      () => void router.navigate({ href: `/queries/scheduled-tasks/?saved_query=${id}` }),
    ),
  }
}

/** As a favorite, as a copy, as a file. */
export function useCopies(query: Named & Pick<Wire.SavedQueryListItem, 'is_favorite'>): readonly MenuEntry[] {
  const heddle = useHeddle()
  const { savedQueries } = heddle.queries
  const cache = useQueryClient()
  const mayAdd = useMay('queries.add_savedquery')
  const mayExport = useMay('queries.view_category')
  const refresh = () => cache.invalidateQueries({ queryKey: QUERIES_KEY })
  const favorite = useWrite({
    mutationFn: () => (query.is_favorite ? savedQueries.unfavorite : savedQueries.favorite)(query.id),
    onError: (error) => toastFailure(words.staysAsItWas(query.name), error, { onRetry: () => favorite.mutate() }),
    onSuccess: refresh,
  })
  const duplicate = useWrite({
    mutationFn: () => savedQueries.duplicate(query.id),
    onError: (error) => toastFailure(words.notCopied(query.name), error, { onRetry: () => duplicate.mutate() }),
    onSuccess: async (copy) => {
      await refresh()
      toast(words.duplicated(copy.name))
    },
  })
  const save = useWrite({
    mutationFn: () => exportQuery(heddle, query),
    onError: (error) => toastFailure(words.notExported, error),
  })
  return [
    {
      text: query.is_favorite ? words.removeFavorite : words.addFavorite,
      onSelect: () => favorite.mutate(),
    },
    ...(mayAdd ? [{ text: words.duplicate, onSelect: () => duplicate.mutate() }] : []),
    ...(mayExport ? [{ text: words.exportJson, onSelect: () => save.mutate() }] : []),
  ]
}
