import type { Readable } from 'node:stream'
import type { Row } from '@heddle/domain/values/row.ts'
import { cellOf } from '@heddle/domain/values/cells.ts'
import type { DiffRules } from '@heddle/domain/snapshot/diff-rules.ts'
import type { ColumnType } from '../../../platform/rows/parquet/column-types.ts'
import type { RowReader } from '../../../platform/rows/row-reader.ts'
import type { ReadBy } from '../../../platform/rows/row-threads.ts'
import { sendSlowly } from '../../../platform/rows/send-slowly.ts'
import { csvText } from '../../../platform/text/csv-text.ts'
import type { Difference } from '../../archive/index.ts'
import { packLines, PARQUET_TYPE } from '../../executions/index.ts'
import { describeMatch } from './compare-rules.ts'

export type ExportFormat = 'csv' | 'ndjson' | 'parquet'

/** One line of the file: a changed field, or a whole row that was added (in `after`) or removed (in `before`). */
type Line = {
  readonly change: string
  readonly key: Row
  readonly field: string | null
  readonly before: unknown
  readonly after: unknown
}

export const EXPORT_TYPES: Readonly<Record<ExportFormat, string>> = {
  csv: 'text/csv; charset=utf-8',
  ndjson: 'application/x-ndjson; charset=utf-8',
  parquet: PARQUET_TYPE,
}

type ExportOrder = {
  readonly rules: DiffRules
  /** From the beginning, each time: a Parquet file needs them twice. */
  readonly differences: () => AsyncIterable<readonly Difference[]>
  readonly by: ReadBy
}

/** All differences as a file that is streamed while they are found. */
export function exportDifferences(
  { file }: Pick<RowReader, 'file'>,
  format: ExportFormat,
  { rules, differences, by }: ExportOrder,
): Readable {
  const keys = describeMatch(rules).key_fields
  switch (format) {
    case 'csv':
      return sendSlowly(csv(keys, differences()))
    case 'ndjson':
      return sendSlowly(ndjson(keys, differences()))
    case 'parquet':
      return file('parquet', {
        columns: columnsOf(keys),
        types: TYPES,
        chunks: () => packLines(linesOfRows(keys, differences())),
        by,
      })
  }
}

async function* csv(
  keys: readonly string[],
  differences: AsyncIterable<readonly Difference[]>,
): AsyncGenerator<string> {
  yield csvText([['change', ...keys, 'field', 'before', 'after']])
  for await (const some of differences) {
    const lines = some.flatMap((difference) => linesOf(keys, difference))
    yield csvText(
      lines.map(({ change, key, field, before, after }) => [
        change,
        ...keys.map((name) => key[name]),
        field,
        before,
        after,
      ]),
    )
  }
}

async function* ndjson(
  keys: readonly string[],
  differences: AsyncIterable<readonly Difference[]>,
): AsyncGenerator<string> {
  for await (const some of differences) {
    yield some
      .flatMap((difference) => linesOf(keys, difference))
      .map((line) => `${JSON.stringify(line)}\n`)
      .join('')
  }
}

const OURS = ['change', 'field', 'before', 'after']
/** A key field that is called as one of our columns has its place, and another name. */
const keyColumn = (key: string): string => (OURS.includes(key) ? `key.${key}` : key)
const columnsOf = (keys: readonly string[]): string[] => ['change', ...keys.map(keyColumn), 'field', 'before', 'after']

/** A value may be of any type and a whole row is an object, so that both are JSON, in every file. */
const TYPES: ReadonlyMap<string, ColumnType> = new Map([
  ['before', 'json'],
  ['after', 'json'],
])

/** The lines as rows of a file whose columns have types. */
async function* linesOfRows(
  keys: readonly string[],
  differences: AsyncIterable<readonly Difference[]>,
): AsyncGenerator<readonly string[]> {
  for await (const some of differences)
    yield some.flatMap((difference) => linesOf(keys, difference).map((line) => JSON.stringify(rowOf(line))))
}

function rowOf({ change, key, field, before, after }: Line): object {
  const keys = Object.fromEntries(Object.entries(key).map(([name, value]) => [keyColumn(name), value] as const))
  return { ...keys, change, field, before, after }
}

function linesOf(keys: readonly string[], difference: Difference): Line[] {
  const { change } = difference
  if (change === 'changed') {
    const { key, fields } = difference
    return Object.entries(fields).map(([field, { before, after }]) => ({ change, key, field, before, after }))
  }
  const { row } = difference
  const key = Object.fromEntries(keys.map((name) => [name, cellOf(row, name)]))
  return [
    { change, key, field: null, before: change === 'removed' ? row : null, after: change === 'added' ? row : null },
  ]
}
