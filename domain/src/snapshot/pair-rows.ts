import { compareCodeUnits } from './byte-order.ts'

/** Canonical texts of two versions of a row. */
export type RowTexts = { before: string; after: string }

export type PairedRows = { unchanged: number; changed: RowTexts[]; removed: string[]; added: string[] }

type Rows = readonly string[]
type ReadRow = { readonly text: string; readonly content: string }
type ContentOf = (text: string) => string

/**
 * Pairs rows with the same key: first those with equal content, then the rest in order of content. The pairs do not
 * depend on the order of the rows, and are the same in both directions.
 */
export function pairRows(before: Rows, after: Rows, contentOf: ContentOf): PairedRows {
  const rest = dropEqual(before, after, contentOf)
  const pairs = Math.min(rest.before.length, rest.after.length)
  return {
    unchanged: before.length - rest.before.length,
    changed: rest.before.slice(0, pairs).map((text, index) => ({ before: text, after: rest.after[index]! })),
    removed: rest.before.slice(pairs),
    added: rest.after.slice(pairs),
  }
}

/** Rows without an equal one on the other side, in order of content. */
function dropEqual(before: Rows, after: Rows, contentOf: ContentOf): { before: Rows; after: Rows } {
  if (before.length === 0 || after.length === 0) return { before: before.toSorted(), after: after.toSorted() }
  const [left, right] = [readSorted(before, contentOf), readSorted(after, contentOf)]
  const rest: { before: string[]; after: string[] } = { before: [], after: [] }
  for (let one = left.pop(), other = right.pop(); one !== undefined || other !== undefined;) {
    const order = one === undefined ? 1 : other === undefined ? -1 : compareCodeUnits(one.content, other.content)
    if (order < 0) rest.before.push(one!.text)
    if (order > 0) rest.after.push(other!.text)
    if (order <= 0) one = left.pop()
    if (order >= 0) other = right.pop()
  }
  return rest
}

/**
 * Sorted in descending order, to pop from the end. The text only breaks ties: ignored fields must not decide how rows
 * pair.
 */
function readSorted(texts: Rows, contentOf: ContentOf): ReadRow[] {
  const rows = texts.map((text) => ({ text, content: contentOf(text) }))
  return rows.sort((a, b) => compareCodeUnits(b.content, a.content) || compareCodeUnits(b.text, a.text))
}
