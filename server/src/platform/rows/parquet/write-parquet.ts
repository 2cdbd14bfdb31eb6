import type { ReadBy, RowThreads } from '../row-threads.ts'
import type { RowReading } from '../read-rows.ts'
import { contentBytes, type StoredChunk, type StoredChunks } from '../stored-chunk.ts'
import type { RowGroups } from '../thread/row-calls.ts'
import { type ColumnType, type TypedColumn, widen } from './column-types.ts'

/** Rows of a group, as text: larger groups are read faster, and written with more memory. */
const GROUP_BYTES = 4_000_000
const GROUP_ROWS = 50_000
/** Of a chunk that does not say how large it is. */
const USUAL_RATIO = 8
const MAGIC = new TextEncoder().encode('PAR1')

type Parts = {
  readonly threads: Pick<RowThreads, 'parquetTypes' | 'parquetGroup' | 'parquetEnd'>
  readonly reading: Pick<RowReading, 'small'>
}
type ParquetOrder = {
  readonly columns: readonly string[]
  readonly constants?: readonly TypedColumn[]
  readonly types?: ReadonlyMap<string, ColumnType>
  /** Called twice: the rows are read for the types of their columns, then for their values. */
  readonly chunks: () => StoredChunks
  readonly by: ReadBy
}

/** A Parquet file: its groups of rows, written in threads one after another, then what says where they are. */
export async function* writeParquet(
  { threads, reading }: Parts,
  { columns: names, constants = [], types: known, chunks, by }: ParquetOrder,
): AsyncGenerator<Uint8Array> {
  const groups = () => groupsOf(reading.small(chunks(), by))
  let types: readonly ColumnType[] = names.map((name) => known?.get(name) ?? 'none')
  let hasBegun = false
  for await (const group of groups()) {
    const found = await threads.parquetTypes({ chunks: group, columns: names }, by)
    types = types.map((type, index) => widen(type, found[index]!))
    // Goes out with the first rows: until then, a fault of theirs can still be reported.
    if (!hasBegun) yield MAGIC
    hasBegun = true
  }
  if (!hasBegun) yield MAGIC

  const columns = [...constants, ...names.map((name, index) => ({ name, type: types[index]! }))]
  const written: RowGroups = []
  let offset = MAGIC.length
  for await (const group of groups()) {
    const { bytes, rowGroups } = await threads.parquetGroup({ chunks: group, columns, offset }, by)
    offset += bytes.length
    written.push(...rowGroups)
    yield bytes
  }
  yield await threads.parquetEnd({ columns, rowGroups: written, offset }, by)
}

async function* groupsOf(chunks: AsyncIterable<StoredChunk>): AsyncGenerator<readonly StoredChunk[]> {
  let group: StoredChunk[] = []
  let size = { rows: 0, bytes: 0 }
  for await (const chunk of chunks) {
    const bytes = contentBytes(chunk.body) ?? chunk.body.length * USUAL_RATIO
    if (group.length > 0 && (size.rows + chunk.rowCount > GROUP_ROWS || size.bytes + bytes > GROUP_BYTES)) {
      yield group
      group = []
      size = { rows: 0, bytes: 0 }
    }
    group.push(chunk)
    size = { rows: size.rows + chunk.rowCount, bytes: size.bytes + bytes }
  }
  if (group.length > 0) yield group
}
