import { Button } from '../../../components/button.tsx'
import { TimeText } from '../../../components/time-text.tsx'
import type { StoredDraft } from './drafts.ts'
import { words } from './words.ts'
import styles from './workspace-screen.module.css'

type Props = {
  readonly draft: StoredDraft
  /** The version of the query now. */
  readonly version: string | undefined
  readonly onRestore: () => void
  readonly onDiscard: () => void
}

/** Edits that were left behind; nothing happens to them until their user says what. */
export function DraftOffer({ draft, version, onRestore, onDiscard }: Props) {
  return (
    <section aria-label={words.draft.title} className={styles.notice}>
      <p>
        <strong>{words.draft.title}.</strong> Edits from <TimeText at={draft.savedAt} /> were not saved.{' '}
        {version !== undefined && draft.version !== version && words.draft.older(version)}
      </p>
      <Button look="primary" onClick={onRestore}>
        {words.draft.restore}
      </Button>
      <Button onClick={onDiscard}>{words.draft.discard}</Button>
    </section>
  )
}
