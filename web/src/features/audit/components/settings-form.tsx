import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../../components/button.tsx'
import { CheckField, TextField } from '../../../components/field.tsx'
import { Versioned } from '../../../components/conflict.tsx'
import { ifStill } from '../../../components/edited.tsx'
import { FormFrame } from '../../../components/form.tsx'
import { readWithTag } from '../../../lib/api/read-with-tag.ts'
import { formFaults } from '../../../components/form-faults.ts'
import text from '../../../components/text.module.css'
import { toast } from '../../../components/toasts.tsx'
import type { Wire } from '../../../lib/api/wire.ts'
import { useHeddle } from '../../../lib/session/context.tsx'
import { useWrite } from '../../../lib/use-write.ts'
import { SETTINGS_KEY } from '../api.ts'
import { inWords, words } from '../words.ts'
import { settingsChanges, settingsDraft, type SettingsDraft } from './settings-draft.ts'
import styles from './settings-form.module.css'

const FIELDS = ['groups', 'retention_days', 'content_max_bytes', 'compress_threshold_bytes']

type Settings = Wire.AuditSettingsGetReply & { readonly etag: string }
type Props = { readonly settings: Settings; readonly onSaved: (saved: Settings) => void }

/** What is recorded, for how long, and how much of it. */
export function AuditSettingsForm({ settings }: Pick<Props, 'settings'>) {
  const { audit } = useHeddle()
  return (
    <Versioned first={settings} read={() => readWithTag(audit.settings.get)}>
      {(base, adopt) => <Form settings={base} onSaved={adopt} />}
    </Versioned>
  )
}

function Form({ settings, onSaved }: Props) {
  const heddle = useHeddle()
  const cache = useQueryClient()
  const [stored, setStored] = useState(settings)
  const [draft, setDraft] = useState(() => settingsDraft(settings))
  const changes = settingsChanges(stored, draft)
  const save = useWrite({
    mutationFn: (body: Wire.AuditSettingsUpdateBody) =>
      readWithTag((options) => heddle.audit.settings.update(body, { ...options, ...ifStill(settings) })),
    onSuccess: (saved) => {
      onSaved(saved)
      cache.setQueryData(SETTINGS_KEY, saved)
      setStored(saved)
      setDraft(settingsDraft(saved))
      toast(words.saved)
    },
  })
  const faults = formFaults(save.error, FIELDS)
  return (
    <FormFrame error={save.error} faults={faults.general} onSubmit={() => changes && save.mutate(changes)}>
      <div className={styles.form}>
        <Recorded draft={draft} faults={faults.of('groups')} onChange={setDraft} />
        <Kept draft={draft} faults={faults.of('retention_days')} onChange={setDraft} />
        <fieldset className={styles.part}>
          <legend>{words.sizes}</legend>
          <div className={styles.days}>
            <TextField
              label={words.contentMax}
              inputMode="numeric"
              value={draft.contentMax}
              faults={faults.of('content_max_bytes')}
              onChange={({ currentTarget }) => setDraft({ ...draft, contentMax: currentTarget.value })}
            />
            <TextField
              label={words.compressFrom}
              inputMode="numeric"
              value={draft.compressFrom}
              faults={faults.of('compress_threshold_bytes')}
              onChange={({ currentTarget }) => setDraft({ ...draft, compressFrom: currentTarget.value })}
            />
          </div>
        </fieldset>
        <div>
          <Button type="submit" look="primary" impossible={changes ? undefined : words.nothingToSave}>
            {words.save}
          </Button>
        </div>
      </div>
    </FormFrame>
  )
}

type PartProps = {
  readonly draft: SettingsDraft
  readonly faults: readonly string[]
  readonly onChange: (draft: SettingsDraft) => void
}

const Recorded = ({ draft, faults, onChange }: PartProps) => (
  <fieldset className={styles.part}>
    <legend>{words.recorded}</legend>
    <p className={text.caption}>{words.recordedHint}</p>
    <div className={styles.groups}>
      {Object.entries(draft.groups).map(([name, isOn]) => (
        <CheckField
          key={name}
          label={inWords(name)}
          checked={isOn}
          onChange={({ currentTarget: { checked } }) =>
            onChange({ ...draft, groups: { ...draft.groups, [name]: checked } })
          }
        />
      ))}
    </div>
    <Faults of={faults} />
  </fieldset>
)

const Kept = ({ draft, faults, onChange }: PartProps) => (
  <fieldset className={styles.part}>
    <legend>{words.kept}</legend>
    <p className={text.caption}>{words.keptHint}</p>
    <div className={styles.days}>
      {Object.entries(draft.days).map(([name, value]) => (
        <TextField
          key={name}
          label={inWords(name)}
          inputMode="numeric"
          value={value}
          onChange={({ currentTarget }) => onChange({ ...draft, days: { ...draft.days, [name]: currentTarget.value } })}
        />
      ))}
    </div>
    <Faults of={faults} />
  </fieldset>
)

const Faults = ({ of }: { readonly of: readonly string[] }) =>
  of.length > 0 && (
    <p role="alert" className={`${text.caption} ${text.fault}`}>
      {of.join(' ')}
    </p>
  )
