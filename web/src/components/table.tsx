import { type ComponentProps, type ReactNode, useRef } from 'react'
import { Button } from './button.tsx'
import { selectRange } from './select-range.ts'
import { Delayed } from './states.tsx'
import { useListKeys } from './use-list-keys.ts'
import styles from './table.module.css'
import { words } from './words.ts'

export type TableColumn<Row> = {
  readonly name: string
  readonly title: string
  /** For those who hear it only: its buttons speak for themselves. */
  readonly isTitleHidden?: boolean
  readonly isNumber?: boolean
  /** The server can order by it. */
  readonly isSortable?: boolean
  readonly width?: string
  /** It takes the room that the others leave, and its text ends in dots: a long name moves nothing. */
  readonly isGrowing?: boolean
  /**
   * On a narrow screen a row is a card, and this is not on it. `very` wide: from a usual laptop on; `most`: on a large
   * screen.
   */
  readonly isWideOnly?: boolean | 'very' | 'most'
  readonly cell: (row: Row) => ReactNode
}

/** Which rows are selected; those on other pages stay so. */
export type TableSelection<Row> = {
  readonly keys: ReadonlySet<string>
  readonly onSelect: (keys: ReadonlySet<string>) => void
  readonly nameOf: (row: Row) => string
}

type Props<Row> = {
  readonly label: string
  readonly columns: readonly TableColumn<Row>[]
  readonly rows: readonly Row[]
  readonly keyOf: (row: Row) => string | number
  /** `name` or `-name`. */
  readonly order?: string | undefined
  readonly onOrder?: ((order: string) => void) | undefined
  readonly selection?: TableSelection<Row> | undefined
  /** Such as that it can be dragged. */
  readonly rowProps?: (row: Row) => ComponentProps<'tr'>
}

/** One page of a list that the server keeps. */
export function DataTable<Row>({ label, columns, rows, keyOf, order, onOrder, selection, rowProps }: Props<Row>) {
  const frame = useRef<HTMLDivElement>(null)
  useListKeys(frame)
  const keys = rows.map((row) => String(keyOf(row)))
  const { forget, handleSelect } = useSelecting(keys, selection)
  return (
    <div className={styles.frame} ref={frame}>
      <table className={styles.table} aria-label={label}>
        <thead>
          <tr>
            {selection && (
              <th scope="col" className={styles.select}>
                <SelectAll keys={keys} selection={selection} onChange={forget} />
              </th>
            )}
            {columns.map((column) => (
              <Head key={column.name} column={column} order={order} onOrder={onOrder} />
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <tr
              key={keys[index]}
              data-row
              {...rowProps?.(row)}
              {...(selection?.keys.has(keys[index]!) && { 'data-selected': true })}
            >
              {selection && (
                <td className={styles.select}>
                  <label className={styles.box}>
                    <input
                      type="checkbox"
                      aria-label={words.selectRow(selection.nameOf(row))}
                      checked={selection.keys.has(keys[index]!)}
                      onChange={(event) =>
                        handleSelect(
                          keys[index]!,
                          event.currentTarget.checked,
                          (event.nativeEvent as MouseEvent).shiftKey,
                        )
                      }
                    />
                  </label>
                </td>
              )}
              {columns.map((column) => (
                <td
                  key={column.name}
                  className={classOf(column)}
                  {...(!column.isTitleHidden && { 'data-title': column.title })}
                >
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

/** With Shift, everything from the row that was selected before. */
function useSelecting<Row>(keys: readonly string[], selection: TableSelection<Row> | undefined) {
  const anchor = useRef<string>(undefined)
  const handleSelect = (key: string, isSelected: boolean, isRange: boolean) => {
    if (!selection) return
    selection.onSelect(
      selectRange(selection.keys, keys, { key, isSelected, from: isRange ? anchor.current : undefined }),
    )
    anchor.current = key
  }
  const forget = () => {
    anchor.current = undefined
  }
  return { forget, handleSelect }
}

type SelectAllProps<Row> = {
  readonly keys: readonly string[]
  readonly selection: TableSelection<Row>
  readonly onChange: () => void
}

function SelectAll<Row>({ keys, selection, onChange }: SelectAllProps<Row>) {
  const count = keys.filter((key) => selection.keys.has(key)).length
  const isAll = count === keys.length && count > 0
  const handleChange = () => {
    onChange()
    const others = [...selection.keys].filter((key) => !keys.includes(key))
    selection.onSelect(new Set(isAll ? others : [...others, ...keys]))
  }
  return (
    <label className={styles.box}>
      <input
        type="checkbox"
        aria-label={words.selectPage}
        checked={isAll}
        ref={(input) => {
          if (input) input.indeterminate = count > 0 && !isAll
        }}
        onChange={handleChange}
      />
    </label>
  )
}

type HeadProps<Row> = Pick<Props<Row>, 'order' | 'onOrder'> & { readonly column: TableColumn<Row> }

const Head = <Row,>({ column, order, onOrder }: HeadProps<Row>) => (
  <th
    scope="col"
    className={classOf(column)}
    // Beside a column that grows, a width alone is no more than a wish.
    style={column.width === undefined ? undefined : { width: column.width, minWidth: `min(${column.width}, 12vw)` }}
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
)

const classOf = <Row,>({ isNumber, isGrowing, isWideOnly }: TableColumn<Row>): string | undefined =>
  [
    isNumber && styles.number,
    isGrowing && styles.growing,
    isWideOnly && styles.wideOnly,
    isWideOnly === 'very' && styles.veryWideOnly,
    isWideOnly === 'most' && styles.mostWideOnly,
  ]
    .filter(Boolean)
    .join(' ') || undefined

type LoadingProps<Row> = {
  readonly columns: readonly TableColumn<Row>[]
  readonly lines?: number
  readonly isSelectable?: boolean
  /** Its rows have two lines of text. */
  readonly isTall?: boolean
}

/** The table that is coming: its head, and bones where its rows will be. */
export const LoadingTable = <Row,>({ columns, lines = 8, isSelectable, isTall }: LoadingProps<Row>) => (
  <Delayed>
    <div className={styles.frame} role="status" aria-busy aria-label={words.loading}>
      <table className={`${styles.table} ${isTall ? styles.tall : ''}`} aria-hidden>
        <thead>
          <tr>
            {isSelectable && <th className={styles.select} />}
            {columns.map((column) => (
              <Head key={column.name} column={column} />
            ))}
          </tr>
        </thead>
        <tbody>
          {Array.from({ length: lines }, (_, line) => (
            <tr key={line}>
              {isSelectable && <td className={styles.select} />}
              {columns.map((column, index) => (
                <td key={column.name} className={classOf(column)}>
                  <span
                    className={styles.bone}
                    style={{ width: index === 0 ? `${40 + ((line * 37) % 35)}%` : '60%' }}
                  />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  </Delayed>
)

type Sort = 'ascending' | 'descending' | 'none'
const MARKS: Readonly<Record<Sort, string>> = { ascending: '▲', descending: '▼', none: '' }

function sortOf(name: string, order: string | undefined): Sort {
  if (order === name) return 'ascending'
  return order === `-${name}` ? 'descending' : 'none'
}

type PagerProps = {
  readonly page: number
  readonly pageSize: number
  readonly count: number
  readonly onPage: (page: number) => void
}

/** `1–50 of 214`, and the pages beside it. */
export function Pager({ page, pageSize, count, onPage }: PagerProps) {
  const first = (page - 1) * pageSize + 1
  const last = Math.min(count, page * pageSize)
  return (
    <div className={styles.foot}>
      <span>{count === 0 ? words.none : words.shownOf(first, last, count)}</span>
      {count > pageSize && (
        <>
          <Button look="quiet" impossible={page === 1 ? words.firstPage : undefined} onClick={() => onPage(page - 1)}>
            {words.previous}
          </Button>
          <Button
            look="quiet"
            impossible={last === count ? words.lastPage : undefined}
            onClick={() => onPage(page + 1)}
          >
            {words.next}
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
