import type { WireCanvas } from '@heddle/domain/canvas-editing/wire-canvas.ts'
import { SpentText } from '../../../components/ai/ai-notes.tsx'
import { Button } from '../../../components/button.tsx'
import { WriteFailure } from '../../../components/write-failure.tsx'
import { useHeddle } from '../../../lib/session/context.tsx'
import { useWrite } from '../../../lib/use-write.ts'
import { suggestedName } from './suggested-name.ts'
import { draftOf } from '../../../canvas/draft-of.ts'
import { words } from './words.ts'

type Props = {
  readonly canvas: () => WireCanvas
  readonly onSuggested: (found: { readonly name: string; readonly description: string }) => void
}

/** A name from the canvas, and a description by AI, or by rules where there is none. */
export function Suggestion({ canvas, onSuggested }: Props) {
  const { ai } = useHeddle()
  const suggesting = useWrite({
    mutationFn: () => ai.explainQuery(draftOf(canvas())),
    onSuccess: ({ text }) => onSuggested({ name: suggestedName(canvas()), description: text }),
  })
  const { data, error } = suggesting
  return (
    <div>
      <Button
        look="link"
        impossible={suggesting.isPending ? words.suggestion.busy : undefined}
        onClick={() => suggesting.mutate()}
      >
        {words.suggestion.verb}
      </Button>{' '}
      <span role="status">
        {suggesting.isPending && words.suggestion.busy}
        {data?.source === 'rules' && words.suggestion.byRules}
        {data?.spent && <SpentText spent={data.spent} />}
      </span>
      {error && <WriteFailure what={words.suggestion.none} error={error} onRetry={() => suggesting.mutate()} />}
    </div>
  )
}
