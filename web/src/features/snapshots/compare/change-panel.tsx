import { useEffect, useState } from 'react'
import type { Cell } from '../../../components/rows-grid/cell.ts'
import { type NamedValue, ValuesPanel } from '../../../components/rows-grid/values-panel.tsx'
import type { CompareClient } from './compare-client.ts'
import type { Entry } from './comparison.ts'
import { words } from './words.ts'

type Props = {
  readonly client: CompareClient
  /** Its number among those that are shown. */
  readonly place: number
  readonly version: number
  readonly onTimeline: ((dn: string) => void) | undefined
  readonly onClose: () => void
}

/** A row that differs with all of its columns. It follows the one that has the attention. */
export function ChangePanel({ client, place, version, onTimeline, onClose }: Props) {
  const [entry, setEntry] = useState<Entry | null>(null)
  useEffect(() => {
    let isGone = false
    client
      .ask({ kind: 'entry', place })
      .then((found) => {
        if (!isGone) setEntry(found)
      })
      // It was replaced: the next comparison is asked.
      .catch(() => undefined)
    return () => {
      isGone = true
    }
  }, [client, place, version])
  if (!entry) return null
  return (
    <ValuesPanel
      title={words.rowTitle[entry.change]}
      values={valuesOf(entry)}
      onTimeline={onTimeline}
      onClose={onClose}
    />
  )
}

/** What changed first; then all else, as it is on the later side. */
function valuesOf({ fields, row = {}, name, change }: Entry): readonly NamedValue[] {
  const changed = new Set(fields.map((field) => field.name))
  // Until the whole row has arrived, its name is what is known.
  const known = change === 'changed' && row.dn === undefined && name.includes('/') ? { dn: name, ...row } : row
  return [
    ...fields.map((field) => ({ name: field.name, cell: field.after as Cell, before: { cell: field.before as Cell } })),
    ...Object.entries(known)
      .filter(([column]) => !changed.has(column))
      .map(([column, cell]) => ({ name: column, cell: cell as Cell })),
  ]
}
