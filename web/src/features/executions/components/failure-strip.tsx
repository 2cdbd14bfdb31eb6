import type { FailureGroup } from './failures-by-reason.ts'
import styles from './failure-strip.module.css'
import { words } from '../words.ts'

type Props = {
  readonly groups: readonly FailureGroup[]
  /** How many runs were looked at. */
  readonly runs: number
  readonly selected: string | undefined
  readonly onSelect: (reason: string | undefined) => void
}

/** Why runs failed; each reason shows its runs. */
export const FailureStrip = ({ groups, runs, selected, onSelect }: Props) =>
  groups.length === 0 ? null : (
    <div role="group" aria-label={words.failures} className={styles.strip}>
      <span className={styles.label}>{words.failuresOf(runs)}</span>
      {groups.map(({ reason, count }) => (
        <button
          key={reason}
          type="button"
          aria-pressed={selected === reason}
          className={styles.reason}
          title={
            Object.hasOwn(words.reasons, reason) ? words.reasons[reason as keyof typeof words.reasons][0] : undefined
          }
          onClick={() => onSelect(selected === reason ? undefined : reason)}
        >
          {reason.replaceAll('_', ' ')} <span className={styles.count}>{count}</span>
        </button>
      ))}
    </div>
  )
