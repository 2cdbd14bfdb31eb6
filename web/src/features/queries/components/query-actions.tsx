import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { Button } from '../../../components/button.tsx'
import { Menu, type MenuEntry } from '../../../components/menu.tsx'
import { toast } from '../../../components/toasts.tsx'
import type { Wire } from '../../../lib/api/wire.ts'
import { useHeddle, useMay } from '../../../lib/session/context.tsx'
import { QUERIES_KEY } from '../../../resources/queries.ts'
import { words } from '../words.ts'
import type { Category } from './categories.ts'
import { exportQuery } from './export-queries.ts'
import styles from './query-actions.module.css'
import { DeleteQueriesDialog, MoveDialog, RenameDialog } from './query-dialogs.tsx'

type Props = { readonly query: Wire.SavedQueryListItem; readonly categories: readonly Category[] }

/** What one can do with a query: only what one may do. */
export function QueryActions({ query, categories }: Props) {
  const heddle = useHeddle()
  const { savedQueries } = heddle.queries
  const cache = useQueryClient()
  const router = useRouter()
  const [open, setOpen] = useState<'delete' | 'move' | 'rename'>()
  const mayRun = useMay('queries.execute_savedquery')
  const mayAdd = useMay('queries.add_savedquery')
  const mayChange = useMay('queries.change_savedquery')
  const mayDelete = useMay('queries.delete_savedquery')
  const mayExport = useMay('queries.view_category')
  const onError = (error: Error) => toast(error.message, { kind: 'failed' })
  const refresh = () => cache.invalidateQueries({ queryKey: ['queries'] })
  const close = () => setOpen(undefined)

  const run = useMutation({
    mutationFn: () => savedQueries.executeBackground(query.id),
    onError,
    onSuccess: async ({ execution_id }) => {
      await refresh()
      await router.navigate({ to: '/queries/execution-logs/$id/', params: { id: execution_id } })
    },
  })
  const duplicate = useMutation({
    mutationFn: () => savedQueries.duplicate(query.id),
    onError,
    onSuccess: async (copy) => {
      await cache.invalidateQueries({ queryKey: QUERIES_KEY })
      toast(words.duplicated(copy.name))
    },
  })
  const save = useMutation({ mutationFn: () => exportQuery(heddle, query), onError })

  const entries: readonly MenuEntry[] = [
    {
      text: words.open,
      onSelect: () => void router.navigate({ to: '/queries/saved-queries/$id/', params: { id: query.id } }),
    },
    ...(mayAdd ? [{ text: words.duplicate, onSelect: () => duplicate.mutate() }] : []),
    ...(mayChange
      ? [
          { text: words.rename, onSelect: () => setOpen('rename') },
          { text: words.move, onSelect: () => setOpen('move') },
        ]
      : []),
    ...(mayExport ? [{ text: words.exportJson, onSelect: () => save.mutate() }] : []),
    ...(mayDelete
      ? ['line' as const, { text: words.remove, isDangerous: true, onSelect: () => setOpen('delete') }]
      : []),
  ]
  const dialog = { queries: [query], onClose: close, onDone: refresh }

  return (
    <div className={styles.actions}>
      {mayRun && (
        <Button
          onClick={() => run.mutate()}
          impossible={run.isPending ? words.started(query.name) : undefined}
          aria-label={`${words.run} ${query.name}`}
        >
          {words.run}
        </Button>
      )}
      <Menu
        label={words.actions(query.name)}
        entries={entries}
        target={
          <Button look="quiet" aria-label={words.actions(query.name)}>
            ⋯
          </Button>
        }
      />
      {open === 'delete' && <DeleteQueriesDialog {...dialog} />}
      {open === 'move' && <MoveDialog {...dialog} categories={categories} from={query.category} />}
      {open === 'rename' && <RenameDialog query={query} onClose={close} onDone={refresh} />}
    </div>
  )
}
