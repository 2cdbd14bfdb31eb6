import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../../components/button.tsx'
import { Versioned } from '../../../components/conflict.tsx'
import { ifStill } from '../../../components/edited.tsx'
import { readWithTag } from '../../../lib/api/read-with-tag.ts'
import { ChoiceField } from '../../../components/choice-field.tsx'
import { HintedCheck } from '../../../components/field.tsx'
import { FormFrame } from '../../../components/form.tsx'
import { type FormFaults, formFaults } from '../../../components/form-faults.ts'
import { Light } from '../../../components/light.tsx'
import { toast } from '../../../components/toasts.tsx'
import type { Wire } from '../../../lib/api/wire.ts'
import { useHeddle } from '../../../lib/session/context.tsx'
import { useWrite } from '../../../lib/use-write.ts'
import { AI_KEY, aiSettings } from '../../../resources/ai.ts'
import { words } from '../words.ts'
import styles from './ai.module.css'
import { draftOfPlatform, isSameDraft, platformBody } from './provider-draft.ts'
import { type FieldNames, ProviderFields } from './provider-fields.tsx'
import { ProviderTest } from './provider-test.tsx'

const NAMES: FieldNames = {
  provider: 'platform_default_provider',
  model: 'platform_default_model',
  base_url: 'platform_base_url',
  deployment: 'platform_deployment_name',
  key: 'platform_api_key',
}
const SWITCHES = ['ai_builder_enabled', 'share_results', 'audit_prompts'] as const
const MANNERS = ['prompt_style', 'verbosity', 'default_complexity'] as const
const TEXTS = {
  ai_builder_enabled: [words.platform.enabled, words.platform.enabledHint],
  share_results: [words.platform.shares, words.platform.sharesHint],
  audit_prompts: [words.platform.audits, words.platform.auditsHint],
} as const
const CHOICES = {
  prompt_style: { label: words.platform.style, words: words.platform.styles },
  verbosity: { label: words.platform.verbosity, words: words.platform.styles },
  default_complexity: { label: words.platform.complexity, words: words.platform.complexities },
} as const

type Settings = Wire.AiSettings & { readonly etag: string }
type Props = { readonly settings: Settings; readonly providers: readonly Wire.AiProvider[] }
type FormProps = Props & { readonly onSaved: (saved: Settings) => void }

/** What an administrator decides for everybody. */
export function PlatformForm({ settings, providers }: Props) {
  const { ai } = useHeddle()
  return (
    <Versioned first={settings} read={() => readWithTag(ai.settings.get)}>
      {(base, adopt) => <Form settings={base} providers={providers} onSaved={adopt} />}
    </Versioned>
  )
}

function Form({ settings, providers, onSaved }: FormProps) {
  const heddle = useHeddle()
  const cache = useQueryClient()
  const [stored, setStored] = useState(() => draftOfPlatform(settings))
  const [draft, setDraft] = useState(stored)
  const [changed, setChanged] = useState<Wire.AiSettingsPatch>({})
  const saving = useWrite({
    mutationFn: () =>
      readWithTag((options) =>
        heddle.ai.settings.update(
          { ...changed, ...(!isSameDraft(draft, stored) && platformBody(draft)) },
          { ...options, ...ifStill(settings) },
        ),
      ),
    onSuccess: async (saved) => {
      onSaved(saved)
      cache.setQueryData(aiSettings(heddle).queryKey, saved)
      setStored(draftOfPlatform(saved))
      setDraft(draftOfPlatform(saved))
      setChanged({})
      toast(words.platform.saved)
      await cache.invalidateQueries({ queryKey: [...AI_KEY, 'models'] })
    },
  })
  const faults = formFaults(saving.error, [...Object.values(NAMES), ...SWITCHES, ...MANNERS])
  const isSame = isSameDraft(draft, stored) && Object.keys(changed).length === 0
  const { platform_default_provider: provider, platform_base_url: address, has_platform_api_key: has } = settings
  return (
    <FormFrame error={saving.error} faults={faults.general} onSubmit={() => isSame || saving.mutate()}>
      {provider !== null && !settings.is_configured && <Light color="warn" text={words.fields.missing} />}
      <ProviderFields
        providers={providers}
        draft={draft}
        saved={{ provider, base_url: address ?? '', has }}
        names={NAMES}
        faults={faults}
        isOptional
        onChange={(next) => setDraft({ ...draft, ...next })}
      />
      <MannerFields
        now={{ ...settings, ...changed }}
        faults={faults}
        onChange={(next) => setChanged({ ...changed, ...next })}
      />
      <div className={styles.actions}>
        <Button type="submit" look="primary" impossible={isSame ? words.nothingToSave : undefined}>
          {words.save}
        </Button>
        <ProviderTest draft={draft} />
      </div>
    </FormFrame>
  )
}

type MannerProps = {
  readonly now: Wire.AiSettings
  readonly faults: FormFaults
  readonly onChange: (changed: Wire.AiSettingsPatch) => void
}

const MannerFields = ({ now, faults, onChange }: MannerProps) => (
  <>
    {SWITCHES.map((name) => (
      <HintedCheck
        key={name}
        label={TEXTS[name][0]}
        hint={TEXTS[name][1]}
        isChecked={now[name]}
        faults={faults.of(name)}
        onChange={(isOn) => onChange({ [name]: isOn })}
      />
    ))}
    <div className={styles.manner}>
      {MANNERS.map((name) => (
        <ChoiceField
          key={name}
          label={CHOICES[name].label}
          choices={Object.entries(CHOICES[name].words).map(([value, label]) => ({ value, label }))}
          value={now[name] as string}
          faults={faults.of(name)}
          onChange={(value) => onChange({ [name]: value })}
        />
      ))}
    </div>
  </>
)
