import type { Wire } from '../../../lib/api/wire.ts'
import { formatNumber } from '../../../lib/i18n/plural.ts'
import styles from './change-counts.module.css'
import { words } from './words.ts'

/** `+ 0  − 1  ~ 1`, or in a word that there is nothing to count. */
export function CountsOfChanges({ changes }: { readonly changes: Wire.SnapshotChanges | null }) {
  if (changes === null) return <span className={styles.none}>{words.first}</span>
  const { added, removed, changed } = changes
  if (added + removed + changed === 0) return <span className={styles.none}>{words.noChange}</span>
  return (
    <span className={styles.counts}>
      <Count sign="+" count={added} kind="added" />
      <Count sign="−" count={removed} kind="removed" />
      <Count sign="~" count={changed} kind="changed" />
    </span>
  )
}

type CountProps = { readonly sign: string; readonly count: number; readonly kind: 'added' | 'removed' | 'changed' }

const Count = ({ sign, count, kind }: CountProps) => (
  <span className={count === 0 ? styles.zero : styles[kind]}>
    <span aria-hidden>{sign}</span>
    <span className="sr-only">{words[kind]} </span>
    {formatNumber(count)}
  </span>
)
