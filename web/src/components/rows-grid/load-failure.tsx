import { Button } from '../button.tsx'
import { EmptyState } from '../states.tsx'
import { words } from './grid-words.ts'
import type { LoadFailure } from './rows-client.ts'

/** Why there are no rows, and what helps. */
export function LoadFailureState({
  failure,
  onRetry,
}: {
  readonly failure: LoadFailure
  readonly onRetry: () => void
}) {
  const [title, remedy] = words.failures[failure.status] ?? [words.failed, failure.message]
  return (
    <div role="alert">
      <EmptyState title={title} action={<Button onClick={onRetry}>{words.retry}</Button>}>
        {remedy}
        {failure.requestId !== undefined && words.request(failure.requestId)}
      </EmptyState>
    </div>
  )
}
