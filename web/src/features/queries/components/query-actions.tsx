import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { Button } from '../../../components/button.tsx'
import { ChoiceField } from '../../../components/choice-field.tsx'
import { DeleteDialog } from '../../../components/delete-dialog.tsx'
import { Dialog, DialogActions } from '../../../components/dialog.tsx'
import { Menu, type MenuEntry } from '../../../components/menu.tsx'
import { toast } from '../../../components/toasts.tsx'
import type { Wire } from '../../../lib/api/wire.ts'
import { useHeddle, useMay } from '../../../lib/session/context.tsx'
import { QUERIES_KEY } from '../api.ts'
import { words } from '../words.ts'
import styles from './query-actions.module.css'

type Props = { readonly query: Wire.SavedQueryListItem; readonly categories: readonly Wire.QueryCategory[] }

/** What one can do with a query: only what one may do. */
export function QueryActions({ query, categories }: Props) {
  const { queries } = useHeddle()
  const cache = useQueryClient()
  const router = useRouter()
  const [open, setOpen] = useState<'delete' | 'move'>()
  const mayRun = useMay('queries.execute_savedquery')
  const mayAdd = useMay('queries.add_savedquery')
  const mayChange = useMay('queries.change_savedquery')
  const mayDelete = useMay('queries.delete_savedquery')
  const onError = (error: Error) => toast(error.message, { kind: 'failed' })
  const refresh = () => cache.invalidateQueries({ queryKey: ['queries'] })

  const run = useMutation({
    mutationFn: () => queries.savedQueries.executeBackground(query.id),
    onError,
    onSuccess: async ({ execution_id }) => {
      await refresh()
      await router.navigate({ to: '/queries/execution-logs/$id/', params: { id: execution_id } })
    },
  })
  const duplicate = useMutation({
    mutationFn: () => queries.savedQueries.duplicate(query.id),
    onError,
    onSuccess: async (copy) => {
      await cache.invalidateQueries({ queryKey: QUERIES_KEY })
      toast(words.duplicated(copy.name))
    },
  })

  const entries: readonly MenuEntry[] = [
    ...(mayAdd ? [{ text: words.duplicate, onSelect: () => duplicate.mutate() }] : []),
    ...(mayChange ? [{ text: words.move, onSelect: () => setOpen('move') }] : []),
    ...(mayDelete ? ['line' as const, { text: words.remove, isDangerous: true, onSelect: () => setOpen('delete') }] : []),
  ]

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
      {entries.length > 0 && (
        <Menu
          label={words.actions(query.name)}
          entries={entries}
          target={
            <Button look="quiet" aria-label={words.actions(query.name)}>
              ⋯
            </Button>
          }
        />
      )}
      {open === 'delete' && (
        <DeleteDialog
          title={words.removeTitle(query.name)}
          text={words.removeText}
          remove={() => queries.savedQueries.remove(query.id)}
          onClose={() => setOpen(undefined)}
          onRemoved={async () => {
            await refresh()
            toast(words.removed(query.name))
          }}
        />
      )}
      {open === 'move' && <MoveDialog query={query} categories={categories} onClose={() => setOpen(undefined)} onDone={refresh} />}
    </div>
  )
}

type DialogProps = { readonly query: Wire.SavedQueryListItem; readonly onClose: () => void; readonly onDone: () => Promise<void> }

const NOWHERE = 'none'

function MoveDialog({ query, categories, onClose, onDone }: DialogProps & { readonly categories: readonly Wire.QueryCategory[] }) {
  const { queries } = useHeddle()
  const [category, setCategory] = useState(query.category === null ? NOWHERE : String(query.category))
  const move = useMutation({
    mutationFn: () => queries.savedQueries.update(query.id, { category: category === NOWHERE ? null : Number(category) }),
    onSuccess: async () => {
      onClose()
      await onDone()
      toast(words.moved(query.name))
    },
  })
  const choices = [
    { value: NOWHERE, label: words.noCategory },
    ...categories.map(({ id }) => ({ value: String(id), label: pathOf(id, categories) })),
  ]
  return (
    <Dialog title={words.move.replace('…', ` “${query.name}”`)} isOpen onClose={onClose}>
      <ChoiceField
        label={words.category}
        choices={choices}
        value={category}
        onChange={setCategory}
        faults={move.error ? [move.error.message] : []}
      />
      <DialogActions>
        <Button onClick={onClose}>{words.cancel}</Button>
        <Button look="primary" onClick={() => move.mutate()}>
          Move
        </Button>
      </DialogActions>
    </Dialog>
  )
}

/** `Daily / Fabric`. */
function pathOf(id: number, categories: readonly Wire.QueryCategory[]): string {
  const category = categories.find((one) => one.id === id)
  if (!category) return ''
  return category.parent === null ? category.name : `${pathOf(category.parent, categories)} / ${category.name}`
}
