import { HeddleError } from '@heddle/client'
import { type MouseEvent, type ReactNode, type SubmitEvent, useEffect, useRef } from 'react'
import { ConflictNotice, useConflict } from './conflict.tsx'
import { useHandler } from '../lib/use-handler.ts'
import styles from './form.module.css'
import { words } from './words.ts'
import { WriteFailureText } from './write-failure.tsx'

type Props = {
  /** What the server refused: the first field with a fault gets the focus. */
  readonly error: Error | null
  /** Faults of no field, on top. */
  readonly faults?: readonly string[]
  readonly onSubmit: () => void
  readonly children: ReactNode
}

const ONE_GESTURE_MS = 60

/** Fields that are sent together. */
export function FormFrame({ error, faults = [], onSubmit, children }: Props) {
  const form = useRef<HTMLFormElement>(null)
  const submittedAt = useRef(-ONE_GESTURE_MS)
  const conflict = useConflict(error)
  // The newest, which sends the newest tag.
  const handleAgain = useHandler(onSubmit)
  useEffect(() => {
    // It has been answered: the next click is another one.
    submittedAt.current = -ONE_GESTURE_MS
    if (!error) return
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"], [data-form-faults]')?.focus()
  }, [error])
  const handleSubmit = (event: SubmitEvent) => {
    event.preventDefault()
    // Two clicks within a frame are one: that it is being sent is drawn only after both.
    if (event.timeStamp - submittedAt.current < ONE_GESTURE_MS) return
    submittedAt.current = event.timeStamp
    onSubmit()
  }
  // What was typed or chosen since makes it another gesture, however fast.
  const handleInput = () => {
    submittedAt.current = -ONE_GESTURE_MS
  }
  const handleClick = ({ target }: MouseEvent) => {
    if (target instanceof Element && target.closest('[type="submit"]') === null) handleInput()
  }
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- Listens.
    <form
      ref={form}
      onSubmit={handleSubmit}
      onInput={handleInput}
      onClick={handleClick}
      className={styles.form}
      noValidate
    >
      {faults.length > 0 && (
        <div role="alert" className={styles.faults} data-form-faults tabIndex={-1}>
          {conflict ? (
            <ConflictNotice scope={conflict} onAgain={handleAgain} />
          ) : error && hasNoFields(error) ? (
            <WriteFailureText what={words.didNotWork} error={error} />
          ) : (
            faults.map((fault) => <p key={fault}>{fault}</p>)
          )}
        </div>
      )}
      {children}
    </form>
  )
}

/** It is about the whole request: what failed matters more than which words it has. */
const hasNoFields = (error: Error): boolean => error instanceof HeddleError && Object.keys(error.fields).length === 0
