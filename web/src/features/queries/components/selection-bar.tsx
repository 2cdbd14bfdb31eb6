import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../../components/button.tsx'
import { toastFailure } from '../../../components/toasts.tsx'
import type { Wire } from '../../../lib/api/wire.ts'
import { useHeddle, useMay } from '../../../lib/session/context.tsx'
import { allQueries, type QueryRef } from '../api.ts'
import { words } from '../words.ts'
import type { Category } from './categories.ts'
import { exportQueries } from './export-queries.ts'
import { DeleteQueriesDialog, DuplicateDialog, MoveDialog } from './query-dialogs.tsx'
import styles from './selection-bar.module.css'

type Props = {
  readonly queries: readonly QueryRef[]
  readonly categories: readonly Category[]
  /** How many fit the filters, on all pages. */
  readonly count: number
  readonly filters: Wire.SavedQueryListQuery
  readonly onSelect: (queries: readonly QueryRef[]) => void
}

/** What is done with the selected queries. */
export function SelectionBar({ queries, categories, count, filters, onSelect }: Props) {
  const heddle = useHeddle()
  const cache = useQueryClient()
  // The queries as they were chosen: the selection may change under an open dialog.
  const [open, setOpen] = useState<{
    readonly kind: 'move' | 'duplicate' | 'delete'
    readonly queries: readonly QueryRef[]
  }>()
  const mayChange = useMay('queries.change_savedquery')
  const mayAdd = useMay('queries.add_savedquery')
  const mayDelete = useMay('queries.delete_savedquery')
  const mayExport = useMay('queries.view_category')
  const save = useMutation({
    mutationFn: () => exportQueries(heddle, queries),
    onError: (error) => toastFailure(words.notExported, error),
  })
  const all = useMutation({
    mutationFn: () => allQueries(heddle, filters),
    onSuccess: onSelect,
    onError: (error) => toastFailure(words.notRead, error),
  })
  const show = (kind: 'move' | 'duplicate' | 'delete') => () => setOpen({ kind, queries })

  const dialog = open && {
    queries: open.queries,
    onClose: () => setOpen(undefined),
    onDone: async () => {
      onSelect([])
      await cache.invalidateQueries({ queryKey: ['queries'] })
    },
  }

  return (
    <>
      {queries.length > 0 && (
        <section aria-label={words.selection.label} className={styles.bar}>
          <span role="status" className={styles.count}>
            {words.selection.count(queries.length)}
          </span>
          {mayChange && <Button onClick={show('move')}>{words.move}</Button>}
          {mayAdd && <Button onClick={show('duplicate')}>{words.duplicate}</Button>}
          {mayExport && <Button onClick={() => save.mutate()}>{words.selection.export}</Button>}
          {mayDelete && (
            <Button look="danger" onClick={show('delete')}>
              {words.remove}
            </Button>
          )}
          {queries.length < count && (
            <Button
              look="link"
              impossible={all.isPending ? words.selection.reading : undefined}
              onClick={() => all.mutate()}
            >
              {words.selection.all(count)}
            </Button>
          )}
          <Button look="link" onClick={() => onSelect([])}>
            {words.selection.clear}
          </Button>
        </section>
      )}
      {dialog && open.kind === 'move' && <MoveDialog {...dialog} categories={categories} />}
      {dialog && open.kind === 'duplicate' && <DuplicateDialog {...dialog} />}
      {dialog && open.kind === 'delete' && <DeleteQueriesDialog {...dialog} />}
    </>
  )
}
