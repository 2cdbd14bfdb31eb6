import { useMutation, useQueryClient } from '@tanstack/react-query'
import { toastFailure } from '../../../components/toasts.tsx'
import type { Wire } from '../../../lib/api/wire.ts'
import { useHeddle } from '../../../lib/session/context.tsx'
import { QUERIES_KEY } from '../../../resources/queries.ts'
import { words } from '../words.ts'
import styles from './favorite-button.module.css'

/** Shown as done at once; the server is sent it a moment later. */
export function FavoriteButton({ query }: { readonly query: Wire.SavedQueryListItem }) {
  const { queries } = useHeddle()
  const cache = useQueryClient()
  const change = useMutation({
    mutationFn: (isFavorite: boolean) =>
      (isFavorite ? queries.savedQueries.favorite : queries.savedQueries.unfavorite)(query.id),
    onError: (error) => toastFailure(words.staysAsItWas(query.name), error),
    onSettled: () => cache.invalidateQueries({ queryKey: QUERIES_KEY }),
  })
  const isFavorite = change.isPending ? change.variables : query.is_favorite
  return (
    <button
      type="button"
      className={styles.star}
      aria-pressed={isFavorite}
      aria-label={words.favorite(query.name)}
      onClick={() => change.mutate(!isFavorite)}
    >
      <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden>
        <path d="M8 1.8l1.9 4 4.3.5-3.2 3 .9 4.3L8 11.4l-3.9 2.2.9-4.3-3.2-3 4.3-.5z" />
      </svg>
    </button>
  )
}
