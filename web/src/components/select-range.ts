/** Selects or deselects a row; with `from`, all rows between them too. */
export function selectRange(
  selected: ReadonlySet<string>,
  keys: readonly string[],
  { key, isSelected, from }: { readonly key: string; readonly isSelected: boolean; readonly from?: string | undefined },
): ReadonlySet<string> {
  const end = keys.indexOf(key)
  const start = from === undefined ? -1 : keys.indexOf(from)
  const changed = start === -1 ? [key] : keys.slice(Math.min(start, end), Math.max(start, end) + 1)
  const next = new Set(selected)
  for (const one of changed) {
    if (isSelected) next.add(one)
    else next.delete(one)
  }
  return next
}
