import { type ErrorComponentProps, Link } from '@tanstack/react-router'
import { buttonClass } from '../components/button.tsx'
import { Page } from '../components/page.tsx'
import { EmptyState, ErrorState } from '../components/states.tsx'
import { words } from './words.ts'

const ToTheStart = () => (
  <Link to="/" className={buttonClass()}>
    {words.toTheStart}
  </Link>
)

export const Missing = () => (
  <EmptyState title={words.noPageTitle} action={<ToTheStart />}>
    {words.noPage}
  </EmptyState>
)

/** The same inside the shell. */
export const OtherAddress = () => (
  <Page title={words.notFound}>
    <Missing />
  </Page>
)

export const PageFailure = ({ error, reset }: ErrorComponentProps) => (
  <ErrorState what={words.notShown} error={error instanceof Error ? error : new Error(String(error))} onRetry={reset} />
)
