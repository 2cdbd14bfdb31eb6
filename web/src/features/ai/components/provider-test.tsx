import { Button } from '../../../components/button.tsx'
import { Light } from '../../../components/light.tsx'
import type { Wire } from '../../../lib/api/wire.ts'
import { useHeddle } from '../../../lib/session/context.tsx'
import { useWrite } from '../../../lib/use-write.ts'
import type { ProviderId } from '../api.ts'
import { words } from '../words.ts'
import styles from './ai.module.css'
import { ownBody, type ProviderDraft } from './provider-draft.ts'

/** Tries what is in the form, before it is saved. */
export function ProviderTest({ draft }: { readonly draft: ProviderDraft }) {
  const { ai } = useHeddle()
  const test = useWrite({
    mutationFn: (provider: ProviderId) => ai.provider.test(ownBody(draft, provider)),
  })
  const { provider } = draft
  const impossible = provider === undefined ? words.test.noProvider : test.isPending ? words.test.testing : undefined
  return (
    <>
      <Button impossible={impossible} onClick={() => provider && test.mutate(provider)}>
        {words.test.verb}
      </Button>
      <span role="status" className={styles.outcome}>
        <Outcome isAsking={test.isPending} reply={test.data} error={test.error} />
      </span>
    </>
  )
}

type OutcomeProps = {
  readonly isAsking: boolean
  readonly reply: Wire.AiTestReply | undefined
  readonly error: Error | null
}

function Outcome({ isAsking, reply, error }: OutcomeProps) {
  if (isAsking) return <Light color="busy" text={words.test.testing} />
  if (error) return <Light color="bad" text={`${words.test.failed} ${error.message}`} />
  if (!reply) return null
  return reply.status === 'success' ? (
    <Light color="ok" text={words.test.passed(reply.latency_ms)} />
  ) : (
    <Light color="bad" text={`${words.test.failed} ${reply.message}`} />
  )
}
