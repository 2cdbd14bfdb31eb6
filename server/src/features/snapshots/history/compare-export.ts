import type { Readable } from 'node:stream'
import type { Row } from '@heddle/domain/values/row.ts'
import { cellOf } from '@heddle/domain/values/cells.ts'
import type { DiffRules } from '@heddle/domain/snapshot/diff-rules.ts'
import { sendSlowly } from '../../../platform/rows/send-slowly.ts'
import { csvText } from '../../../platform/text/csv-text.ts'
import type { Difference } from '../../archive/index.ts'
import { describeMatch } from './compare-rules.ts'

export type ExportFormat = 'csv' | 'ndjson'

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
}

/** All differences as a file that is streamed while they are found. */
export function exportDifferences(
  format: ExportFormat,
  rules: DiffRules,
  differences: AsyncIterable<readonly Difference[]>,
): Readable {
  const keys = describeMatch(rules).key_fields
  return sendSlowly(format === 'csv' ? csv(keys, differences) : ndjson(keys, differences))
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
