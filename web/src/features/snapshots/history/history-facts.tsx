import { Fact } from '../../../components/fact.tsx'
import { TimeText } from '../../../components/time-text.tsx'
import type { Wire } from '../../../lib/api/wire.ts'
import { formatBytes } from '../../../lib/i18n/bytes.ts'
import { words } from './words.ts'
import styles from './history.module.css'

type Props = {
  /** Oldest first, not empty. */
  readonly captures: readonly Wire.SnapshotItem[]
  readonly hasEarlier: boolean
}

/** What these captures say and cost together. */
export function HistoryFacts({ captures, hasEarlier }: Props) {
  const changed = captures.filter(({ changes }) => changes && changes.added + changes.removed + changes.changed > 0)
  const sum = (bytesOf: (capture: Wire.SnapshotItem) => number) =>
    captures.reduce((total, capture) => total + bytesOf(capture), 0)
  return (
    <dl className={styles.facts}>
      <Fact name={words.captures} value={words.countSince(captures.length, hasEarlier)} />
      <Fact name={words.since} value={<TimeText at={captures[0]!.captured_at} isAbsolute />} />
      <Fact name={words.withChanges} value={words.count(changed.length)} />
      <Fact
        name={words.costOfAll}
        value={words.costOf(formatBytes(sum((one) => one.stored_bytes)), formatBytes(sum((one) => one.size_bytes)))}
      />
    </dl>
  )
}
