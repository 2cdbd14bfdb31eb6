import { cellOf } from '../values/cells.ts'
import type { Row, Value } from '../values/row.ts'
import { compareBytes, compareCodeUnits } from './byte-order.ts'
import { cancelEqual } from './cancel-equal.ts'
import { canonicalValue, parseCanonicalRow } from './canonical-row.ts'
import { type DiffRules, keyFieldsOf } from './diff-rules.ts'
import { type RowTexts, type PairedRows, pairRows } from './pair-rows.ts'
import { contentReader } from './row-content.ts'
import { keyReader } from './row-key.ts'

export type RowCounts = { added: number; removed: number; changed: number; unchanged: number }

/** Rows are canonical texts. The lists are sorted by key, then content. */
export type RowDiff = { counts: RowCounts; added: string[]; removed: string[]; changed: RowTexts[] }

/**
 * Compares two sides as multisets of canonical rows. Among rows with the same key, equal ones pair first, the rest pair
 * in order of content, and leftovers were added or removed, so each row of each side counts exactly once. The result
 * does not depend on the order of the rows. Removing equal rows from both sides beforehand only changes the unchanged
 * count.
 */
export function diffRows(before: readonly string[], after: readonly string[], rules: DiffRules): RowDiff {
  const rest = cancelEqual(before, after)
  const contentOf = contentReader(rules.ignoreFields)
  const differing: PairedGroup[] = []
  let unchanged = rest.cancelled
  for (const [key, group] of groupByKey(rest.before, rest.after, keyReader(rules))) {
    const paired = pairRows(group.before, group.after, contentOf)
    unchanged += paired.unchanged
    // If only ignored fields differ, most groups have nothing to list and need not be sorted.
    if (hasDifference(paired)) differing.push({ key, ...paired })
  }
  return listed(differing.sort(byKey), unchanged)
}

type Group = { readonly before: string[]; readonly after: string[] }
type PairedGroup = PairedRows & { readonly key: string }

function groupByKey(
  before: readonly string[],
  after: readonly string[],
  keyOf: (text: string) => string,
): Map<string, Group> {
  const groups = new Map<string, Group>()
  const groupOf = (key: string): Group => {
    let group = groups.get(key)
    if (group === undefined) groups.set(key, (group = { before: [], after: [] }))
    return group
  }
  for (const text of before) groupOf(keyOf(text)).before.push(text)
  for (const text of after) groupOf(keyOf(text)).after.push(text)
  return groups
}

const hasDifference = ({ changed, removed, added }: PairedRows): boolean =>
  changed.length + removed.length + added.length > 0

const byKey = (a: PairedGroup, b: PairedGroup): number => compareCodeUnits(a.key, b.key)

function listed(groups: readonly PairedGroup[], unchanged: number): RowDiff {
  const added = groups.flatMap((group) => group.added)
  const removed = groups.flatMap((group) => group.removed)
  const changed = groups.flatMap((group) => group.changed)
  return {
    counts: { added: added.length, removed: removed.length, changed: changed.length, unchanged },
    added,
    removed,
    changed,
  }
}

export type PresentedChange = {
  key: Row
  fields: Record<string, { before: Value; after: Value }>
  /** The whole row as it is afterwards, where it was asked for. */
  row?: Row
}

/**
 * Presents a changed row with its key and the fields that differ, in byte order. A field absent on one side is null
 * there; ignored fields are left out.
 */
export function presentChangedRow({ before, after }: RowTexts, rules: DiffRules): PresentedChange {
  const [old, current] = [parseCanonicalRow(before), parseCanonicalRow(after)]
  const ignored = new Set(rules.ignoreFields)
  const names = [...new Set([...Object.keys(old), ...Object.keys(current)])].filter((name) => !ignored.has(name))
  const fields = names
    .sort(compareBytes)
    .map((name) => [name, { before: cellOf(old, name), after: cellOf(current, name) }] as const)
  return { key: keyOf(old, rules), fields: Object.fromEntries(fields.filter(([, field]) => isChanged(field))) }
}

const isChanged = (field: { before: Value; after: Value }): boolean =>
  canonicalValue(field.before) !== canonicalValue(field.after)

/** Rows identified by their whole content are never changed, so they have no key to present. */
const keyOf = (row: Row, rules: DiffRules): Row =>
  Object.fromEntries(keyFieldsOf(rules).map((name) => [name, cellOf(row, name)]))
