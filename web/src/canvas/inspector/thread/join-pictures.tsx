import { JOINS, type Join } from '@heddle/domain/canvas/canvas.ts'
import { type KeyboardEvent, useId } from 'react'
import { words } from '../words.ts'
import styles from './thread.module.css'

type Props = {
  readonly value: Join
  readonly source: string
  readonly target: string
  /** Rows after it in the last run. */
  readonly rows: number | undefined
  readonly isReadOnly: boolean
  readonly onChange: (join: Join) => void
}

/** Which rows a thread keeps, as three pictures. */
export function JoinPictures({ value, source, target, rows, isReadOnly, onChange }: Props) {
  const id = useId()
  const handleKey = (event: KeyboardEvent) => {
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key]
    if (step === undefined || isReadOnly) return
    event.preventDefault()
    const next = JOINS[(JOINS.indexOf(value) + step + JOINS.length) % JOINS.length]!
    onChange(next)
    document.getElementById(`${id}-${next}`)?.focus()
  }
  return (
    <>
      <div role="radiogroup" aria-label={words.join} className={styles.joins}>
        {JOINS.map((join) => (
          <button
            key={join}
            id={`${id}-${join}`}
            type="button"
            role="radio"
            aria-checked={join === value}
            aria-label={`${join}: ${words.joinHints[join](source, target)}`}
            tabIndex={join === value ? 0 : -1}
            className={styles.join}
            disabled={isReadOnly && join !== value}
            onClick={() => !isReadOnly && onChange(join)}
            onKeyDown={handleKey}
          >
            <Picture join={join} />
            <code>{join}</code>
          </button>
        ))}
      </div>
      <p className={styles.quiet}>
        {words.joinHints[value](source, target)}
        {rows !== undefined && ` ${words.inRun(rows)}.`}
      </p>
    </>
  )
}

/** Two sets: what of them becomes rows is filled. */
function Picture({ join }: { readonly join: Join }) {
  const id = useId()
  return (
    <svg viewBox="0 0 52 28" className={styles.picture} aria-hidden>
      <defs>
        <clipPath id={id}>
          <circle cx="33" cy="14" r="11" />
        </clipPath>
      </defs>
      {join !== 'inner' && <circle className={styles.kept} cx="19" cy="14" r="11" />}
      {join === 'inner' && <circle className={styles.kept} cx="19" cy="14" r="11" clipPath={`url(#${id})`} />}
      {join === 'without' && <circle className={styles.cut} cx="33" cy="14" r="11" />}
      <circle className={styles.outline} cx="19" cy="14" r="11" />
      <circle className={`${styles.outline} ${join === 'inner' ? '' : styles.open}`} cx="33" cy="14" r="11" />
    </svg>
  )
}
