import { HeddleError } from '@heddle/client'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { EmptyState, ErrorBar, ErrorState, ForbiddenState, LoadingState } from './states.tsx'

type Props<T> = {
  readonly of: UseQueryResult<T>
  /** Begins the sentence of a failure: "The runs could not be read." */
  readonly failure: string
  readonly permission: string
  /** Shown while it loads, instead of lines of text. */
  readonly skeleton?: ReactNode
  readonly children: (data: T) => ReactNode
}

/** What the server said, or the state of a page that waits, failed, or is not for its reader. */
export function Read<T>({ of: query, failure, permission, skeleton, children }: Props<T>) {
  const { data, error, refetch } = query
  const handleRetry = () => void refetch()
  if (data !== undefined) {
    return (
      <>
        {error && <ErrorBar what={failure} error={error} onRetry={handleRetry} />}
        {children(data)}
      </>
    )
  }
  if (!error) return skeleton ?? <LoadingState />
  const status = error instanceof HeddleError ? error.status : 0
  if (status === 403) return <ForbiddenState permission={permission} />
  if (status === 404) return <EmptyState title="There is nothing here">It was deleted, or the link is not complete.</EmptyState>
  return <ErrorState what={failure} error={error} onRetry={handleRetry} />
}
