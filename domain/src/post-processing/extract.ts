import { Type } from 'typebox'
import { checkPattern } from '../patterns/check-pattern.ts'
import { compilePattern, type Pattern } from '../patterns/compile-pattern.ts'
import type { Value } from '../values/row.ts'
import { addColumns, cellOf, scalarText, withCells } from '../values/cells.ts'
import { ColumnName, ColumnNames } from './column-schema.ts'
import { type ConfigFault, definePostProcessor } from './post-processor.ts'
import { withinSteps } from './step-failure.ts'

/** Puts the captured groups of a pattern into columns. It may match anywhere; without a match they are null. */
export const extract = definePostProcessor({
  type: 'extract',
  config: Type.Object({ column: ColumnName, pattern: Type.String({ minLength: 1 }), into: ColumnNames }),
  rowwise: true,
  needs: ({ column }) => [column],
  gives: (columns, { into }) => (columns === undefined ? undefined : addColumns(columns, into)),
  check: ({ pattern, into }) => patternFaults(pattern, into.length),
  writes: ({ into }) => ({ columns: into }),
  apply: ({ columns, rows }, { column, pattern, into }) => {
    const compiled = compilePattern(pattern)
    const extracted = withinSteps(() =>
      rows.map((row) => withCells(row, into, groupsIn(scalarText(cellOf(row, column)), compiled))),
    )
    return { columns: addColumns(columns, into), rows: extracted, warnings: [] }
  },
})

const groupsIn = (text: string | undefined, pattern: Pattern): readonly Value[] =>
  (text === undefined ? undefined : pattern.capture(text)) ?? []

function patternFaults(pattern: string, columns: number): ConfigFault[] {
  const message = checkPattern(pattern)
  if (message !== undefined) return [{ path: 'pattern', message }]
  const groups = compilePattern(pattern).groupCount
  if (groups === columns) return []
  return [
    { path: 'into', message: `the pattern has ${groups} groups (…), so into needs ${groups} columns, not ${columns}` },
  ]
}
