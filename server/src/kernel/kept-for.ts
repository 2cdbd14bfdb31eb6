/**
 * Reads at most once in that time, and never again while a read has not ended: what hangs is not asked once more by
 * every scrape. A failed read is not kept.
 */
export function keptFor<T>(
  ms: number,
  read: () => Promise<T>,
  now: () => number = () => performance.now(),
): () => Promise<T> {
  let kept: { readonly until: number; readonly value: Promise<T> } | undefined
  let reading = false
  return () => {
    if (kept !== undefined && (reading || now() < kept.until)) return kept.value
    reading = true
    const value = read().finally(() => (reading = false))
    const entry = { until: now() + ms, value }
    kept = entry
    value.catch(() => {
      if (kept === entry) kept = undefined
    })
    return value
  }
}
