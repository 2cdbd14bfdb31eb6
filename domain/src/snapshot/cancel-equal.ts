export type Rest = { readonly before: readonly string[]; readonly after: readonly string[]; readonly cancelled: number }

/** Removes rows that both sides share, each as often as it occurs on both. The rest keeps its order. */
export function cancelEqual(before: readonly string[], after: readonly string[]): Rest {
  const waiting = new Map<string, number>()
  for (const text of before) waiting.set(text, (waiting.get(text) ?? 0) + 1)
  const restAfter = after.filter((text) => !takeOne(waiting, text))
  const restBefore = before.filter((text) => takeOne(waiting, text))
  return { before: restBefore, after: restAfter, cancelled: after.length - restAfter.length }
}

function takeOne(waiting: Map<string, number>, text: string): boolean {
  const count = waiting.get(text) ?? 0
  if (count > 0) waiting.set(text, count - 1)
  return count > 0
}
