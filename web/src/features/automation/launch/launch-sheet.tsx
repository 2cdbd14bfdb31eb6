import { useState } from 'react'
import { Button } from '../../../components/button.tsx'
import { TextField } from '../../../components/field.tsx'
import { Light } from '../../../components/light.tsx'
import { EmptyState } from '../../../components/states.tsx'
import { words } from '../launch-words.ts'
import { CsvDialog } from './csv-dialog.tsx'
import { FaultList } from './fault-list.tsx'
import type { LaunchColumn } from './launch-columns.ts'
import { LaunchGrid } from './launch-grid.tsx'
import styles from './launch.module.css'
import { faultsByCell, type RowFault } from './row-faults.ts'
import { emptySheet, rowsOf, type Sheet, withRange } from './sheet.ts'
import type { RowCheck } from './use-row-check.ts'

export const FIRST_ROWS = 10

type Props = {
  readonly columns: readonly LaunchColumn[]
  readonly sheet: Sheet
  readonly check: RowCheck
  readonly comment: string
  readonly onSheet: (sheet: Sheet) => void
  readonly onComment: (comment: string) => void
}

/** The rows, what is wrong with them, and a comment. */
export function LaunchSheet({ columns, sheet, check, comment, onSheet, onComment }: Props) {
  const [isImporting, setIsImporting] = useState(false)
  const [target, setTarget] = useState<{ row: number; column: number; count: number }>()
  const jump = ({ row = 0, column }: RowFault) => {
    const index = columns.findIndex(({ name }) => name === column)
    setTarget((before) => ({ row, column: Math.max(0, index), count: (before?.count ?? 0) + 1 }))
  }
  if (columns.length === 0) return <EmptyState title={words.noColumns}>{words.noColumnsText}</EmptyState>
  const names = columns.map(({ name }) => name)
  return (
    <div className={styles.page}>
      <div className={styles.bar}>
        <span role="status">
          <CheckLight check={check} />
        </span>
        {check.faults.length > 0 && (
          <Button look="link" onClick={() => jump(check.faults[0]!)}>
            {words.firstFault}
          </Button>
        )}
        <span className={styles.end} />
        <Button onClick={() => onSheet([...sheet, ...emptySheet(columns.length, FIRST_ROWS)])}>{words.addRows}</Button>
        <Button onClick={() => setIsImporting(true)}>{words.importCsv}</Button>
        <Button
          look="quiet"
          impossible={check.count === 0 ? words.nothing : undefined}
          onClick={() => onSheet(emptySheet(columns.length, FIRST_ROWS))}
        >
          {words.clear}
        </Button>
        <span className={styles.hint}>{words.hint}</span>
      </div>
      <LaunchGrid
        columns={columns}
        sheet={sheet}
        faults={faultsByCell(check.faults)}
        target={target}
        onSheet={onSheet}
      />
      <FaultList faults={check.faults} onJump={jump} />
      <div className={styles.comment}>
        <TextField
          label={words.comment}
          value={comment}
          maxLength={10_000}
          onChange={(event) => onComment(event.currentTarget.value)}
        />
      </div>
      {isImporting && (
        <CsvDialog
          columns={columns}
          onRows={(rows) => onSheet(withRange(sheet, endOf(sheet, names), 0, rows))}
          onClose={() => setIsImporting(false)}
        />
      )}
    </div>
  )
}

/** Below what was typed so far: nothing is overwritten. */
const endOf = (sheet: Sheet, names: readonly string[]): number => (rowsOf(sheet, names).places.at(-1) ?? -1) + 1

function CheckLight({ check: { count, faults, isChecking } }: { readonly check: RowCheck }) {
  if (count === 0) return <Light color="off" text={words.nothing} />
  const text = `${words.rowCount(count)} · `
  if (isChecking) return <Light color="busy" text={text + words.checking} />
  return faults.length > 0 ? (
    <Light color="bad" text={text + words.faults(faults.length)} />
  ) : (
    <Light color="ok" text={text + words.clean} />
  )
}
