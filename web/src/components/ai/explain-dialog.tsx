import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import type { Wire } from '../../lib/api/wire.ts'
import { Button } from '../button.tsx'
import { Dialog, DialogActions } from '../dialog.tsx'
import { LoadingState } from '../states.tsx'
import { WriteFailure } from '../write-failure.tsx'
import { SentText, SpentText, ToAiSettings, UsedText } from './ai-notes.tsx'
import styles from './ai-notes.module.css'
import { words } from './words.ts'

type Props = {
  readonly title: string
  readonly explain: (signal: AbortSignal) => Promise<Wire.ExplainReply>
  /** What the provider was sent. */
  readonly sent: () => Promise<Wire.PromptDryRunReply>
  readonly onClose: () => void
}

/** A query, or what changed, in words: by AI where the user has it, else by rules. */
export function ExplainDialog({ title, explain, sent, onClose }: Props) {
  const id = useId()
  // Each opening asks anew: what it is about may have been edited.
  const found = useQuery({
    queryKey: ['explanation', id],
    queryFn: ({ signal }) => explain(signal),
    gcTime: 0,
    staleTime: Infinity,
  })
  return (
    <Dialog title={title} isOpen onClose={onClose} width={640}>
      <div className={styles.explanation} role="status" aria-busy={found.isFetching}>
        {found.isFetching && (
          <>
            <p>{words.explaining}</p>
            <LoadingState lines={3} />
          </>
        )}
        {!found.isFetching && found.data && <Explanation {...found.data} sent={sent} />}
      </div>
      {found.error && (
        <WriteFailure what={words.notExplained} error={found.error} onRetry={() => void found.refetch()} />
      )}
      <DialogActions>
        <Button look="primary" onClick={onClose}>
          {words.close}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

type ExplanationProps = Wire.ExplainReply & Pick<Props, 'sent'>

const Explanation = ({ text, source, detail, spent, sent }: ExplanationProps) => (
  <>
    <p dir="auto">{text}</p>
    <p className={styles.note}>
      {source === 'ai' ? words.byAi : words.byRules} {detail} {source === 'rules' && <ToAiSettings />}
    </p>
    {spent && (
      <p className={styles.note}>
        <SpentText spent={spent} /> <UsedText />
      </p>
    )}
    {spent && <SentText isPast read={sent} />}
  </>
)
