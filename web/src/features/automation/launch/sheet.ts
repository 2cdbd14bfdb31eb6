/** Texts in rows and columns, as they are typed. */
export type Sheet = readonly (readonly string[])[]

export const emptySheet = (columns: number, rows: number): Sheet =>
  Array.from({ length: rows }, () => Array.from({ length: columns }, () => ''))

export const withCell = (sheet: Sheet, row: number, column: number, text: string): Sheet =>
  sheet.map((cells, at) => (at === row ? cells.with(column, text) : cells))

/** A range laid over the sheet from a cell on; it grows downwards as far as needed. */
export function withRange(sheet: Sheet, row: number, column: number, range: Sheet): Sheet {
  const columns = sheet[0]?.length ?? 0
  const missing = Math.max(0, row + range.length - sheet.length)
  return [...sheet, ...emptySheet(columns, missing)].map((cells, at) => {
    const laid = range[at - row]
    return laid ? cells.map((cell, index) => laid[index - column] ?? cell) : cells
  })
}

/** The text of a cell in all rows below it that say something. */
export const filledDown = (sheet: Sheet, row: number, column: number): Sheet =>
  sheet.map((cells, at) => (at > row && !isBlankRow(cells) ? cells.with(column, sheet[row]?.[column] ?? '') : cells))

export const withoutRow = (sheet: Sheet, row: number): Sheet => sheet.filter((_, at) => at !== row)

const isBlankRow = (cells: readonly string[]): boolean => cells.every((cell) => cell.trim() === '')

export type SheetRows = {
  /** As they are sent: what was left empty is left out. */
  readonly rows: readonly Readonly<Record<string, string>>[]
  /** The place of each of them in the sheet. */
  readonly places: readonly number[]
}

/** The rows that say something. */
export function rowsOf(sheet: Sheet, names: readonly string[]): SheetRows {
  const places = sheet.flatMap((cells, at) => (isBlankRow(cells) ? [] : [at]))
  const rows = places.map((place) => {
    const cells = names.map((name, index) => [name, sheet[place]?.[index]?.trim() ?? ''] as const)
    return Object.fromEntries(cells.filter(([, text]) => text !== ''))
  })
  return { rows, places }
}

/** A table with a head, arranged in the columns of a sheet; -1: the sheet's column stays empty. */
export const arranged = (table: Sheet, sources: readonly number[]): Sheet =>
  table.map((cells) => sources.map((source) => cells[source] ?? ''))

/** Which column of a table is meant for each of the sheet, by its head: whatever case, spaces or dashes. */
export function matchingColumns(head: readonly string[], names: readonly string[]): readonly number[] {
  const known = head.map(plainName)
  return names.map((name) => known.indexOf(plainName(name)))
}

const plainName = (name: string): string => name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')
