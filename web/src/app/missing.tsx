import { type ErrorComponentProps, Link } from '@tanstack/react-router'
import { EmptyState, ErrorState } from '../components/states.tsx'
import { buttonClass } from '../components/button.tsx'

export const Missing = () => (
  <EmptyState
    title="There is no such page"
    action={
      <Link to="/" className={buttonClass()}>
        Go to the start page
      </Link>
    }
  >
    The link may be incomplete, or it leads to something that was deleted.
  </EmptyState>
)

export const PageFailure = ({ error, reset }: ErrorComponentProps) => (
  <ErrorState what="This page could not be shown." error={error instanceof Error ? error : new Error(String(error))} onRetry={reset} />
)
