import { PassThrough, Readable } from 'node:stream'
import { finished, pipeline } from 'node:stream/promises'
import { ZipFile } from 'yazl'
import { columnLetters, rowXml, SHEET_COLUMNS, SHEET_END, SHEET_HEAD, SHEET_ROWS } from './sheet-xml.ts'
import { sheetPath, workbookParts } from './workbook-parts.ts'

/** Rows of a sheet, which are written when their place in it is known. */
export type SheetBatch = {
  readonly rowCount: number
  /** The rows from one place in the batch up to another; `first` is the number of the first of them in the sheet. */
  readonly xml: (from: number, to: number, first: number) => Promise<Uint8Array | string> | string
}
export type WorkbookLimits = { readonly rows: number }

/** An XLSX file, compressed while its rows are read; a full sheet is followed by another with the same header. */
export function writeWorkbook(
  header: readonly string[],
  batches: AsyncIterable<SheetBatch>,
  limits?: WorkbookLimits,
): Readable {
  const zip = new ZipFile()
  const out = new PassThrough()
  const rows = new RowQueue(batches[Symbol.asyncIterator]())
  // What fails does so on `out`, for its reader to see.
  pipeline(zip.outputStream, out).catch(() => undefined)
  writeSheets({ zip, out }, header, rows, limits?.rows ?? SHEET_ROWS)
    .catch((error: unknown) => out.destroy(error as Error))
    .finally(() => rows.close())
    .catch(() => undefined)
  return out
}

type Output = { readonly zip: ZipFile; readonly out: Readable }

async function writeSheets(
  { zip, out }: Output,
  header: readonly string[],
  rows: RowQueue,
  limit: number,
): Promise<void> {
  if (header.length > SHEET_COLUMNS) throw new Error(`${header.length} columns: a sheet holds at most ${SHEET_COLUMNS}`)
  let sheets = 0
  do await addSheet({ zip, out }, sheetPath(++sheets), sheetXml(header, rows, limit))
  while (!(await rows.isEmpty()))
  for (const { path, text } of workbookParts(sheets)) zip.addBuffer(Buffer.from(text), path)
  zip.end()
}

/** Resolves when all rows of the sheet are read. The library reports neither a failed source nor a reader that left. */
async function addSheet({ zip, out }: Output, path: string, xml: AsyncIterable<Uint8Array | string>): Promise<void> {
  const sheet = Readable.from(xml, { objectMode: false })
  const stop = () => sheet.destroy()
  out.once('close', stop)
  zip.addReadStream(sheet, path)
  await finished(sheet, { writable: false })
  out.off('close', stop)
}

async function* sheetXml(
  header: readonly string[],
  rows: RowQueue,
  limit: number,
): AsyncGenerator<Uint8Array | string> {
  yield SHEET_HEAD + rowXml(1, columnLetters(header.length), header)
  for (let used = 1; used < limit && !(await rows.isEmpty());) {
    const { count, xml } = await rows.take(limit - used, used + 1)
    used += count
    yield xml
  }
  yield SHEET_END
}

/** Rows of a source that yields batches. */
class RowQueue {
  readonly #batches: AsyncIterator<SheetBatch>
  #open: SheetBatch | undefined
  #next = 0

  constructor(batches: AsyncIterator<SheetBatch>) {
    this.#batches = batches
  }

  /** Reads the next batch if there is no row left of the last. */
  async isEmpty(): Promise<boolean> {
    while (this.#next === (this.#open?.rowCount ?? 0)) {
      const next = await this.#batches.next()
      if (next.done === true) return true
      this.#open = next.value
      this.#next = 0
    }
    return false
  }

  /** The next rows of the batch, at most so many. */
  async take(most: number, first: number): Promise<{ readonly count: number; readonly xml: Uint8Array | string }> {
    const { rowCount, xml } = this.#open!
    const from = this.#next
    this.#next = Math.min(rowCount, from + most)
    return { count: this.#next - from, xml: await xml(from, this.#next, first) }
  }

  async close(): Promise<void> {
    await this.#batches.return?.()
  }
}
