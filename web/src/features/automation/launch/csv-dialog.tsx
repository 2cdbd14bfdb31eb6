import { useState } from 'react'
import { ChoiceField } from '../../../components/choice-field.tsx'
import { TextField } from '../../../components/field.tsx'
import { FormDialog } from '../../../components/form-dialog.tsx'
import { words } from '../launch-words.ts'
import type { LaunchColumn } from './launch-columns.ts'
import styles from './launch.module.css'
import { readTable } from './read-table.ts'
import { arranged, matchingColumns, type Sheet } from './sheet.ts'

type Props = {
  readonly columns: readonly LaunchColumn[]
  readonly onRows: (rows: Sheet) => void
  readonly onClose: () => void
}

type Read = { readonly head: readonly string[]; readonly rows: Sheet; readonly sources: readonly number[] }

const NOTHING = '-1'
const READY = { error: null, isPending: false }

/** Takes rows from a file: its columns are found by their names, and can be chosen. */
export function CsvDialog({ columns, onRows, onClose }: Props) {
  const [read, setRead] = useState<Read>()
  const [fault, setFault] = useState<string>()
  const names = columns.map(({ name }) => name)
  const handleFile = async (file: File | undefined) => {
    const [head, ...rows] = readTable((await file?.text()) ?? '')
    const isUsable = head !== undefined && rows.length > 0
    setFault(isUsable ? undefined : words.csvUnreadable)
    setRead(isUsable ? { head, rows, sources: matchingColumns(head, names) } : undefined)
  }
  const handleTake = () => {
    if (!read) {
      setFault(fault ?? words.csvMissing)
      return
    }
    onRows(arranged(read.rows, read.sources))
    onClose()
  }
  return (
    <FormDialog
      title={words.csvTitle}
      sending={READY}
      faults={[]}
      verb={words.csvTake}
      onSubmit={handleTake}
      onClose={onClose}
    >
      <TextField
        label={words.csvFile}
        type="file"
        accept=".csv,.tsv,.txt,text/csv"
        hint={words.csvHint}
        faults={fault === undefined ? [] : [fault]}
        onChange={(event) => void handleFile(event.currentTarget.files?.[0])}
      />
      {read && (
        <div className={styles.mapping}>
          <p>{words.csvRead(read.rows.length)}</p>
          {names.map((name, index) => (
            <ChoiceField
              key={name}
              label={name}
              choices={[
                { value: NOTHING, label: words.csvNothing },
                ...read.head.map((label, at) => ({ value: String(at), label })),
              ]}
              value={String(read.sources[index])}
              onChange={(value) => setRead({ ...read, sources: read.sources.with(index, Number(value)) })}
            />
          ))}
        </div>
      )}
    </FormDialog>
  )
}
