import type { Problem } from '@heddle/domain/canvas/problem.ts'

/** Warnings about the rows, rather than about how long it takes to read them. */
const ABOUT_ROWS: ReadonlySet<Problem['code']> = new Set([
  'other_version',
  'bad_value',
  'named_number',
  'backwards',
  'impossible_containment',
  'ambiguous_relation',
])

/** The warnings of a plan that its runs show too. */
export const runWarnings = (warnings: readonly Problem[]): readonly string[] =>
  warnings
    .filter(({ code }) => ABOUT_ROWS.has(code))
    .map(({ code, message, node_id, edge_id }) => `${code}: ${node_id ?? edge_id}: ${message}`)
