import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import type { Wire } from '../../../lib/api/wire.ts'
import { words } from '../words.ts'
import { valueText } from './rerun.ts'
import styles from './print-rows.module.css'

const MOST_ROWS = 200

/** The rows on paper: the grid holds only those that are seen. They exist while the page is printed. */
export function PrintRows({ run }: { readonly run: Wire.ExecutionLog }) {
  const [isPrinting, setIsPrinting] = useState(false)
  useEffect(() => {
    const before = () => flushSync(() => setIsPrinting(true))
    const after = () => setIsPrinting(false)
    addEventListener('beforeprint', before)
    addEventListener('afterprint', after)
    return () => {
      removeEventListener('beforeprint', before)
      removeEventListener('afterprint', after)
    }
  }, [])
  if (!isPrinting || run.results.length === 0) return null
  const rows = run.results.slice(0, MOST_ROWS)
  return (
    <table className={styles.table}>
      <caption>
        {rows.length < run.row_count ? words.firstRows(rows.length, run.row_count) : words.rowCount(run.row_count)}
      </caption>
      <thead>
        <tr>
          {run.columns.map((name) => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, index) => (
          <tr key={index}>
            {run.columns.map((name) => (
              <td key={name}>{row[name] === undefined || row[name] === null ? '' : valueText(row[name])}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
