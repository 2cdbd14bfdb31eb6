/** Bounds the cost of an expression: it runs once for every row. */
export const LIMITS = {
  textLength: 4_000,
  astNodes: 500,
  depth: 50,
  /** Characters of a text, or items of a list, that an expression may produce. */
  resultSize: 100_000,
} as const
