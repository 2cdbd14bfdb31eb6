import { useEffect, useState } from 'react'
import { ABSENT, type Cell } from './cell.ts'
import type { Facts } from './column-facts.ts'
import { words } from './grid-words.ts'
import type { RowsClient } from './rows-client.ts'
import { ValuesPanel } from './values-panel.tsx'

type Props = {
  readonly client: RowsClient
  /** Its place in the view. */
  readonly row: number
  readonly rows: number
  readonly columns: readonly string[]
  readonly facts: Facts
  readonly find: string
  readonly onTimeline: ((dn: string) => void) | undefined
  readonly onObject: ((dn: string) => void) | undefined
  readonly onClose: () => void
}

/** A row of the grid with all of its columns, also those that are hidden. It follows the focus of the grid. */
export function RowPanel({ client, row, rows, columns, facts, find, onTimeline, onObject, onClose }: Props) {
  const cells = useRow(client, row, columns)
  const values = columns.map((name, index) => {
    const cell = cells?.[index]
    return { name, cell: cell === undefined ? ABSENT : cell, kind: facts[name]?.kind }
  })
  return <ValuesPanel title={words.rowOf(row + 1, rows)} values={values} {...{ find, onTimeline, onObject, onClose }} />
}

/** What was shown stays until the next row arrives. */
function useRow(client: RowsClient, row: number, columns: readonly string[]): readonly Cell[] | undefined {
  const [cells, setCells] = useState<readonly Cell[]>()
  useEffect(() => {
    let isGone = false
    client
      .ask({ kind: 'row', place: row, columns })
      .then((found) => {
        if (!isGone) setCells(found)
      })
      // The rows were replaced: the next ones are asked for with them.
      .catch(() => undefined)
    return () => {
      isGone = true
    }
  }, [client, row, columns])
  return cells
}
