import type { ClipboardEvent, KeyboardEvent } from 'react'
import { Button } from '../../../components/button.tsx'
import { words } from '../launch-words.ts'
import type { LaunchColumn } from './launch-columns.ts'
import styles from './launch-grid.module.css'
import { cellKey } from './row-faults.ts'

type Props = {
  readonly row: number
  readonly top: number
  readonly cells: readonly string[]
  readonly columns: readonly LaunchColumn[]
  readonly faults: ReadonlyMap<string, string>
  /** Begins the ids of the lists of values. */
  readonly listId: string
  readonly onChange: (column: number, text: string) => void
  readonly onKeyDown: (column: number, event: KeyboardEvent<HTMLInputElement>) => void
  readonly onPaste: (column: number, event: ClipboardEvent<HTMLInputElement>) => void
  readonly onRemove: () => void
}

/** A field for each column; a fault of the whole row is one of all its fields. */
export function LaunchGridRow(props: Props) {
  const { row, top, cells, columns, faults, listId, onChange, onKeyDown, onPaste, onRemove } = props
  const ofRow = faults.get(cellKey(row, undefined))
  return (
    <div role="row" aria-rowindex={row + 2} className={styles.row} style={{ transform: `translateY(${top}px)` }}>
      <span role="rowheader" className={styles.number} data-wrong={ofRow !== undefined || undefined}>
        {row + 1}
      </span>
      {columns.map(({ name, choices, isRequired }, column) => {
        const fault = faults.get(cellKey(row, name)) ?? ofRow
        return (
          <span key={name} role="gridcell" className={styles.cell}>
            <input
              data-cell={`${row} ${column}`}
              aria-label={words.cell(name, row + 1)}
              className={styles.input}
              value={cells[column] ?? ''}
              autoComplete="off"
              spellCheck={false}
              {...(choices.length > 0 && { list: `${listId}-${column}` })}
              {...(isRequired && { required: true })}
              {...(fault !== undefined && { 'aria-invalid': true, 'aria-description': fault, title: fault })}
              onChange={(event) => onChange(column, event.currentTarget.value)}
              onKeyDown={(event) => onKeyDown(column, event)}
              onPaste={(event) => onPaste(column, event)}
            />
          </span>
        )
      })}
      <span role="gridcell" className={styles.cell}>
        <Button look="quiet" tabIndex={-1} aria-label={words.removeRow(row + 1)} onClick={onRemove}>
          ×
        </Button>
      </span>
    </div>
  )
}
