import { HeddleError } from '@heddle/client'

/** What is wrong with a cell, a row, or all of them. */
export type RowFault = {
  /** Place in the sheet; undefined: the rows as a whole, or something beside them. */
  readonly row: number | undefined
  readonly column: string | undefined
  readonly message: string
}

const PLACE = /^rows\.(\d+)(?:\.(.+))?$/s

/** The faults in a refusal, in the order of the sheet. */
export function rowFaults(error: Error, places: readonly number[]): readonly RowFault[] {
  if (!(error instanceof HeddleError) || Object.keys(error.fields).length === 0)
    return [{ row: undefined, column: undefined, message: error.message }]
  return Object.entries(error.fields)
    .flatMap(([name, messages]) => {
      const [, index, column] = PLACE.exec(name) ?? []
      const row = index === undefined ? undefined : (places[Number(index)] ?? Number(index))
      return messages.map((message) => ({ row, column, message }))
    })
    .toSorted((one, other) => (one.row ?? -1) - (other.row ?? -1))
}

/** By cell, as the grid asks for them. */
export function faultsByCell(faults: readonly RowFault[]): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  for (const { row, column, message } of faults) {
    if (row === undefined) continue
    const key = cellKey(row, column)
    found.set(key, [found.get(key), message].filter(Boolean).join(' '))
  }
  return found
}

export const cellKey = (row: number, column: string | undefined): string => `${row} ${column ?? ''}`
