import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../../components/button.tsx'
import { FormFrame } from '../../../components/form.tsx'
import { formFaults } from '../../../components/form-faults.ts'
import { Light } from '../../../components/light.tsx'
import { toast, toastFailure } from '../../../components/toasts.tsx'
import type { Wire } from '../../../lib/api/wire.ts'
import { useHeddle } from '../../../lib/session/context.tsx'
import { useWrite } from '../../../lib/use-write.ts'
import { AI_KEY } from '../../../resources/ai.ts'
import type { OwnProvider, ProviderId } from '../api.ts'
import { words } from '../words.ts'
import styles from './ai.module.css'
import { draftOfOwn, EMPTY_DRAFT, isSameDraft, ownBody } from './provider-draft.ts'
import { type FieldNames, ProviderFields } from './provider-fields.tsx'
import { ProviderTest } from './provider-test.tsx'

const NAMES: FieldNames = {
  provider: 'provider',
  model: 'model',
  base_url: 'base_url',
  deployment: 'azure_deployment_name',
  key: 'api_key',
}

type Props = {
  readonly own: OwnProvider
  readonly providers: readonly Wire.AiProvider[]
  /** The provider that everybody else asks. */
  readonly platform: string | undefined
}

/** Whom one's own questions go to. */
export function OwnProviderSection({ own, providers, platform }: Props) {
  const [isBegun, setIsBegun] = useState(false)
  return (
    <section aria-label={words.own.title} className={styles.section}>
      <h2>{words.own.title}</h2>
      {own === null && <p className={styles.text}>{words.own.none(platform)}</p>}
      {own === null && !isBegun ? (
        <div>
          <Button onClick={() => setIsBegun(true)}>{words.own.setUp}</Button>
        </div>
      ) : (
        <OwnForm key={own?.etag ?? 'new'} own={own} providers={providers} onGone={() => setIsBegun(false)} />
      )}
    </section>
  )
}

type FormProps = Pick<Props, 'own' | 'providers'> & { readonly onGone: () => void }

function OwnForm({ own, providers, onGone }: FormProps) {
  const { ai } = useHeddle()
  const cache = useQueryClient()
  const [stored] = useState(() => (own ? draftOfOwn(own) : EMPTY_DRAFT))
  const [draft, setDraft] = useState(stored)
  const refresh = () => cache.invalidateQueries({ queryKey: AI_KEY })
  const saving = useWrite({
    mutationFn: (provider: ProviderId) =>
      ai.provider.replace(ownBody(draft, provider), own ? { headers: { 'if-match': own.etag } } : {}),
    onSuccess: async () => {
      toast(words.own.saved)
      await refresh()
    },
  })
  const removing = useWrite({
    mutationFn: () => ai.provider.remove(),
    onSuccess: async () => {
      toast(words.own.wentBack)
      onGone()
      await refresh()
    },
    onError: (error) => toastFailure(words.own.notRemoved, error),
  })
  const faults = formFaults(saving.error, Object.values(NAMES))
  const { provider } = draft
  const impossible =
    provider === undefined ? words.test.noProvider : isSameDraft(draft, stored) ? words.nothingToSave : undefined
  return (
    <FormFrame
      error={saving.error}
      faults={faults.general}
      onSubmit={() => provider && impossible === undefined && saving.mutate(provider)}
    >
      {own && !own.is_configured && <Light color="warn" text={words.fields.missing} />}
      <ProviderFields
        providers={providers}
        draft={draft}
        saved={{ provider: own?.provider ?? null, base_url: own?.base_url ?? '', has: own?.has_api_key ?? false }}
        names={NAMES}
        faults={faults}
        onChange={(changed) => setDraft({ ...draft, ...changed })}
      />
      <div className={styles.actions}>
        <Button type="submit" look="primary" impossible={impossible}>
          {words.save}
        </Button>
        <ProviderTest draft={draft} />
        {own && <Button onClick={() => removing.mutate()}>{words.own.goBack}</Button>}
      </div>
    </FormFrame>
  )
}
