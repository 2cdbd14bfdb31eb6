import { formatNumber } from '../../lib/i18n/plural.ts'
import { CheckField, TextField } from '../field.tsx'
import { ABSENT, cellText } from './cell.ts'
import styles from './filter-form.module.css'
import { words } from './grid-words.ts'
import type { Distinct } from './row-store.ts'

const WORTH_SEARCHING = 10

type Props = {
  readonly distinct: Distinct
  readonly search: string
  readonly chosen: readonly string[]
  readonly onSearch: (text: string) => void
  readonly onToggle: (value: string, isChecked: boolean) => void
}

/** The values there are, the most frequent first, with their rows. */
export function DistinctValues({ distinct, search, chosen, onSearch, onToggle }: Props) {
  const entries = entriesOf(distinct)
  return (
    <fieldset className={styles.values}>
      <legend className={styles.legend}>
        {words.distinct(distinct.count)}
        {entries.length < distinct.count && words.mostFrequent(entries.length)}
      </legend>
      {(search !== '' || distinct.count > WORTH_SEARCHING) && (
        <TextField
          label={words.findValue}
          isLabelHidden
          placeholder={words.findValue}
          value={search}
          onChange={(event) => onSearch(event.currentTarget.value)}
        />
      )}
      <ul className={styles.list}>
        {entries.map(({ value, rows }) => (
          <li key={value} className={styles.value}>
            <CheckField
              label={
                <>
                  <span className={value === '' ? styles.none : styles.text} title={value}>
                    {value === '' ? words.empty : value}
                  </span>
                  <span className="sr-only">, </span>
                  <span className={styles.rows}>{formatNumber(rows)}</span>
                </>
              }
              checked={chosen.includes(value)}
              onChange={(event) => onToggle(value, event.currentTarget.checked)}
            />
          </li>
        ))}
      </ul>
    </fieldset>
  )
}

/** Cells with nothing to read are one entry: filters do not tell them apart. */
function entriesOf({ values }: Distinct): readonly { readonly value: string; readonly rows: number }[] {
  const isEmpty = (value: unknown) => value === ABSENT || value === null || value === ''
  const empty = values.filter(({ value }) => isEmpty(value)).reduce((sum, { rows }) => sum + rows, 0)
  const set = values.filter(({ value }) => !isEmpty(value)).map(({ value, rows }) => ({ value: cellText(value), rows }))
  return empty > 0 ? [{ value: '', rows: empty }, ...set] : set
}
