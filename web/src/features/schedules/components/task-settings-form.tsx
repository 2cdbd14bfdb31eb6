import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../../components/button.tsx'
import { ChoiceField } from '../../../components/choice-field.tsx'
import { TextField } from '../../../components/field.tsx'
import { FormFrame } from '../../../components/form.tsx'
import { formFaults } from '../../../components/form-faults.ts'
import { toast } from '../../../components/toasts.tsx'
import { isChanged, UnsavedGuard } from '../../../components/unsaved-guard.tsx'
import type { Wire } from '../../../lib/api/wire.ts'
import { useHeddle } from '../../../lib/session/context.tsx'
import { timeZones } from '../../../lib/time/time-zones.ts'
import { useWrite } from '../../../lib/use-write.ts'
import { taskSettings } from '../api.ts'
import { words } from '../task-settings-words.ts'

const ZONES = timeZones().map((value) => ({ value }))
const NUMBERS = [
  { name: 'max_concurrent_background', label: words.atOnce, hint: words.atOnceHint },
  { name: 'execution_log_retention_days', label: words.kept, hint: words.keptHint },
  { name: 'pause_after_failures', label: words.pause, hint: words.pauseHint },
] as const
type Draft = Readonly<Record<(typeof NUMBERS)[number]['name'] | 'default_timezone', string>>

const draftOf = (settings: Wire.TaskSettingsReply): Draft => ({
  max_concurrent_background: String(settings.max_concurrent_background),
  execution_log_retention_days: String(settings.execution_log_retention_days),
  pause_after_failures: String(settings.pause_after_failures),
  default_timezone: settings.default_timezone,
})

export function TaskSettingsForm({ settings }: { readonly settings: Wire.TaskSettingsReply }) {
  const heddle = useHeddle()
  const cache = useQueryClient()
  const [stored] = useState(() => draftOf(settings))
  const [draft, setDraft] = useState(stored)
  const saving = useWrite({
    mutationFn: () => heddle.queries.taskSettings.update(changesOf(stored, draft)),
    onSuccess: (saved) => {
      cache.setQueryData(taskSettings(heddle).queryKey, saved)
      toast(words.saved)
    },
  })
  const faults = formFaults(saving.error, Object.keys(stored))
  const isDirty = isChanged(draft, stored)
  return (
    <section aria-label={words.yours}>
      <UnsavedGuard isDirty={isDirty && !saving.isSuccess} />
      <FormFrame error={saving.error} faults={faults.general} onSubmit={() => isDirty && saving.mutate()}>
        {NUMBERS.map(({ name, label, hint }) => (
          <TextField
            key={name}
            label={label}
            hint={hint}
            inputMode="numeric"
            autoComplete="off"
            value={draft[name]}
            faults={faults.of(name)}
            onChange={(event) => setDraft({ ...draft, [name]: event.currentTarget.value })}
          />
        ))}
        <ChoiceField
          label={words.zone}
          choices={ZONES}
          value={draft.default_timezone}
          faults={faults.of('default_timezone')}
          onChange={(zone) => setDraft({ ...draft, default_timezone: zone })}
        />
        <div>
          <Button type="submit" look="primary" impossible={isDirty ? undefined : words.nothingToSave}>
            {words.save}
          </Button>
        </div>
      </FormFrame>
    </section>
  )
}

/** Only what differs; what is no number goes to the server as it is typed, which says so. */
function changesOf(stored: Draft, draft: Draft): Wire.TaskSettingsPatch {
  const changed = Object.entries(draft).filter(([name, text]) => stored[name as keyof Draft] !== text)
  return Object.fromEntries(
    changed.map(([name, text]) => [name, /^\d+$/.test(text.trim()) ? Number(text) : text]),
  ) as Wire.TaskSettingsPatch
}
