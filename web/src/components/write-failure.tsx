import { HeddleError } from '@heddle/client'
import { type ReactNode, useMemo, useState } from 'react'
import { useSecondsUntil } from '../lib/time/use-seconds-until.ts'
import { Button } from './button.tsx'
import { copyText } from './rows-grid/copy-text.ts'
import { requestIdOf } from './states.tsx'
import { words } from './words.ts'
import styles from './write-failure.module.css'

export type FailedWrite = {
  /** What did not happen: "Not saved." */
  readonly what: string
  readonly error: Error
  /** Where the work is meanwhile: "Your edits are kept in this browser." */
  readonly kept?: string | undefined
  /** Sends it again; offered where that may help. */
  readonly onRetry?: (() => void) | undefined
  /** A way on that the refusal leaves, such as saving a copy. */
  readonly children?: ReactNode
}

/** A change that the server did not take, where it was asked for: what, why, and the way on. */
export function WriteFailure({ onClose, ...failed }: FailedWrite & { readonly onClose?: (() => void) | undefined }) {
  return (
    <div role="alert" className={styles.bar}>
      <WriteFailureText {...failed} />
      {onClose && (
        <Button look="quiet" aria-label={words.closeMessage} onClick={onClose}>
          ×
        </Button>
      )}
    </div>
  )
}

/** The same inside of something else that is announced. */
export function WriteFailureText({ what, error, kept, onRetry, children }: FailedWrite) {
  const requestId = requestIdOf(error)
  return (
    <div className={styles.text}>
      <span>
        <strong>{what}</strong> {[reasonOf(error), kept].filter(Boolean).join(' ')}
      </span>
      {requestId !== undefined && <RequestIdCopy id={requestId} />}
      {children}
      {onRetry && isWorthRepeating(error) && <TryAgain error={error} onRetry={onRetry} />}
    </div>
  )
}

function RequestIdCopy({ id }: { readonly id: string }) {
  const [isCopied, setIsCopied] = useState(false)
  const handleCopy = () =>
    void copyText(id).then(
      () => setIsCopied(true),
      // It can be selected as well.
      () => undefined,
    )
  return (
    <span className={styles.request}>
      <code>{words.requestId(id)}</code>
      <Button look="link" aria-label={words.copyRequestId} onClick={handleCopy}>
        {isCopied ? words.copied : words.copy}
      </Button>
    </span>
  )
}

function TryAgain({ error, onRetry }: { readonly error: Error; readonly onRetry: () => void }) {
  const wait = error instanceof HeddleError ? error.retryAfter : undefined
  // From when it was refused, which is when this error is shown first.
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- Another refusal counts anew, even after the same wait.
  const at = useMemo(() => (wait === undefined ? undefined : Date.now() + wait * 1000), [error, wait])
  const seconds = useSecondsUntil(at)
  return (
    <Button look="link" impossible={seconds > 0 ? words.waitToTry(seconds) : undefined} onClick={onRetry}>
      {seconds > 0 ? words.tryAgainIn(seconds) : words.tryAgain}
    </Button>
  )
}

const UNAUTHORIZED = 401
/** Refusals that pass by themselves; after any other, the same request is refused again. */
const PASSING: readonly number[] = [UNAUTHORIZED, 408, 409, 423, 425, 429]

function isWorthRepeating(error: Error): boolean {
  if (!(error instanceof HeddleError)) return true
  return error.status < 400 || error.status >= 500 || PASSING.includes(error.status)
}

/** After a 401 one has signed in again, or is about to. */
const reasonOf = (error: Error): string =>
  error instanceof HeddleError && error.status === UNAUTHORIZED ? words.sessionHadEnded : error.message
