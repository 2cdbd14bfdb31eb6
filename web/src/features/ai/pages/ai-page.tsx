import { useQuery } from '@tanstack/react-query'
import { Fact } from '../../../components/fact.tsx'
import { Page } from '../../../components/page.tsx'
import { Read } from '../../../components/read.tsx'
import type { Wire } from '../../../lib/api/wire.ts'
import { useHeddle, useProfile } from '../../../lib/session/context.tsx'
import { aiSettings } from '../../../resources/ai.ts'
import { ownProvider, providerList } from '../api.ts'
import styles from '../components/ai.module.css'
import { OwnProviderSection } from '../components/own-provider.tsx'
import { PlatformForm } from '../components/platform-form.tsx'
import { UseSection } from '../components/use-section.tsx'
import { words } from '../words.ts'

/** Who is asked, what it took, and what an administrator allows. */
export function AiPage() {
  const heddle = useHeddle()
  const settings = useQuery(aiSettings(heddle))
  const providers = useQuery(providerList(heddle)).data ?? []
  const own = useQuery(ownProvider(heddle))
  return (
    <Page title={words.title}>
      <div className={styles.page}>
        <p className={styles.text}>{words.intro}</p>
        <Read of={settings} failure={words.failure} permission="">
          {(found) => (
            <div className={styles.parts}>
              <UseSection settings={found} />
              <Read of={own} failure={words.ownFailure} permission="">
                {(mine) => (
                  <OwnProviderSection own={mine} providers={providers} platform={nameOfPlatform(found, providers)} />
                )}
              </Read>
              <Platform settings={found} providers={providers} />
            </div>
          )}
        </Read>
      </div>
    </Page>
  )
}

type PlatformProps = {
  readonly settings: Wire.AiSettings & { readonly etag: string }
  readonly providers: readonly Wire.AiProvider[]
}

function Platform({ settings, providers }: PlatformProps) {
  const { is_admin: isAdmin } = useProfile()
  return (
    <section aria-label={words.platform.title} className={styles.section}>
      <h2>{words.platform.title}</h2>
      {isAdmin ? (
        <PlatformForm settings={settings} providers={providers} />
      ) : (
        <>
          <p className={styles.text}>{words.platform.onlyAdministrators}</p>
          <dl className={styles.facts}>
            <Fact
              name={words.platform.provider}
              value={nameOfPlatform(settings, providers) ?? words.platform.noProvider}
            />
            <Fact name={words.platform.model} value={settings.platform_default_model ?? '–'} />
            <Fact
              name={words.platform.enabled}
              value={settings.ai_builder_enabled ? words.platform.on : words.platform.off}
            />
            <Fact
              name={words.platform.shares}
              value={settings.share_results ? words.platform.on : words.platform.off}
            />
          </dl>
        </>
      )}
    </section>
  )
}

/** Undefined while there is none that can be asked. */
const nameOfPlatform = (
  { platform_default_provider: id, is_configured: isConfigured }: Wire.AiSettings,
  providers: readonly Wire.AiProvider[],
): string | undefined =>
  id !== null && isConfigured ? (providers.find((one) => one.id === id)?.display_name ?? id) : undefined
