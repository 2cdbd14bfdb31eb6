import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../../components/button.tsx'
import { Edited, ifStill } from '../../../components/edited.tsx'
import { FormDialog } from '../../../components/form-dialog.tsx'
import { formFaults } from '../../../components/form-faults.ts'
import { toast } from '../../../components/toasts.tsx'
import type { Wire } from '../../../lib/api/wire.ts'
import { changedOnly } from '../../../lib/changed-only.ts'
import { useHeddle, useMay } from '../../../lib/session/context.tsx'
import { CONNECTIONS_KEY } from '../../../resources/connections.ts'
import { words } from '../words.ts'
import { connectionBody, type ConnectionDraft, connectionDraftOf } from './connection-draft.ts'
import { ConnectionFields } from './connection-fields.tsx'

type Read = Wire.ControllerConnection & { readonly etag: string }
type Props = {
  readonly connection: Read | undefined
  readonly onClose: () => void
  readonly onTest: (connection: Wire.ControllerConnection) => void
}

const LABELS: Readonly<Record<keyof ConnectionDraft, string>> = {
  name: words.name,
  host: words.host,
  hosts: words.hosts,
  username: words.username,
  password: words.password,
  verify_ssl: words.verify,
  ca_certificate: words.ca,
  is_default: words.isDefault,
  max_parallel_requests: words.parallel,
  max_requests_per_minute: words.perMinute,
}
const FIELDS = Object.keys(LABELS)

type EditedProps = Omit<Props, 'connection'> & { readonly id?: string }

/** A new connection, or changes of one. */
export const ConnectionForm = ({ id, onClose, onTest }: EditedProps) => (
  <Edited
    kind={['controller-connection']}
    id={id}
    read={useHeddle().controller.connections.get}
    labels={LABELS}
    onClose={onClose}
  >
    {(connection) => <Form connection={connection} onClose={onClose} onTest={onTest} />}
  </Edited>
)

function Form({ connection, onClose, onTest }: Props) {
  const { controller } = useHeddle()
  const cache = useQueryClient()
  const mayTest = useMay('controller.test_connection')
  const [stored] = useState(() => connectionDraftOf(connection))
  const [draft, setDraft] = useState(stored)
  const save = useMutation({
    mutationFn: (_: { readonly thenTest: boolean }) => {
      const body = connectionBody(draft)
      return connection
        ? controller.connections.update(connection.id, changedOnly(body, connectionBody(stored)), ifStill(connection))
        : controller.connections.create(body)
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
