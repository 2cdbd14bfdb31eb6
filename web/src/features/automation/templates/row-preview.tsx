import { useState } from 'react'
import type { Wire } from '../../../lib/api/wire.ts'
import { useLaunchColumns } from '../launch/launch-columns.ts'
import { LaunchGrid } from '../launch/launch-grid.tsx'
import type { Sheet } from '../launch/sheet.ts'
import { words } from './form-words.ts'
import styles from './template-form.module.css'

const ROWS = 2
const NO_FAULTS = new Map<string, string>()

/** The grid of the launch with the columns as they are now. */
export function RowPreview({ schema }: { readonly schema: readonly Wire.ColumnDefinition[] }) {
  const columns = useLaunchColumns(distinct(schema))
  const [typed, setTyped] = useState<Sheet>([])
  const sheet = Array.from({ length: ROWS }, (_, row) => columns.map((_column, index) => typed[row]?.[index] ?? ''))
  return (
    <section aria-label={words.preview} className={styles.preview}>
      <h2>{words.preview}</h2>
      <p>{columns.length === 0 ? words.previewEmpty : words.previewText}</p>
      {columns.length > 0 && (
        <div className={styles.grid}>
          <LaunchGrid columns={columns} sheet={sheet} faults={NO_FAULTS} target={undefined} onSheet={setTyped} />
        </div>
      )}
    </section>
  )
}

/** While names are being typed, some are empty and some are equal. */
function distinct(schema: readonly Wire.ColumnDefinition[]): Wire.ColumnDefinition[] {
  const seen = new Set<string>()
  return schema.map((column, index) => {
    const name = column.name === '' || seen.has(column.name) ? words.unnamed(index + 1) : column.name
    seen.add(name)
    return { ...column, name }
  })
}
