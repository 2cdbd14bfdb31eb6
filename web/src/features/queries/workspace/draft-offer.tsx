import { Button } from '../../../components/button.tsx'
import { TimeText } from '../../../components/time-text.tsx'
import type { QueryDocument } from './use-document.ts'
import { useDraft } from './use-draft.ts'
import { words } from './words.ts'
import styles from './workspace-screen.module.css'

/** Edits that were left behind; nothing happens to them until their user says what. */
export function DraftOffer({ document: { base, replace, beginFrom } }: { readonly document: QueryDocument }) {
  const { offered, settle } = useDraft(base)
  if (!offered) return null
  const version = base?.current_version
  const handleRestore = () => {
    // Saving it over a newer version asks first.
    if (base && offered.etag !== undefined) beginFrom({ ...base, etag: offered.etag })
    replace(offered.canvas)
    settle()
  }
  return (
    <section aria-label={words.draft.title} className={styles.notice}>
      <p>
        <strong>{words.draft.title}.</strong> {words.draft.from} <TimeText at={offered.savedAt} /> {words.draft.unsaved}{' '}
        {version !== undefined && offered.version !== version && words.draft.older(version)}
      </p>
      <Button look="primary" onClick={handleRestore}>
        {words.draft.restore}
      </Button>
      <Button onClick={settle}>{words.draft.discard}</Button>
    </section>
  )
}
