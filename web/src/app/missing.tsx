import { useQuery } from '@tanstack/react-query'
import { type ErrorComponentProps, Link, useLocation } from '@tanstack/react-router'
import { buttonClass } from '../components/button.tsx'
import { Page } from '../components/page.tsx'
import { Read } from '../components/read.tsx'
import { EmptyState, ErrorState, ForbiddenState } from '../components/states.tsx'
import { TimeText } from '../components/time-text.tsx'
import { useHeddle, useProfile } from '../lib/session/context.tsx'
import { factsOf, type KnownAddress, knownAddress } from './known-addresses.ts'
import styles from './missing.module.css'
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

/** Inside the shell: an address without a page yet shows what the API says about it. */
export function OtherAddress() {
  const { pathname } = useLocation()
  const known = knownAddress(pathname)
  if (!known) {
    return (
      <Page title={words.notFound}>
        <Missing />
      </Page>
    )
  }
  return (
    <Page title={known.title}>
      <Known key={pathname} known={known} id={known.id} />
    </Page>
  )
}

function Known({ known, id }: { readonly known: KnownAddress; readonly id: string | undefined }) {
  const { permissions, is_admin: isAdmin } = useProfile()
  const isAllowed = known.permission === 'administrators' ? isAdmin : permissions.includes(known.permission)
  if (!isAllowed) return <ForbiddenState permission={known.permission} />
  if (id === undefined || !known.read) {
    return (
      <EmptyState title={words.notThereYetTitle} action={<ToTheStart />}>
        {words.notThereYet}
      </EmptyState>
    )
  }
  return <Facts id={id} title={known.title} permission={known.permission} read={known.read} />
}

type FactsProps = Required<KnownAddress> & { readonly id: string }

function Facts({ id, title, permission, read }: FactsProps) {
  const heddle = useHeddle()
  const found = useQuery({ queryKey: ['known-address', title, id], queryFn: ({ signal }) => read(heddle, id, signal) })
  return (
    <Read of={found} failure={words.notRead(title)} permission={permission}>
      {(reply) => (
        <div className={styles.page}>
          <p className={styles.note}>{words.known}</p>
          <dl className={styles.facts}>
            {factsOf(reply).map(({ name, value, isTime, to }) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>
                  {to !== undefined ? (
                    <Link to={to}>{words.open}</Link>
                  ) : isTime ? (
                    <TimeText at={value} isAbsolute />
                  ) : (
                    value
                  )}
                </dd>
              </div>
            ))}
          </dl>
        </div>
      )}
    </Read>
  )
}

export const PageFailure = ({ error, reset }: ErrorComponentProps) => (
  <ErrorState what={words.notShown} error={error instanceof Error ? error : new Error(String(error))} onRetry={reset} />
)
