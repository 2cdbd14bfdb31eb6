import { create } from 'zustand'
import { Button } from './button.tsx'
import styles from './toasts.module.css'
import { words } from './words.ts'

type Toast = {
  readonly id: number
  readonly text: string
  readonly kind: 'done' | 'failed'
  readonly undo?: () => void
}

const LASTS_MS = 6_000
let newest = 0

const useToasts = create<{ readonly toasts: readonly Toast[] }>(() => ({ toasts: [] }))

const remove = (id: number): void =>
  useToasts.setState(({ toasts }) => ({ toasts: toasts.filter((toast) => toast.id !== id) }))

/** Says that something was done, or that it failed. Failures stay until they are closed. */
export function toast(
  text: string,
  { kind = 'done', undo }: { readonly kind?: Toast['kind']; readonly undo?: () => void } = {},
): void {
  const id = ++newest
  useToasts.setState(({ toasts }) => ({ toasts: [...toasts.slice(-3), { id, text, kind, ...(undo && { undo }) }] }))
  if (kind === 'done') setTimeout(() => remove(id), LASTS_MS)
}

/** For tests, which share one page. */
export const clearToasts = (): void => useToasts.setState({ toasts: [] })

export function Toasts() {
  const toasts = useToasts((state) => state.toasts)
  return (
    <div className={styles.stack} role="status" aria-live="polite" aria-label={words.messages}>
      {toasts.map(({ id, text, kind, undo }) => (
        <div key={id} className={`${styles.toast} ${kind === 'failed' ? styles.failed : ''}`}>
          <span className={styles.text}>{text}</span>
          {undo && (
            <Button
              look="link"
              onClick={() => {
                undo()
                remove(id)
              }}
            >
              {words.undo}
            </Button>
          )}
          <Button look="quiet" aria-label={words.closeMessage} onClick={() => remove(id)}>
            ×
          </Button>
        </div>
      ))}
    </div>
  )
}
