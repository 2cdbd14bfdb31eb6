import type { Row } from '../values/row.ts'
import { canonicalRow, parseCanonicalRow } from '../snapshot/canonical-row.ts'
import type { DiffRules } from '../snapshot/diff-rules.ts'
import type { RowDiff } from '../snapshot/diff-rows.ts'

type Open = { readonly text: string; readonly key: string; readonly content: string }

/**
 * The definition, implemented literally: parses every row and scans the whole other side for each. Lists are unordered.
 */
export function naiveDiff(before: readonly string[], after: readonly string[], rules: DiffRules): RowDiff {
  const [left, right] = [readAll(before, rules), readAll(after, rules)]
  const same = takePairs(left, right, (a, b) => a.text === b.text)
  const equal = takePairs(left, right, (a, b) => a.key === b.key && a.content === b.content)
  const changed = takePairs(left, right, (a, b) => a.key === b.key)
  const [removed, added] = [left.map(({ text }) => text), right.map(({ text }) => text)]
  const counts = {
    added: added.length,
    removed: removed.length,
    changed: changed.length,
    unchanged: same.length + equal.length,
  }
  return { counts, added, removed, changed: changed.map(([a, b]) => ({ before: a.text, after: b.text })) }
}

/** In order of content, like the pairing of unequal rows. */
function readAll(texts: readonly string[], rules: DiffRules): Open[] {
  const rows = texts.map((text) => ({ text, ...read(parseCanonicalRow(text), rules) }))
  return rows.sort((a, b) => (a.content === b.content ? order(a.text, b.text) : order(a.content, b.content)))
}

const order = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

function read(row: Row, { match, ignoreFields }: DiffRules): { key: string; content: string } {
  const compared = Object.entries(row).filter(([name, value]) => value !== null && !ignoreFields.includes(name))
  const content = canonicalRow(Object.fromEntries(compared)).slice(1, -1)
  if (typeof match === 'object') {
    return {
      content,
      key: JSON.stringify(match.keyFields.map((name) => (Object.hasOwn(row, name) ? row[name] : null))),
    }
  }
  return {
    content,
    key: match === 'dn' && typeof row.dn === 'string' ? JSON.stringify(row.dn) : `all columns: ${content}`,
  }
}

/** Removes pairs from both sides: for each row, the first match. */
function takePairs(left: Open[], right: Open[], isPair: (a: Open, b: Open) => boolean): [Open, Open][] {
  const pairs: [Open, Open][] = []
  for (const one of [...left]) {
    const index = right.findIndex((other) => isPair(one, other))
    if (index < 0) continue
    pairs.push([one, right.splice(index, 1)[0]!])
    left.splice(left.indexOf(one), 1)
  }
  return pairs
}
