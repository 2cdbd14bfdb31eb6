import { Button } from '../../../components/button.tsx'
import { words } from '../launch-words.ts'
import type { LaunchColumn } from './launch-columns.ts'
import styles from './launch-grid.module.css'

type Props = { readonly columns: readonly LaunchColumn[]; readonly onFill: (column: number) => void }

/** What each column takes; a button gives all rows what the first has. */
export const LaunchGridHead = ({ columns, onFill }: Props) => (
  <div role="rowgroup" className={styles.head}>
    <div role="row" aria-rowindex={1} className={styles.headRow}>
      <span role="columnheader" className={styles.number}>
        {words.number}
      </span>
      {columns.map((column, index) => (
        <span key={column.name} role="columnheader" className={styles.name} title={column.help}>
          <span className={styles.code}>
            {column.name}
            {column.isRequired && <span className={styles.required}>{words.requiredMark}</span>}
          </span>
          <span className={styles.type}>{words.typeOf(column.type, column.min, column.max)}</span>
          <Button
            look="quiet"
            aria-label={words.fillDownOf(column.name)}
            title={words.fillDown}
            onClick={() => onFill(index)}
          >
            ↧
          </Button>
        </span>
      ))}
      <span role="columnheader">
        <span className="sr-only">{words.actions}</span>
      </span>
    </div>
  </div>
)
