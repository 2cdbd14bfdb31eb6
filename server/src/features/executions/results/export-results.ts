import type { Readable } from 'node:stream'
import type { RESULT_FORMATS } from '@heddle/contract/executions.ts'
import type { FileOrder, RowReader } from '../../../platform/rows/row-reader.ts'

export type ResultFormat = (typeof RESULT_FORMATS)[number]
export type ResultFile = { readonly name: string; readonly contentType: string; readonly body: Readable }

const XLSX_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
export const PARQUET_TYPE = 'application/vnd.apache.parquet'
const TYPES: Readonly<Record<ResultFormat, string>> = {
  csv: 'text/csv; charset=utf-8',
  ndjson: 'application/x-ndjson; charset=utf-8',
  xlsx: XLSX_TYPE,
  parquet: PARQUET_TYPE,
}
/** The media types of all formats. */
export const RESULT_TYPES = ['text/csv', 'application/x-ndjson', XLSX_TYPE, PARQUET_TYPE]

const MB = 1024 * 1024
/** The group that is written, as bytes, as objects and in columns, and where the groups before it are. */
export const PARQUET_BYTES = 64 * MB
/** What a file takes while it is written: a few small chunks, or a group of them, as bytes, as objects and as text. */
const FILE_BYTES: Readonly<Record<ResultFormat, number>> = {
  csv: 16 * MB,
  ndjson: 8 * MB,
  xlsx: 24 * MB,
  parquet: PARQUET_BYTES,
}
/** A chunk on its way from the database into a thread, and what it is cut into. */
const COPIES_OF_CHUNK = 4

type ExportOrder = {
  readonly format: ResultFormat
  /** Without the file's ending. */
  readonly name: string
  readonly columns: readonly string[] | null
  readonly constants?: FileOrder['constants']
  readonly by: { readonly lane: unknown; readonly signal: AbortSignal }
  /** Chunks of earlier versions are of any size. */
  readonly largestChunkBytes?: number
}

/** Rows as a file. Waits for its turn and its memory; then `open` gives what reads the rows as they are sent. */
export async function exportResults(
  { file, downloads }: Pick<RowReader, 'file' | 'downloads'>,
  { format, name, columns, constants = [], by, largestChunkBytes = 0 }: ExportOrder,
  open: () => Promise<FileOrder['chunks']>,
): Promise<ResultFile> {
  const bytes = FILE_BYTES[format] + COPIES_OF_CHUNK * largestChunkBytes
  const body = await downloads.open({ ...by, bytes }, async () =>
    file(format, { columns: columns ?? [], constants, chunks: await open(), by }),
  )
  return { name: `${name}.${format}`, contentType: TYPES[format], body }
}
