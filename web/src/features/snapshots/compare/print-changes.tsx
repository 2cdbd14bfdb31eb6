import type { Wire } from '../../../lib/api/wire.ts'
import { useProfile } from '../../../lib/session/context.tsx'
import { formatTime, zoneWord } from '../../../lib/time/format-time.ts'
import { connectionsOf } from '../parts/connections-of.ts'
import { ChangedRowItem } from './change-row.tsx'
import type { ChangeView } from './compare-search.ts'
import { CHANGES, type Comparison, type Entry } from './comparison.ts'
import { words } from './words.ts'
import styles from './print-changes.module.css'

type Props = {
  readonly before: Wire.Snapshot
  readonly after: Wire.Snapshot | undefined
  readonly comparison: Comparison
  readonly entries: readonly Entry[]
  /** How many there are with those that stay away. */
  readonly hits: number
  readonly view: ChangeView
}

/** A comparison on paper: what was compared, the counts, and the first of the rows, as they are listed. */
export function PrintChanges({ before, after, comparison, entries, hits, view }: Props) {
  const { preferences } = useProfile()
  const sideOf = (capture: Wire.Snapshot | undefined): string =>
    capture ? `${formatTime(capture.captured_at, preferences)} · ${connectionsOf(capture)}` : words.liveAt
  return (
    <section className={styles.paper}>
      <p>
        {words.from} {sideOf(before)} {words.to} {sideOf(after)} ({zoneWord(preferences)})
      </p>
      <p>
        {CHANGES.map((change) => `${words.signs[change]} ${words.counts[change](comparison.summary[change])}`).join(
          '  ',
        )}
        {'  = '}
        {words.counts.unchanged(comparison.summary.unchanged)}
      </p>
      <p>
        {words.printed(entries.length, hits)}. {words.printedTerms(comparison.key_fields, comparison.ignored_fields)}
      </p>
      <div role="table" aria-label={words.changes}>
        {entries.map((entry) => (
          <div role="row" key={entry.key} className={styles.row}>
            <ChangedRowItem entry={entry} view={view} columnCount={0} />
          </div>
        ))}
      </div>
    </section>
  )
}
