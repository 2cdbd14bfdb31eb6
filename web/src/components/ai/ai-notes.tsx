import { useMutation, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Wire } from '../../lib/api/wire.ts'
import { aiUsage } from '../../lib/api/ai-usage.ts'
import { useHeddle } from '../../lib/session/context.tsx'
import { WriteFailure } from '../write-failure.tsx'
import styles from './ai-notes.module.css'
import { words } from './words.ts'

type SentProps = {
  readonly isPast?: boolean
  readonly read: () => Promise<Wire.PromptDryRunReply>
}

/** The whole text that goes to the provider, read when somebody wants to see it; nothing is sent for it. */
export function SentText({ isPast = false, read }: SentProps) {
  const found = useMutation({ mutationFn: read })
  return (
    <details
      className={styles.sent}
      onToggle={(event) => {
        if (event.currentTarget.open && !found.isPending) found.mutate()
      }}
    >
      <summary>{isPast ? words.wasSent : words.wouldBeSent}</summary>
      {found.isPending && <p role="status">{words.reading}</p>}
      {found.error && <WriteFailure what={words.notRead} error={found.error} onRetry={() => found.mutate()} />}
      {found.data && (
        <>
          <p>{words.tokens(found.data.tokens)}</p>
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- It scrolls, by keys as well. */}
          <pre className={styles.prompt} role="region" aria-label={words.prompt} tabIndex={0}>
            {found.data.prompt}
          </pre>
        </>
      )}
    </details>
  )
}

/** Which model was asked, and what it took. */
export const SpentText = ({ spent }: { readonly spent: Wire.AiSpent }) => (
  <span className={styles.spent}>
    {words.spent(spent.model, spent.rounds, spent.input_tokens, spent.output_tokens)}
  </span>
)

/** How much of the day's quota is used; read anew each time, since an answer has just used some. */
export function UsedText() {
  const { data: usage } = useQuery({ ...aiUsage(useHeddle()), staleTime: 0 })
  return usage?.is_allowed === true && <span>{words.quota(usage.today.uses, usage.daily_quota)}</span>
}

/** Where a provider is set up, and a quota read. */
export const ToAiSettings = () => <Link to="/ai">{words.settings}</Link>
