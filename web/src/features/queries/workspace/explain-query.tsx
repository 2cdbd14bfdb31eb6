import { ExplainDialog } from '../../../components/ai/explain-dialog.tsx'
import type { Wire } from '../../../lib/api/wire.ts'
import { useHeddle } from '../../../lib/session/context.tsx'
import type { QueryDocument } from './use-document.ts'
import { draftOf } from '../../../canvas/draft-of.ts'
import { words } from './words.ts'

/** What the canvas on the screen finds, in words. */
export function ExplainQuery({
  document,
  onClose,
}: {
  readonly document: QueryDocument
  readonly onClose: () => void
}) {
  const { ai } = useHeddle()
  const { base, store } = document
  const { isEdited, history } = store.getState()
  const body: Wire.ExplainQueryBody = base && !isEdited ? { saved_query: base.id } : { ...draftOf(history.present) }
  return (
    <ExplainDialog
      title={words.explain.title}
      explain={(signal) => ai.explainQuery(body, {}, { signal })}
      sent={() => ai.explainQuery(body, { dry_run: true })}
      onClose={onClose}
    />
  )
}
