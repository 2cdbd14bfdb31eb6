import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../../components/button.tsx'
import { ChoiceField } from '../../../components/choice-field.tsx'
import { CheckField, TextField } from '../../../components/field.tsx'
import { FormFrame } from '../../../components/form.tsx'
import { formFaults } from '../../../components/form-faults.ts'
import { toast } from '../../../components/toasts.tsx'
import type { Wire } from '../../../lib/api/wire.ts'
import { useHeddle } from '../../../lib/session/context.tsx'
import { useWrite } from '../../../lib/use-write.ts'
import { snapshotSettings } from '../api.ts'
import { words } from './words.ts'
import styles from './settings.module.css'

const POLICIES = Object.keys(words.policies) as Wire.SnapshotSettings['default_retention_policy'][]
const STRATEGIES = Object.keys(words.strategies) as Wire.SnapshotSettings['diff_key_strategy'][]
const FIELDS = ['default_retention_policy', 'diff_key_strategy', 'diff_ignore_fields'] as const

/** How the user wants captures to be kept and compared. */
export function SettingsForm({ settings }: { readonly settings: Wire.SnapshotSettings }) {
  const heddle = useHeddle()
  const cache = useQueryClient()
  const [draft, setDraft] = useState<Wire.SnapshotSettingsPatch>({})
  const [ignored, setIgnored] = useState<string>()
  const now = { ...settings, ...draft }
  const saving = useWrite({
    mutationFn: () =>
      heddle.history.settings.update({
        ...draft,
        ...(ignored !== undefined && { diff_ignore_fields: namesIn(ignored) }),
      }),
    onSuccess: (saved) => {
      cache.setQueryData(snapshotSettings(heddle).queryKey, saved)
      setDraft({})
      setIgnored(undefined)
      toast(words.saved)
    },
  })
  const faults = formFaults(saving.error, FIELDS)
  const set = (change: Wire.SnapshotSettingsPatch) => setDraft({ ...draft, ...change })
  return (
    <section aria-label={words.yours} className={styles.section}>
      <h2>{words.yours}</h2>
      <FormFrame error={saving.error} faults={faults.general} onSubmit={() => saving.mutate()}>
        <ChoiceField
          label={words.keepFor}
          hint={words.keepHint}
          choices={POLICIES.map((value) => ({ value, label: words.policies[value] }))}
          value={now.default_retention_policy}
          faults={faults.of('default_retention_policy')}
          onChange={(value) => set({ default_retention_policy: value })}
        />
        <CheckField
          label={words.ends}
          checked={now.keep_first_and_last}
          onChange={(event) => set({ keep_first_and_last: event.currentTarget.checked })}
        />
        <CheckField
          label={words.auto}
          checked={now.auto_capture_enabled}
          onChange={(event) => set({ auto_capture_enabled: event.currentTarget.checked })}
        />
        <ChoiceField
          label={words.strategy}
          choices={STRATEGIES.map((value) => ({ value, label: words.strategies[value] }))}
          value={now.diff_key_strategy}
          faults={faults.of('diff_key_strategy')}
          onChange={(value) => set({ diff_key_strategy: value })}
        />
        <TextField
          label={words.ignore}
          hint={words.ignoreHint}
          value={ignored ?? now.diff_ignore_fields.join(', ')}
          faults={faults.of('diff_ignore_fields')}
          onChange={(event) => setIgnored(event.currentTarget.value)}
        />
        <div>
          <Button type="submit" look="primary">
            {words.save}
          </Button>
        </div>
      </FormFrame>
    </section>
  )
}

const namesIn = (text: string): string[] =>
  text
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')
