import type { Host } from '../../threads/calls.ts'
import type { StoredChunk } from '../stored-chunk.ts'

type CutHost = Host<{ chunk: (chunk: StoredChunk) => void }>

export type CsvOrder = { readonly chunk: StoredChunk; readonly columns: readonly string[] }
/** `first`: the number of the first row in its sheet. */
export type SheetOrder = CsvOrder & { readonly first: number }

export type RowCalls = {
  /** Cuts a chunk of any size into small ones, which need no base. */
  cut: (chunk: StoredChunk, host: CutHost) => void
  csv: (order: CsvOrder) => Uint8Array
  sheet: (order: SheetOrder) => Uint8Array
}
