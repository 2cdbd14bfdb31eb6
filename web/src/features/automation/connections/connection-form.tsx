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
import { AUTOMATION_CONNECTIONS_KEY } from './api.ts'
import { type AutomationConnectionDraft, serverBody, serverDraft } from './connection-draft.ts'
import { ConnectionFields } from './connection-fields.tsx'
import { words } from './words.ts'

type Read = Wire.AutomationConnection & { readonly etag: string }
type Props = {
  readonly connection?: Read | undefined
  readonly onClose: () => void
  readonly onTest: (connection: Wire.AutomationConnection) => void
}

const FIELDS = Object.keys(serverDraft(undefined))
const LABELS = {
  base_url: words.address,
  auth_method: words.method,
  api_prefix: words.prefix,
  verify_ssl: words.verify,
  ca_certificate: words.ca,
  job_url_pattern: words.jobUrl,
  is_default: words.isDefault,
}

type EditedProps = Omit<Props, 'connection'> & { readonly id?: string }

/** A new connection to an automation server, or changes of one. */
export const ServerForm = ({ id, onClose, onTest }: EditedProps) => (
  <Edited
    kind={['automation-connection']}
    id={id}
    read={useHeddle().automation.connections.get}
    labels={LABELS}
    onClose={onClose}
  >
    {(connection) => <Form connection={connection} onClose={onClose} onTest={onTest} />}
  </Edited>
)

function Form({ connection, onClose, onTest }: Props) {
  const { connections } = useHeddle().automation
  const cache = useQueryClient()
  const mayTest = useMay('automation.test_connection')
  const [stored] = useState(() => serverDraft(connection))
  const [draft, setDraft] = useState(stored)
  const save = useMutation({
    mutationFn: (_: { readonly thenTest: boolean }) =>
      connection
        ? connections.update(connection.id, changedOnly(serverBody(draft), serverBody(stored)), ifStill(connection))
        : connections.create(serverBody(draft)),
    onSuccess: async (saved, { thenTest }) => {
      onClose()
      await cache.invalidateQueries({ queryKey: AUTOMATION_CONNECTIONS_KEY })
      if (thenTest) onTest(saved)
      else toast(words.saved(saved.name))
    },
  })
  const faults = formFaults(save.error, FIELDS)
  const set = (changed: Partial<AutomationConnectionDraft>) => setDraft((before) => ({ ...before, ...changed }))
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
