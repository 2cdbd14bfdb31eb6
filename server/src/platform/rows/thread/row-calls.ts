import type { Host } from '../../threads/calls.ts'
import type { ParquetWriter } from 'hyparquet-writer'
import type { ColumnType, TypedColumn } from '../parquet/column-types.ts'
import type { StoredChunk } from '../stored-chunk.ts'

type CutHost = Host<{ chunk: (chunk: StoredChunk) => void }>

export type CsvOrder = { readonly chunk: StoredChunk; readonly columns: readonly string[] }
/** `first`: the number of the first row in its sheet. */
export type SheetOrder = CsvOrder & { readonly first: number }

export type TypesOrder = { readonly chunks: readonly StoredChunk[]; readonly columns: readonly string[] }
/** Where the groups of rows of a Parquet file are, and each column in them. */
export type RowGroups = ParquetWriter['row_groups']
/** `offset`: where the bytes come to be in the file. The constant columns come first. */
export type GroupOrder = {
  readonly chunks: readonly StoredChunk[]
  readonly columns: readonly TypedColumn[]
  readonly offset: number
}
export type RowGroupsReply = { readonly bytes: Uint8Array<ArrayBuffer>; readonly rowGroups: RowGroups }
export type EndOrder = {
  readonly columns: readonly TypedColumn[]
  readonly rowGroups: RowGroups
  readonly offset: number
}

export type RowCalls = {
  /** Cuts a chunk of any size into small ones, which need no base. */
  cut: (chunk: StoredChunk, host: CutHost) => void
  csv: (order: CsvOrder) => Uint8Array
  sheet: (order: SheetOrder) => Uint8Array
  parquetTypes: (order: TypesOrder) => readonly ColumnType[]
  parquetGroup: (order: GroupOrder) => RowGroupsReply
  parquetEnd: (order: EndOrder) => Uint8Array
}
