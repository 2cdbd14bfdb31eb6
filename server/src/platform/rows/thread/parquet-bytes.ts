import { zstdCompressSync } from 'node:zlib'
import { ByteWriter, ParquetWriter } from 'hyparquet-writer'
import { ownBytes } from '../../threads/bytes.ts'
import { parquetValue, parquetSchema, type TypedColumn } from '../parquet/column-types.ts'
import type { RowGroupsReply, RowGroups } from './row-calls.ts'

/** What the library writes first, as if each group began a file. */
const MAGIC_BYTES = 4

/**
 * The bounds of a column are kept for each group until the file ends, whole: those of a few long texts would be larger
 * than the groups are when they are packed.
 */
const LONGEST_BOUND = 256

const isLong = (value: unknown): boolean =>
  typeof value === 'string' ? value.length > LONGEST_BOUND : Array.isArray(value) && value.some(isLong)

/** The rows as a group that begins at the offset, and where its columns are in the file. */
export function writeGroup(
  rows: readonly unknown[][],
  columns: readonly TypedColumn[],
  offset: number,
): RowGroupsReply {
  const { parquet, bytes } = openAt(offset, columns)
  const columnData = columns.map(({ name, type, constant }, index) => {
    const data = rows.map((row) => parquetValue(constant ?? row[index], type))
    return { name, data, offsetIndex: false, statistics: type !== 'json' && !data.some(isLong) }
  })
  void parquet.write({ columnData, rowGroupSize: rows.length })
  return { bytes: bytes(), rowGroups: parquet.row_groups }
}

/** What the file ends with: its schema and its groups. */
export function writeEnd(columns: readonly TypedColumn[], rowGroups: RowGroups, offset: number) {
  const { parquet, bytes } = openAt(offset, columns)
  parquet.row_groups = rowGroups
  parquet.num_rows = rowGroups.reduce((sum, group) => sum + group.num_rows, 0n)
  void parquet.finish()
  return bytes()
}

function openAt(offset: number, columns: readonly TypedColumn[]) {
  const writer = new ByteWriter()
  writer.offset = offset - MAGIC_BYTES
  const parquet = new ParquetWriter({
    writer,
    schema: parquetSchema(columns),
    codec: 'ZSTD',
    compressors: { ZSTD: (input) => zstdCompressSync(input) },
    createdBy: 'heddle',
  })
  return { parquet, bytes: () => ownBytes(writer.getBytes().subarray(MAGIC_BYTES)) }
}
