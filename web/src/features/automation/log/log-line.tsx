import { words } from '../words.ts'
import { type Span, spansOf } from './ansi.ts'
import styles from './log-view.module.css'

type Props = {
  readonly number: number
  readonly top: number
  readonly text: string
  readonly isCurrent: boolean
  readonly isHit: boolean
  readonly onSelect: (number: number) => void
}

/** A line and its number, which puts it into the address. */
export const LogLine = ({ number, top, text, isCurrent, isHit, onSelect }: Props) => (
  <div
    className={styles.line}
    style={{ transform: `translateY(${top}px)` }}
    {...(isCurrent && { 'aria-current': true, 'data-current': true })}
    {...(isHit && { 'data-hit': true })}
  >
    <button
      type="button"
      className={styles.number}
      aria-label={words.log.line(number)}
      aria-pressed={isCurrent}
      onClick={() => onSelect(number)}
    >
      {number}
    </button>
    <span className={styles.text}>
      {spansOf(text).map((span, index) => (
        <span key={index} className={classOf(span)}>
          {span.text}
        </span>
      ))}
    </span>
  </div>
)

const classOf = ({ color, isBold }: Span): string | undefined =>
  [color !== undefined && styles[color], isBold === true && styles.bold].filter(Boolean).join(' ') || undefined
