import { useQueryClient } from '@tanstack/react-query'
import { linkOptions } from '@tanstack/react-router'
import { useState } from 'react'
import { Button } from '../../../components/button.tsx'
import { Menu } from '../../../components/menu.tsx'
import { toastFailure } from '../../../components/toasts.tsx'
import type { Wire } from '../../../lib/api/wire.ts'
import { useHeddle, useMay } from '../../../lib/session/context.tsx'
import { useWrite } from '../../../lib/use-write.ts'
import { words } from '../words.ts'
import type { Category } from './categories.ts'
import styles from './query-actions.module.css'
import { DeleteQueriesDialog, MoveDialog, RenameDialog } from './query-dialogs.tsx'
import { type QueryTask, useQueryEntries } from './use-query-entries.ts'

type Props = { readonly query: Wire.SavedQueryListItem; readonly categories: readonly Category[] }

/** What one can do with a query: only what one may do. */
export function QueryActions({ query, categories }: Props) {
  const cache = useQueryClient()
  const [open, setOpen] = useState<QueryTask>()
  const entries = useQueryEntries(query, setOpen)
  const refresh = () => cache.invalidateQueries({ queryKey: ['queries'] })
  const close = () => setOpen(undefined)
  const dialog = { queries: [query], onClose: close, onDone: refresh }
  return (
    <div className={styles.actions}>
      <RunButton query={query} onStarted={refresh} />
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

type RunProps = { readonly query: Wire.SavedQueryListItem; readonly onStarted: () => Promise<void> }

function RunButton({ query, onStarted }: RunProps) {
  const { savedQueries } = useHeddle().queries
  const mayRun = useMay('queries.execute_savedquery')
  const run = useWrite({
    mutationFn: () => savedQueries.executeBackground(query.id),
    onError: (error) => toastFailure(words.notStarted(query.name), error, { onRetry: () => run.mutate() }),
    onSuccess: async () => {
      await onStarted()
    },
    next: ({ execution_id }) => linkOptions({ to: '/queries/execution-logs/$id/', params: { id: execution_id } }),
  })
  if (!mayRun) return null
  return (
    <Button
      className={styles.run}
      onClick={() => run.mutate()}
      impossible={run.isPending ? words.started(query.name) : undefined}
      aria-label={`${words.run} ${query.name}`}
    >
      {words.run}
    </Button>
  )
}
