import type { Download } from '@heddle/client'
import type { Work } from './command.ts'
import { chosenOf } from './output/choose-columns.ts'
import { formatRows, isFileFormat, type RowFormat, type TextFormat } from './output/rows.ts'
import { CommandError } from './terminal.ts'

type Rows = AsyncIterable<Record<string, unknown>> | Iterable<Record<string, unknown>>
type PrintedRun = {
  /** Of the run, which the server still has. */
  readonly id: string
  readonly columns: readonly string[]
  readonly rows: Rows
}

/** Rows as the user wants them, as they arrive. */
export async function printRows(work: Work, format: RowFormat, { id, columns, rows }: PrintedRun): Promise<void> {
  const { print, wantsJson, width, columns: names, template, terminal, heddle } = work
  if (template) {
    for await (const row of rows) await print(`${template(row)}\n`)
    return
  }
  if (isFileFormat(format) && !wantsJson) {
    requireFile(work, `heddle run rows ${id} --format ${format} > rows.${format}`)
    if (names !== undefined) throw new CommandError('Such a file has all columns: leave out --columns.')
    return printFile(work, await heddle.queries.executionLogs.results(id, { format }, { signal: terminal.signal }))
  }
  const chosen = chosenOf(columns, names)
  const shown = names === undefined ? rows : withColumns(rows, chosen)
  const text = formatRows(wantsJson ? 'json' : (format as TextFormat), chosen, shown, width)
  for await (const piece of text) await print(piece)
}

/** Refuses to fill a terminal with bytes. */
export function requireFile({ terminal }: Work, instead: string): void {
  if (terminal.stdout.isTTY === true) throw new CommandError(`This format is no text for a terminal: ${instead}`)
}

/** What the server sends, byte by byte. */
export async function printFile({ print }: Work, { body }: Download): Promise<void> {
  for await (const bytes of body as unknown as AsyncIterable<Uint8Array>) await print(bytes)
}

async function* withColumns(rows: Rows, columns: readonly string[]) {
  for await (const row of rows) yield Object.fromEntries(columns.map((column) => [column, row[column]]))
}
