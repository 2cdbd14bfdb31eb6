import { type ReactNode, type SubmitEvent, useEffect, useRef } from 'react'
import styles from './form.module.css'

type Props = {
  /** What the server refused: the first field with a fault gets the focus. */
  readonly error: Error | null
  /** Faults of no field, on top. */
  readonly faults?: readonly string[]
  readonly onSubmit: () => void
  readonly children: ReactNode
}

/** Fields that are sent together. */
export function FormFrame({ error, faults = [], onSubmit, children }: Props) {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (!error) return
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"], [data-form-faults]')?.focus()
  }, [error])
  const handleSubmit = (event: SubmitEvent) => {
    event.preventDefault()
    onSubmit()
  }
  return (
    <form ref={form} onSubmit={handleSubmit} className={styles.form} noValidate>
      {faults.length > 0 && (
        <div role="alert" className={styles.faults} data-form-faults tabIndex={-1}>
          {faults.map((fault) => (
            <p key={fault}>{fault}</p>
          ))}
        </div>
      )}
      {children}
    </form>
  )
}
