import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../../components/button.tsx'
import { DeleteDialog } from '../../../components/delete-dialog.tsx'
import { Menu, type MenuEntry } from '../../../components/menu.tsx'
import { toast } from '../../../components/toasts.tsx'
import type { Wire } from '../../../lib/api/wire.ts'
import { useHeddle, useMay } from '../../../lib/session/context.tsx'
import { CONNECTIONS_KEY } from '../api.ts'
import { words } from '../words.ts'
import { ConnectionForm } from './connection-form.tsx'
import { TestResult } from './test-result.tsx'
import styles from './connection-actions.module.css'

export function ConnectionActions({ connection }: { readonly connection: Wire.ControllerConnection }) {
  const { controller } = useHeddle()
  const cache = useQueryClient()
  const [open, setOpen] = useState<'edit' | 'delete'>()
  const mayTest = useMay('controller.test_connection')
  const mayChange = useMay('controller.change_connection')
  const mayDelete = useMay('controller.delete_connection')
  const refresh = () => cache.invalidateQueries({ queryKey: CONNECTIONS_KEY })
  const test = useMutation({ mutationFn: () => controller.connections.testConnection(connection.id), onSettled: refresh })
  const makeDefault = useMutation({
    mutationFn: () => controller.connections.setDefault(connection.id),
    onSuccess: refresh,
    onError: (error) => toast(error.message, { kind: 'failed' }),
  })

  const entries: readonly MenuEntry[] = [
    ...(mayChange ? [{ text: words.edit, onSelect: () => setOpen('edit') }] : []),
    ...(mayChange && !connection.is_default ? [{ text: words.makeDefault, onSelect: () => makeDefault.mutate() }] : []),
    ...(mayDelete ? ['line' as const, { text: words.remove, isDangerous: true, onSelect: () => setOpen('delete') }] : []),
  ]

  return (
    <div className={styles.actions}>
      {mayTest && (
        <Button
          onClick={() => test.mutate()}
          impossible={test.isPending ? words.testing : undefined}
          aria-label={`${words.test} ${connection.name}`}
        >
          {test.isPending ? words.testing : words.test}
        </Button>
      )}
      {entries.length > 0 && (
        <Menu
          label={`Actions for ${connection.name}`}
          entries={entries}
          target={
            <Button look="quiet" aria-label={`Actions for ${connection.name}`}>
              ⋯
            </Button>
          }
        />
      )}
      {(test.data ?? test.error) && <TestResult name={connection.name} reply={test.data} error={test.error} onClose={test.reset} />}
      {open === 'edit' && <ConnectionForm connection={connection} onClose={() => setOpen(undefined)} />}
      {open === 'delete' && (
        <DeleteDialog
          title={words.removeTitle(connection.name)}
          text={words.removeText}
          remove={() => controller.connections.remove(connection.id)}
          onClose={() => setOpen(undefined)}
          onRemoved={async () => {
            await refresh()
            toast(`“${connection.name}” is deleted.`)
          }}
        />
      )}
    </div>
  )
}
