import { type Work, widthOf } from './command.ts'
import { formatRows, type RowFormat } from './output/rows.ts'

/** Rows as the user wants them, as they arrive. */
export async function printRows(
  { print, wantsJson, terminal }: Work,
  format: RowFormat,
  columns: readonly string[],
  rows: AsyncIterable<Record<string, unknown>> | Iterable<Record<string, unknown>>,
): Promise<void> {
  for await (const text of formatRows(wantsJson ? 'json' : format, columns, rows, widthOf(terminal.stdout)))
    await print(text)
}
