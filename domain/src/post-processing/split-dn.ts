import { Type } from 'typebox'
import { addColumns, cellOf, withCells } from '../values/cells.ts'
import { ColumnName, ColumnNames } from './column-schema.ts'
import { DN_PARTS, dnParts } from './dn-parts.ts'
import { definePostProcessor } from './post-processor.ts'

/** Puts the parts a DN names (tenant, VRF, node …) into columns of these names; parts it does not name are null. */
export const splitDnStep = definePostProcessor({
  type: 'split_dn',
  config: Type.Object({ column: Type.Optional(ColumnName), parts: Type.Optional(ColumnNames) }),
  rowwise: true,
  needs: ({ column = 'dn' }) => [column],
  gives: (columns, { parts = DN_PARTS }) => (columns === undefined ? undefined : addColumns(columns, parts)),
  check: ({ parts = [] }, _, suggestions) =>
    parts.flatMap((part, index) => {
      if (DN_PARTS.includes(part)) return []
      const message = `${part} is not a part of a DN; expected one of ${DN_PARTS.join(', ')}`
      return [{ path: `parts.${index}`, message, suggestions: suggestions.among(DN_PARTS, part) }]
    }),
  writes: ({ parts = DN_PARTS }) => ({ columns: parts }),
  apply: ({ columns, rows }, { column = 'dn', parts = DN_PARTS }) => {
    const split = rows.map((row) => {
      const dn = cellOf(row, column)
      const found = dnParts(typeof dn === 'string' ? dn : '')
      return withCells(row, parts, parts.map((part) => found.get(part) ?? null)) // prettier-ignore
    })
    return { columns: addColumns(columns, parts), rows: split, warnings: [] }
  },
})
