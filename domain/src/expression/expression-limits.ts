/** What an expression may cost: it runs once for every row. */
export const LIMITS = {
  textLength: 4_000,
  astNodes: 500,
  depth: 50,
  /** Characters of a text, or items of a list, an expression may make. */
  resultSize: 100_000,
} as const
