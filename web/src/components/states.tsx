import { HeddleError } from '@heddle/client'
import { type ReactNode, useEffect, useState } from 'react'
import { Button } from './button.tsx'
import styles from './states.module.css'
import { words } from './words.ts'

/** Nothing here yet: what belongs here, and the first step. */
export function EmptyState({
  title,
  children,
  action,
}: {
  readonly title: string
  readonly children?: ReactNode
  readonly action?: ReactNode
}) {
  return (
    <div className={styles.state}>
      <h2 className={styles.title}>{title}</h2>
      {children !== undefined && <p className={styles.text}>{children}</p>}
      {action !== undefined && <div className={styles.actions}>{action}</div>}
    </div>
  )
}

const SHOWN_AFTER_MS = 150

/** Nothing at first: what comes at once needs no announcement. */
export function Delayed({ children }: { readonly children: ReactNode }) {
  const [isShown, setIsShown] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setIsShown(true), SHOWN_AFTER_MS)
    return () => clearTimeout(timer)
  }, [])
  return isShown ? children : null
}

/** The shape of what is coming; nothing at all when it comes at once. */
export const LoadingState = ({ lines = 8 }: { readonly lines?: number }) => (
  <Delayed>
    <div className={styles.skeleton} role="status" aria-busy aria-label={words.loading}>
      {Array.from({ length: lines }, (_, line) => (
        <div key={line} className={styles.bone} style={{ width: `${60 + ((line * 37) % 35)}%` }} />
      ))}
    </div>
  </Delayed>
)

type Failure = { readonly what: string; readonly error: Error; readonly onRetry?: () => void }

/** What was tried, what the server said, and how to try again. */
export function ErrorState({ what, error, onRetry }: Failure) {
  return (
    <div className={styles.state} role="alert">
      <h2 className={styles.title}>{what}</h2>
      <p className={styles.text}>{error.message}</p>
      <RequestId error={error} />
      {onRetry && (
        <div className={styles.actions}>
          <Button onClick={onRetry}>{words.retry}</Button>
        </div>
      )}
    </div>
  )
}

/** The same above what was shown before, which stays. */
export function ErrorBar({ what, error, onRetry }: Failure) {
  return (
    <div className={`${styles.bar} ${styles.bad}`} role="alert">
      <span>
        {what} {error.message}
      </span>
      <RequestId error={error} />
      {onRetry && (
        <Button look="link" onClick={onRetry}>
          {words.retry}
        </Button>
      )}
    </div>
  )
}

function RequestId({ error }: { readonly error: Error }) {
  const id = requestIdOf(error)
  return id === undefined ? null : <span className={styles.small}>{words.requestId(id)}</span>
}

/** Under which name the server's log has a request that failed. */
export function requestIdOf(error: Error): string | undefined {
  const id = error instanceof HeddleError ? (error.body as { request_id?: unknown } | null)?.request_id : undefined
  return typeof id === 'string' ? id : undefined
}

/** What one may not see: which permission it takes, and who gives it. */
export function ForbiddenState({ permission }: { readonly permission: string }) {
  return (
    <div className={styles.state}>
      <h2 className={styles.title}>{words.forbiddenTitle}</h2>
      <p className={styles.text}>
        {permission === 'administrators' ? (
          words.administratorsOnly
        ) : (
          <>
            {words.needsPermission}
            <code>{permission}</code>.
          </>
        )}{' '}
        {words.askAdministrator}
      </p>
    </div>
  )
}

/** Shown, but no longer true: how old it is, and how to see what is true now. */
export function StaleBar({ children, onReload }: { readonly children: ReactNode; readonly onReload?: () => void }) {
  return (
    <div className={styles.bar} role="status">
      <span>{children}</span>
      {onReload && (
        <Button look="link" onClick={onReload}>
          {words.reload}
        </Button>
      )}
    </div>
  )
}
