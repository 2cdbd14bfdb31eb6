import { RE2JS } from 're2js'
import { Type } from 'typebox'
import { checkPattern } from '../filter/check-pattern.ts'
import type { Value } from '../values/row.ts'
import { addColumns, cellOf, scalarText, withCells } from '../values/cells.ts'
import { ColumnName, ColumnNames } from './column-schema.ts'
import { type ConfigFault, definePostProcessor } from './post-processor.ts'

/** Puts the captured groups of a pattern into columns. It may match anywhere; without a match they are null. */
export const extract = definePostProcessor({
  type: 'extract',
  config: Type.Object({ column: ColumnName, pattern: Type.String({ minLength: 1 }), into: ColumnNames }),
  rowwise: true,
  needs: ({ column }) => [column],
  gives: (columns, { into }) => (columns === undefined ? undefined : addColumns(columns, into)),
  check: ({ pattern, into }) => patternFaults(pattern, into.length),
  apply: ({ columns, rows }, { column, pattern, into }) => {
    const compiled = RE2JS.compile(pattern)
    const extracted = rows.map((row) =>
      withCells(row, into, groupsIn(scalarText(cellOf(row, column)), compiled, into.length)),
    )
    return { columns: addColumns(columns, into), rows: extracted, warnings: [] }
  },
})

function groupsIn(text: string | undefined, pattern: RE2JS, count: number): Value[] {
  const matcher = pattern.matcher(text ?? '')
  const found = text !== undefined && matcher.find()
  return Array.from({ length: count }, (_, index) => (found ? matcher.group(index + 1) : null))
}

function patternFaults(pattern: string, columns: number): ConfigFault[] {
  const message = checkPattern(pattern)
  if (message !== undefined) return [{ path: 'pattern', message }]
  const groups = RE2JS.compile(pattern).groupCount()
  if (groups === columns) return []
  return [
    { path: 'into', message: `the pattern has ${groups} groups (…), so into needs ${groups} columns, not ${columns}` },
  ]
}
