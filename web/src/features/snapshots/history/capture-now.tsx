import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ChoiceField } from '../../../components/choice-field.tsx'
import { TextField } from '../../../components/field.tsx'
import { FormDialog } from '../../../components/form-dialog.tsx'
import { formFaults } from '../../../components/form-faults.ts'
import { toast } from '../../../components/toasts.tsx'
import type { Wire } from '../../../lib/api/wire.ts'
import { useHeddle, useMay } from '../../../lib/session/context.tsx'
import { useWrite } from '../../../lib/use-write.ts'
import { connectionList } from '../../../resources/connections.ts'
import { HISTORY_KEY } from '../../../resources/history.ts'
import { snapshotSettings } from '../api.ts'
import { words } from './words.ts'

const POLICIES = Object.keys(words.policies) as (keyof typeof words.policies)[]
const USUAL = ''

type Props = { readonly query: string; readonly onClose: () => void }

/** Runs the query and keeps what it finds, with a note. */
export function CaptureNow({ query, onClose }: Props) {
  const heddle = useHeddle()
  const cache = useQueryClient()
  const settings = useQuery(snapshotSettings(heddle))
  const connections = useQuery({ ...connectionList(heddle), enabled: useMay('controller.view_connection') })
  const [note, setNote] = useState('')
  const [policy, setPolicy] = useState<Wire.SnapshotSettings['default_retention_policy']>()
  const [connection, setConnection] = useState<string>(USUAL)
  const kept = policy ?? settings.data?.default_retention_policy
  const capture = useWrite({
    mutationFn: () =>
      heddle.history.capture({
        saved_query: query,
        ...(kept !== undefined && { retention_policy: kept }),
        ...(note !== '' && { annotation: note }),
        ...(connection !== USUAL && { controller_connection: connection }),
      }),
    onSuccess: async ({ row_count: rows, changes }) => {
      onClose()
      toast(
        changes ? words.capturedChanges(rows, changes.added, changes.removed, changes.changed) : words.captured(rows),
      )
      await cache.invalidateQueries({ queryKey: HISTORY_KEY })
    },
  })
  const faults = formFaults(capture.error, ['annotation', 'controller_connection', 'retention_policy'])
  return (
    <FormDialog
      title={words.captureTitle}
      sending={capture}
      faults={faults.general}
      verb={words.captureVerb}
      leave={words.cancel}
      isDirty={note !== ''}
      onSubmit={() => capture.mutate()}
      onClose={onClose}
    >
      <p>{words.captureText}</p>
      <TextField
        label={words.note}
        value={note}
        data-autofocus
        faults={faults.of('annotation')}
        onChange={(event) => setNote(event.currentTarget.value)}
      />
      <ChoiceField
        label={words.keepFor}
        choices={POLICIES.map((value) => ({ value, label: words.policies[value] }))}
        value={kept}
        faults={faults.of('retention_policy')}
        onChange={setPolicy}
      />
      {(connections.data?.length ?? 0) > 1 && (
        <ChoiceField
          label={words.connection}
          choices={[
            { value: USUAL, label: words.usualConnection },
            ...connections.data!.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          value={connection}
          faults={faults.of('controller_connection')}
          onChange={setConnection}
        />
      )}
    </FormDialog>
  )
}
