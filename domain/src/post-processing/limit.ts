import { Type } from 'typebox'
import { definePostProcessor } from './post-processor.ts'

// Text too: the default of a variable (`{{rows=10}}`) is text.
const Count = Type.Union([Type.Integer({ minimum: 0, maximum: 1e15 }), Type.String({ pattern: '^[0-9]{1,15}$' })])

/** How many rows a limit needs as input. */
export function rowsForLimit({ count, offset = 0 }: { readonly count?: unknown; readonly offset?: unknown }): number {
  return Number(count) + Number(offset)
}

/** Keeps `count` rows after skipping the first `offset`. */
export const limit = definePostProcessor({
  type: 'limit',
  config: Type.Object({ count: Count, offset: Type.Optional(Count) }),
  rowwise: false,
  needs: () => [],
  gives: (columns) => columns,
  apply: ({ columns, rows }, config) => ({
    columns,
    rows: rows.slice(Number(config.offset ?? 0), rowsForLimit(config)),
    warnings: [],
  }),
})
