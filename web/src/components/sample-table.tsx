import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useRef } from 'react'
import { type Cell, cellText } from './rows-grid/cell.ts'
import styles from './sample-table.module.css'

const ROW_HEIGHT = 24
const MARGIN = 64

type Props = {
  readonly label: string
  readonly columns: readonly string[]
  readonly rows: readonly Readonly<Record<string, unknown>>[]
  /** Columns that were not there before. */
  readonly fresh?: ReadonlySet<string>
}

/** A few rows, to see what they look like. It scrolls in its own frame. */
export function SampleTable({ label, columns, rows, fresh }: Props) {
  const frame = useRef<HTMLDivElement>(null)
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => frame.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 6,
  })
  const items = virtual.getVirtualItems()
  const firstFresh = columns.find((name) => fresh?.has(name))
  // Before there are rows, the columns are as narrow as their names.
  const isFilled = items.length > 0
  useEffect(() => {
    const head = frame.current?.querySelector<HTMLElement>('th[data-fresh]')
    if (head && isFilled && firstFresh !== undefined) frame.current?.scrollTo({ left: head.offsetLeft - MARGIN })
  }, [firstFresh, isFilled])
  const above = items[0]?.start ?? 0
  const below = virtual.getTotalSize() - (items.at(-1)?.end ?? 0)
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- With the focus, keys scroll it.
    <div ref={frame} className={styles.frame} tabIndex={0} role="group" aria-label={label}>
      <table className={styles.table} aria-label={label} aria-rowcount={rows.length + 1}>
        <thead>
          <tr aria-rowindex={1}>
            {columns.map((name) => (
              <th
                key={name}
                scope="col"
                data-fresh={fresh?.has(name) || undefined}
                className={fresh?.has(name) ? styles.fresh : undefined}
              >
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {above > 0 && <tr aria-hidden style={{ height: above }} />}
          {items.map(({ index }) => (
            <tr key={index} aria-rowindex={index + 2}>
              {columns.map((name) => (
                <td key={name}>{contentOf(rows[index]?.[name])}</td>
              ))}
            </tr>
          ))}
          {below > 0 && <tr aria-hidden style={{ height: below }} />}
        </tbody>
      </table>
    </div>
  )
}

function contentOf(value: unknown) {
  if (value === undefined) return null
  return value === null ? <span className={styles.none}>null</span> : cellText(value as Cell)
}
