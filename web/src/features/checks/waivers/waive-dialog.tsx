import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { TextArea, TextField } from '../../../components/field.tsx'
import { FormDialog } from '../../../components/form-dialog.tsx'
import { formFaults } from '../../../components/form-faults.ts'
import { RadioGroup } from '../../../components/radio-group.tsx'
import { toast } from '../../../components/toasts.tsx'
import { useHeddle, useProfile } from '../../../lib/session/context.tsx'
import { dayBounds } from '../../../lib/time/day-bounds.ts'
import { useWrite } from '../../../lib/use-write.ts'
import { connectionOfRun } from '../api.ts'
import { WAIVERS_KEY } from './api.ts'
import { words } from './words.ts'

type Props = {
  readonly query: string
  readonly resource: string
  /** The run that found it. */
  readonly execution: string
  readonly onClose: () => void
}

const FIELDS = ['resource', 'until', 'reason']
const FIRST_GUESS_MS = 30 * 86_400_000

/** Takes findings on for a while: which, until when, and why. */
export function WaiveDialog({ query, resource: found, execution, onClose }: Props) {
  const { queries } = useHeddle()
  const cache = useQueryClient()
  const { preferences } = useProfile()
  const { data: here } = useQuery(connectionOfRun(useHeddle(), execution))
  const [resource, setResource] = useState(found)
  const [where, setWhere] = useState<'here' | 'anywhere'>('here')
  const [until, setUntil] = useState(() => new Date(Date.now() + FIRST_GUESS_MS).toISOString().slice(0, 10))
  const [reason, setReason] = useState('')
  const [isTried, setIsTried] = useState(false)
  const write = useWrite({
    mutationFn: () =>
      queries.waivers.create({
        ...{ saved_query: query, resource, reason },
        controller_connection: where === 'here' ? (here?.id ?? null) : null,
        until: dayBounds(until, preferences.timezone).to,
      }),
    onSuccess: async () => {
      onClose()
      await cache.invalidateQueries({ queryKey: WAIVERS_KEY })
      toast(words.done)
    },
  })
  const faults = formFaults(write.error, FIELDS)
  const handleSubmit = () => {
    setIsTried(true)
    if (until !== '' && here !== undefined) write.mutate()
  }
  return (
    <FormDialog
      title={words.waive}
      sending={write}
      faults={faults.general}
      verb={words.verb}
      isDirty={reason !== ''}
      onSubmit={handleSubmit}
      onClose={onClose}
    >
      <TextField
        label={words.resource}
        hint={words.resourceHint}
        isCode
        spellCheck={false}
        maxLength={500}
        value={resource}
        faults={faults.of('resource')}
        onChange={(event) => setResource(event.currentTarget.value)}
      />
      {here && (
        <RadioGroup
          label={words.where}
          choices={[
            { value: 'here', label: words.here(here.name) },
            { value: 'anywhere', label: words.anywhere },
          ]}
          value={where}
          onChange={setWhere}
        />
      )}
      <TextField
        label={words.until}
        type="date"
        hint={words.untilHint}
        value={until}
        faults={isTried && until === '' ? [words.noDate] : faults.of('until')}
        onChange={(event) => setUntil(event.currentTarget.value)}
      />
      <TextArea
        label={words.reason}
        rows={3}
        maxLength={2_000}
        aria-required
        value={reason}
        faults={faults.of('reason')}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
    </FormDialog>
  )
}
