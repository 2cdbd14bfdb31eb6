import { Button } from '../button.tsx'
import { words } from './grid-words.ts'
import styles from './rows-grid.module.css'
import type { FoundColumn } from './row-store.ts'

type Props = {
  readonly found: readonly FoundColumn[]
  readonly shown: readonly string[]
  /** Brings a column into view; one that is hidden is shown first. */
  readonly onShow: (columns: readonly string[]) => void
}

/** Beyond these, one narrows what one looks for. */
const MOST = 6

/** Which columns have the text that is looked for: a match may lie out of sight, or in a column that is hidden. */
export function FoundIn({ found, shown, onShow }: Props) {
  const seen = found.filter(({ column }) => shown.includes(column))
  const hidden = found.filter(({ column }) => !shown.includes(column))
  if (found.length === 0) return null
  return (
    <div role="group" aria-label={words.foundIn} className={styles.found}>
      {seen.length > 0 && <span>{words.foundIn}</span>}
      {seen.slice(0, MOST).map(({ column, rows }) => (
        <Button key={column} look="link" title={words.goTo(column)} onClick={() => onShow([column])}>
          {words.foundOf(column, rows)}
        </Button>
      ))}
      {seen.length > MOST && <span>{words.foundMore(seen.length - MOST)}</span>}
      {hidden.length > 0 && (
        <span className={styles.hidden}>
          {words.foundHidden(hidden.map(({ column }) => column))}{' '}
          <Button look="link" onClick={() => onShow(hidden.map(({ column }) => column))}>
            {words.showFound(hidden.length)}
          </Button>
        </span>
      )}
    </div>
  )
}
