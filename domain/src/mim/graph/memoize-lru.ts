/** Caches computed values and evicts the least recently used. */
export function memoizeLru<Key, Value>(limit: number, compute: (key: Key) => Value): (key: Key) => Value {
  const kept = new Map<Key, Value>()
  return (key) => {
    const value = kept.has(key) ? (kept.get(key) as Value) : compute(key)
    kept.delete(key)
    kept.set(key, value)
    for (const oldest of kept.keys()) {
      if (kept.size <= limit) break
      kept.delete(oldest)
    }
    return value
  }
}
