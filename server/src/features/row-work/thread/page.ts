/** Rows that leave a thread at once: reading them takes the other side a few milliseconds. */
const ROWS_AT_ONCE = 500

export const pageOf = <Item>(items: readonly Item[], from: number): readonly Item[] =>
  items.slice(from, from + ROWS_AT_ONCE)
