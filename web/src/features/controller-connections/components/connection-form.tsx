import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../../components/button.tsx'
import { FormDialog } from '../../../components/form-dialog.tsx'
import { formFaults } from '../../../components/form-faults.ts'
import { toast } from '../../../components/toasts.tsx'
import type { Wire } from '../../../lib/api/wire.ts'
import { useHeddle, useMay } from '../../../lib/session/context.tsx'
import { CONNECTIONS_KEY } from '../../../resources/connections.ts'
import { words } from '../words.ts'
import { bodyOf, type ConnectionDraft, connectionDraftOf } from './connection-draft.ts'
import { ConnectionFields } from './connection-fields.tsx'

type Props = {
  readonly connection?: Wire.ControllerConnection
  readonly onClose: () => void
  readonly onTest: (connection: Wire.ControllerConnection) => void
}

const FIELDS = [
  'name',
  'host',
  'hosts',
  'username',
  'password',
  'verify_ssl',
  'ca_certificate',
  'is_default',
  'max_parallel_requests',
  'max_requests_per_minute',
]

/** A new connection, or changes of one. */
export function ConnectionForm({ connection, onClose, onTest }: Props) {
  const { controller } = useHeddle()
  const cache = useQueryClient()
  const mayTest = useMay('controller.test_connection')
  const [stored] = useState(() => connectionDraftOf(connection))
  const [draft, setDraft] = useState(stored)
  const save = useMutation({
    mutationFn: (_: { readonly thenTest: boolean }) => {
      const { password, ...body } = bodyOf(draft)
      return connection
        ? controller.connections.update(connection.id, { ...body, ...(password !== '' && { password }) })
        : controller.connections.create({ ...body, password })
    },
    onSuccess: async (saved, { thenTest }) => {
      onClose()
      await cache.invalidateQueries({ queryKey: CONNECTIONS_KEY })
      if (thenTest) onTest(saved)
      else toast(words.saved(saved.name))
    },
  })
  const faults = formFaults(save.error, FIELDS)
  const set = (changed: Partial<ConnectionDraft>) => setDraft((before) => ({ ...before, ...changed }))
  const isDirty = JSON.stringify(draft) !== JSON.stringify(stored)

  return (
    <FormDialog
      title={connection ? words.editTitle(connection.name) : words.newTitle}
      width={520}
      isDirty={isDirty && !save.isSuccess}
      sending={save}
      faults={faults.general}
      verb={words.save}
      more={
        mayTest && (
          <Button
            impossible={save.isPending ? words.saving : undefined}
            onClick={() => save.mutate({ thenTest: true })}
          >
            {words.saveAndTest}
          </Button>
        )
      }
      onSubmit={() => save.mutate({ thenTest: false })}
      onClose={onClose}
    >
      <ConnectionFields connection={connection} draft={draft} faults={faults} onChange={set} />
    </FormDialog>
  )
}
