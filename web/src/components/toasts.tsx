import { create } from 'zustand'
import { Button } from './button.tsx'
import styles from './toasts.module.css'
import { words } from './words.ts'
import { type FailedWrite, WriteFailureText } from './write-failure.tsx'

type Toast = {
  readonly id: number
  readonly text: string
  readonly kind: 'done' | 'failed'
  readonly undo?: () => void
  readonly failed?: FailedWrite
}

const LASTS_MS = 6_000
const MOST = 3
let newest = 0

const useToasts = create<{ readonly toasts: readonly Toast[] }>(() => ({ toasts: [] }))

const remove = (id: number): void =>
  useToasts.setState(({ toasts }) => ({ toasts: toasts.filter((toast) => toast.id !== id) }))

/** The same text again replaces the one that is shown. */
function add(toast: Omit<Toast, 'id'>): number {
  const id = ++newest
  useToasts.setState(({ toasts }) => ({
    toasts: [...toasts.filter(({ text }) => text !== toast.text), { id, ...toast }].slice(-MOST),
  }))
  return id
}

/** Says that something was done, or that it failed. Failures stay until they are closed. */
export function toast(
  text: string,
  { kind = 'done', undo }: { readonly kind?: Toast['kind']; readonly undo?: () => void } = {},
): void {
  const id = add({ text, kind, ...(undo && { undo }) })
  if (kind === 'done') setTimeout(() => remove(id), LASTS_MS)
}

/**
 * Says that the server did not take a change, where the page has no place of its own for that. It stays until it is
 * closed or tried again; the next failure of the same kind replaces it.
 */
export function toastFailure(what: string, error: Error, more: Pick<FailedWrite, 'kept' | 'onRetry'> = {}): void {
  add({ text: what, kind: 'failed', failed: { what, error, ...more } })
}

/** For tests, which share one page. */
export const clearToasts = (): void => useToasts.setState({ toasts: [] })

export function Toasts() {
  const toasts = useToasts((state) => state.toasts)
  return (
    <div className={styles.stack} role="status" aria-live="polite" aria-label={words.messages}>
      {toasts.map((toast) => (
        <ToastCard key={toast.id} {...toast} />
      ))}
    </div>
  )
}

function ToastCard({ id, text, kind, undo, failed }: Toast) {
  const closing = (act: () => void) => () => {
    remove(id)
    act()
  }
  return (
    <div className={`${styles.toast} ${kind === 'failed' ? styles.failed : ''}`}>
      {failed ? (
        <WriteFailureText {...failed} onRetry={failed.onRetry && closing(failed.onRetry)} />
      ) : (
        <span className={styles.text}>{text}</span>
      )}
      {undo && (
        <Button look="link" onClick={closing(undo)}>
          {words.undo}
        </Button>
      )}
      <Button look="quiet" aria-label={words.closeMessage} onClick={() => remove(id)}>
        ×
      </Button>
    </div>
  )
}
