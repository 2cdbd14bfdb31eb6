import { useProfile } from '../../../lib/session/context.tsx'
import { formatTime, zoneWord } from '../../../lib/time/format-time.ts'
import { words } from '../form-words.ts'
import type { Slot } from '../next-slots.ts'
import styles from './schedule.module.css'

const dayOf = (at: Date, timeZone: string): string =>
  new Intl.DateTimeFormat('en-GB', { weekday: 'short', timeZone }).format(at)

type Props = { readonly slots: readonly Slot[]; readonly timezone: string }

/** The next runs in the zone of the task, and in the reader's own; days on which the clocks change say so. */
export function NextRuns({ slots, timezone }: Props) {
  const { preferences } = useProfile()
  const isOwn = preferences.timezone === timezone
  const inZone = { ...preferences, timezone }
  return (
    <ol aria-label={words.nextRuns} className={styles.slots}>
      {slots.map(({ at, change }) => (
        <li key={at.getTime()}>
          <time dateTime={at.toISOString()}>
            {dayOf(at, timezone)} {formatTime(at, inZone)} {zoneWord(inZone)}
          </time>
          {!isOwn && (
            <span className={styles.minor}>
              {dayOf(at, preferences.timezone)} {formatTime(at, preferences)} {zoneWord(preferences)}
            </span>
          )}
          {change && <span className={styles.change}>{words.clocks(change.from, change.to)}</span>}
        </li>
      ))}
    </ol>
  )
}
