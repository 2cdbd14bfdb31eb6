import type { ReactNode } from 'react'
import { formatNumber } from '../lib/i18n/plural.ts'
import { Button } from './button.tsx'
import styles from './table.module.css'

export type Column<Row> = {
  readonly name: string
  readonly title: string
  /** For those who hear it only: its buttons speak for themselves. */
  readonly isTitleHidden?: boolean
  readonly isNumber?: boolean
  /** The server can order by it. */
  readonly isSortable?: boolean
  readonly width?: string
  readonly cell: (row: Row) => ReactNode
}

type Props<Row> = {
  readonly label: string
  readonly columns: readonly Column<Row>[]
  readonly rows: readonly Row[]
  readonly keyOf: (row: Row) => string | number
  /** `name` or `-name`. */
  readonly order?: string | undefined
  readonly onOrder?: (order: string) => void
}

/** One page of a list that the server keeps. */
export function Table<Row>({ label, columns, rows, keyOf, order, onOrder }: Props<Row>) {
  return (
    <div className={styles.frame}>
      <table className={styles.table} aria-label={label}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th
                key={column.name}
                scope="col"
                className={column.isNumber ? styles.number : undefined}
                style={column.width === undefined ? undefined : { width: column.width }}
                {...(column.isSortable && { 'aria-sort': sortOf(column.name, order) })}
              >
                {column.isSortable && onOrder ? (
                  <button
                    type="button"
                    className={styles.sort}
                    onClick={() => onOrder(order === column.name ? `-${column.name}` : column.name)}
                  >
                    {column.title}
                    <span aria-hidden>{MARKS[sortOf(column.name, order)]}</span>
                  </button>
                ) : (
                  <span className={column.isTitleHidden ? 'sr-only' : undefined}>{column.title}</span>
                )}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)}>
              {columns.map((column) => (
                <td key={column.name} className={column.isNumber ? styles.number : undefined}>
                  {column.cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

type Sort = 'ascending' | 'descending' | 'none'
const MARKS: Readonly<Record<Sort, string>> = { ascending: '▲', descending: '▼', none: '' }

function sortOf(name: string, order: string | undefined): Sort {
  if (order === name) return 'ascending'
  return order === `-${name}` ? 'descending' : 'none'
}

type PagerProps = { readonly page: number; readonly pageSize: number; readonly count: number; readonly onPage: (page: number) => void }

/** `1–50 of 214`, and the pages beside it. */
export function Pager({ page, pageSize, count, onPage }: PagerProps) {
  const first = (page - 1) * pageSize + 1
  const last = Math.min(count, page * pageSize)
  return (
    <div className={styles.foot}>
      <span>{count === 0 ? 'None' : `${formatNumber(first)}–${formatNumber(last)} of ${formatNumber(count)}`}</span>
      {count > pageSize && (
        <>
          <Button look="quiet" impossible={page === 1 ? 'This is the first page.' : undefined} onClick={() => onPage(page - 1)}>
            Previous
          </Button>
          <Button look="quiet" impossible={last === count ? 'This is the last page.' : undefined} onClick={() => onPage(page + 1)}>
            Next
          </Button>
        </>
      )}
    </div>
  )
}

/** The filters above a table. */
export const Filters = ({ children }: { readonly children: ReactNode }) => (
  <div role="search" className={styles.filters}>
    {children}
  </div>
)

export const Growing = ({ children }: { readonly children: ReactNode }) => <div className={styles.grow}>{children}</div>
