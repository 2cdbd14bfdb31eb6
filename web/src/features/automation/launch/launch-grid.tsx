import { useVirtualizer } from '@tanstack/react-virtual'
import {
  type ClipboardEvent,
  type CSSProperties,
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useId,
  useRef,
} from 'react'
import { words } from '../launch-words.ts'
import { LaunchGridHead } from './grid-head.tsx'
import { LaunchGridRow } from './grid-row.tsx'
import type { LaunchColumn } from './launch-columns.ts'
import styles from './launch-grid.module.css'
import { readTable } from './read-table.ts'
import { filledDown, type Sheet, withCell, withoutRow, withRange } from './sheet.ts'

type Props = {
  readonly columns: readonly LaunchColumn[]
  readonly sheet: Sheet
  readonly faults: ReadonlyMap<string, string>
  /** A cell to go to, and a number that says when. */
  readonly target: { readonly row: number; readonly column: number; readonly count: number } | undefined
  readonly onSheet: (sheet: Sheet) => void
}

const ROW_HEIGHT = 32
const LEAST_WIDTH = 160
const FURTHER = 6

/** Rows as in a spreadsheet: ranges are pasted and filled down; lists offer their values while one types. */
export function LaunchGrid({ columns, sheet, faults, target, onSheet }: Props) {
  const listId = useId()
  const frame = useRef<HTMLDivElement>(null)
  const virtual = useVirtualizer({
    count: sheet.length,
    getScrollElement: () => frame.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: FURTHER,
  })
  const focus = useCellFocus(frame, (row) => virtual.scrollToIndex(row))
  useEffect(() => {
    if (target) focus(target.row, target.column)
    // oxlint-disable-next-line react/exhaustive-deps -- Only when somebody asks to go there.
  }, [target])
  const handleKey = (row: number, column: number, event: KeyboardEvent<HTMLInputElement>) => {
    const step = stepOf(event)
    if (step !== undefined) {
      event.preventDefault()
      focus(Math.min(sheet.length - 1, Math.max(0, row + step)), column)
    } else if ((event.ctrlKey || event.metaKey) && event.key === 'd') {
      event.preventDefault()
      if (row > 0) onSheet(withCell(sheet, row, column, sheet[row - 1]![column] ?? ''))
    }
  }
  const handlePaste = (row: number, column: number, event: ClipboardEvent<HTMLInputElement>) => {
    const range = readTable(event.clipboardData.getData('text'), '\t')
    if (range.length <= 1 && (range[0]?.length ?? 0) <= 1) return
    event.preventDefault()
    onSheet(withRange(sheet, row, column, range))
  }
  return (
    <div ref={frame} className={styles.frame}>
      <div
        role="grid"
        aria-label={words.rows}
        aria-rowcount={sheet.length + 1}
        aria-colcount={columns.length + 1}
        className={styles.grid}
        style={widthsOf(columns.length)}
      >
        <LaunchGridHead columns={columns} onFill={(column) => onSheet(filledDown(sheet, 0, column))} />
        <div role="rowgroup" className={styles.body} style={{ height: virtual.getTotalSize() }}>
          {virtual.getVirtualItems().map(({ index: row, start }) => (
            <LaunchGridRow
              key={row}
              row={row}
              top={start}
              cells={sheet[row] ?? []}
              {...{ columns, faults, listId }}
              onChange={(column, text) => onSheet(withCell(sheet, row, column, text))}
              onKeyDown={(column, event) => handleKey(row, column, event)}
              onPaste={(column, event) => handlePaste(row, column, event)}
              onRemove={() => onSheet(withoutRow(sheet, row))}
            />
          ))}
        </div>
      </div>
      {columns.map(({ name, choices }, column) => (
        <datalist key={name} id={`${listId}-${column}`}>
          {choices.map((choice) => (
            <option key={choice} value={choice} />
          ))}
        </datalist>
      ))}
    </div>
  )
}

/** Head and rows have the same columns, wherever they are drawn. */
const widthsOf = (count: number) =>
  ({
    '--columns': `56px repeat(${count}, minmax(${LEAST_WIDTH}px, 1fr)) 40px`,
    '--least': `${96 + count * LEAST_WIDTH}px`,
  }) as CSSProperties

/** Arrows are left to a list that is open; Enter goes on as in a spreadsheet. */
function stepOf({ key, shiftKey, currentTarget }: KeyboardEvent<HTMLInputElement>): number | undefined {
  if (key === 'Enter') return shiftKey ? -1 : 1
  if (currentTarget.list !== null) return undefined
  return { ArrowDown: 1, ArrowUp: -1 }[key]
}

/** A row that is out of sight has to be drawn before its cell can be reached. */
function useCellFocus(frame: RefObject<HTMLDivElement | null>, scrollTo: (row: number) => void) {
  return (row: number, column: number) => {
    const find = () => frame.current?.querySelector<HTMLInputElement>(`[data-cell="${row} ${column}"]`)
    const cell = find()
    // At once: the next key that is typed belongs to it.
    if (cell) {
      cell.focus()
      return
    }
    scrollTo(row)
    requestAnimationFrame(() => (find() ? find()?.focus() : requestAnimationFrame(() => find()?.focus())))
  }
}
