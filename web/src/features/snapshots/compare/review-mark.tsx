import { useProfile } from '../../../lib/session/context.tsx'
import { formatTime } from '../../../lib/time/format-time.ts'
import type { Entry } from './comparison.ts'
import { words } from './words.ts'
import styles from './changes.module.css'

/** As long as the server takes them. */
const LONGEST_KEY = 4_000
const MOST_FIELDS = 500

type Props = {
  readonly entry: Entry
  /** Undefined where one only sees the marks of others. */
  readonly onReview: ((entry: Entry, isReviewed: boolean) => void) | undefined
}

/** Whether somebody has looked at a change, and who. */
export function ReviewMark({ entry, onReview }: Props) {
  const { preferences } = useProfile()
  const { review, key, fields, name } = entry
  const by =
    review && words.reviewedBy(review.reviewed_by ?? words.somebody, formatTime(review.reviewed_at, preferences))
  if (!onReview || key.length > LONGEST_KEY || fields.length > MOST_FIELDS)
    return by === undefined ? null : <span className={styles.review}>✓ {by}</span>
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- A click on it is none on its row.
    <label className={styles.review} title={by} onClick={(event) => event.stopPropagation()}>
      <input
        type="checkbox"
        checked={review !== undefined}
        aria-label={`${words.reviewed}: ${name}`}
        onChange={(event) => onReview(entry, event.currentTarget.checked)}
      />
      {words.reviewed}
    </label>
  )
}
