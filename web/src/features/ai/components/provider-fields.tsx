import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ChoiceField } from '../../../components/choice-field.tsx'
import { HintedCheck, PasswordField, TextField } from '../../../components/field.tsx'
import type { FormFaults } from '../../../components/form-faults.ts'
import { SuggestField } from '../../../components/suggest-field.tsx'
import type { Wire } from '../../../lib/api/wire.ts'
import { useHeddle } from '../../../lib/session/context.tsx'
import { modelList, type ProviderId } from '../api.ts'
import { words } from '../words.ts'
import { isKeyKept, type ProviderDraft, type SavedKey } from './provider-draft.ts'

export type FieldNames = Readonly<Record<'provider' | 'model' | 'base_url' | 'deployment' | 'key', string>>

type Props = {
  readonly providers: readonly Wire.AiProvider[]
  readonly draft: ProviderDraft
  readonly saved: SavedKey
  /** What the wire calls the fields: faults are found by it. */
  readonly names: FieldNames
  readonly faults: FormFaults
  readonly isOptional?: boolean
  readonly onChange: (changed: Partial<ProviderDraft>) => void
}

const NONE = ''

/** Who is asked, where, with which model and key. */
export function ProviderFields({ isOptional = false, ...props }: Props) {
  const { providers, draft, names, faults, onChange } = props
  const chosen = providers.find(({ id }) => id === draft.provider)
  const choices = providers.map(({ id, display_name: label }) => ({ value: id as string, label }))
  return (
    <>
      <ChoiceField
        label={words.fields.provider}
        choices={isOptional ? [{ value: NONE, label: words.fields.noProvider }, ...choices] : choices}
        value={draft.provider ?? (isOptional ? NONE : undefined)}
        faults={faults.of(names.provider)}
        onChange={(value) =>
          onChange({ provider: value === NONE ? undefined : (value as ProviderId), model: '', base_url: '' })
        }
      />
      {chosen && <OfProvider {...props} chosen={chosen} />}
    </>
  )
}

type ChosenProps = Omit<Props, 'isOptional'> & { readonly chosen: Wire.AiProvider }

const OfProvider = (props: ChosenProps) => {
  const { chosen, draft, names, faults, onChange } = props
  // The provider is asked once the address is complete.
  const [asked, setAsked] = useState(draft.base_url)
  return (
    <>
      <TextField
        label={words.fields.address}
        hint={chosen.requires_base_url ? words.fields.addressNeeded : words.fields.addressOptional}
        isCode
        spellCheck={false}
        value={draft.base_url}
        faults={faults.of(names.base_url)}
        onBlur={() => setAsked(draft.base_url.trim())}
        onChange={(event) => onChange({ base_url: event.currentTarget.value })}
      />
      {chosen.requires_deployment_name && (
        <TextField
          label={words.fields.deployment}
          isCode
          spellCheck={false}
          value={draft.deployment}
          faults={faults.of(names.deployment)}
          onChange={(event) => onChange({ deployment: event.currentTarget.value })}
        />
      )}
      <KeyField {...props} />
      <ModelField {...props} asked={asked} />
    </>
  )
}

function KeyField({ chosen, draft, saved, names, faults, onChange }: ChosenProps) {
  const isKept = isKeyKept(draft, saved)
  const hint = isKept ? words.fields.keySaved : saved.has ? words.fields.keyDropped : words.fields.keyNone
  return (
    <>
      <PasswordField
        label={words.fields.key}
        hint={chosen.requires_api_key || saved.has ? hint : words.fields.keyOptional}
        autoComplete="new-password"
        value={draft.key}
        faults={faults.of(names.key)}
        onChange={(event) => onChange({ key: event.currentTarget.value, isKeyRemoved: false })}
      />
      {isKept && draft.key === '' && (
        <HintedCheck
          label={words.fields.removeKey}
          hint={undefined}
          isChecked={draft.isKeyRemoved}
          onChange={(isKeyRemoved) => onChange({ isKeyRemoved })}
        />
      )}
    </>
  )
}

function ModelField({ chosen, draft, names, faults, asked, onChange }: ChosenProps & { readonly asked: string }) {
  const heddle = useHeddle()
  const canAsk = !chosen.requires_base_url || asked !== ''
  const found = useQuery({ ...modelList(heddle, { provider: chosen.id, base_url: asked }), enabled: canAsk })
  const models = found.data?.models ?? chosen.fallback_models
  return (
    <SuggestField
      label={words.fields.model}
      hint={`${words.fields.modelDefault(chosen.default_model)} ${modelsHint(found)}`}
      isCode
      placeholder={chosen.default_model}
      suggestions={models.map((value) => ({ value }))}
      value={draft.model}
      faults={faults.of(names.model)}
      onChange={(model) => onChange({ model })}
    />
  )
}

type FoundModels = {
  readonly data: Wire.AiModels | undefined
  readonly error: Error | null
  readonly isLoading: boolean
}

function modelsHint({ data, error, isLoading }: FoundModels): string {
  if (isLoading) return words.fields.readingModels
  if (data?.source === 'live') return words.fields.live(data.models.length)
  return words.fields.usual(data?.detail ?? error?.message)
}
