import type { CellPlace } from './range.ts'

type Key = { readonly key: string; readonly ctrlKey: boolean; readonly metaKey: boolean }
type Sizes = { readonly rows: number; readonly columns: number; readonly page: number }

/** Where a key leads to; undefined when it leads nowhere. */
export function moveFocus(
  { key, ctrlKey, metaKey }: Key,
  { row, column }: CellPlace,
  { rows, columns, page }: Sizes,
): CellPlace | undefined {
  const isFar = ctrlKey || metaKey
  const [lastRow, lastColumn] = [rows - 1, columns - 1]
  const targets: Partial<Record<string, CellPlace>> = {
    ArrowDown: { row: isFar ? lastRow : row + 1, column },
    ArrowUp: { row: isFar && row > 0 ? 0 : row - 1, column },
    ArrowRight: { row, column: isFar ? lastColumn : column + 1 },
    ArrowLeft: { row, column: isFar ? 0 : column - 1 },
    PageDown: { row: row + page, column },
    PageUp: { row: Math.max(0, row - page), column },
    Home: { row: isFar ? 0 : row, column: 0 },
    End: { row: isFar ? lastRow : row, column: lastColumn },
  }
  const target = targets[key]
  if (!target) return undefined
  return { row: clamp(target.row, -1, lastRow), column: clamp(target.column, 0, lastColumn) }
}

const clamp = (value: number, least: number, most: number): number => Math.max(least, Math.min(most, value))
