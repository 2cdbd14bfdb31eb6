/**
 * Gives back the objects it gave before where nothing differs, and the list itself if none does, so that only what
 * changed is drawn again. Values one level down are compared too.
 */
export function keepSame<T>(keyOf: (item: T) => string): (next: readonly T[]) => T[] {
  let known = new Map<string, T>()
  let list: T[] = []
  return (next) => {
    const kept = next.map((item) => {
      const before = known.get(keyOf(item))
      return before && isSame(before, item, 2) ? before : item
    })
    if (kept.length === list.length && kept.every((item, index) => item === list[index])) return list
    known = new Map(kept.map((item) => [keyOf(item), item]))
    list = kept
    return list
  }
}

/** Whether two values are equal, or plain objects whose values are, down to a depth. */
export function isSame(one: unknown, other: unknown, depth: number): boolean {
  if (Object.is(one, other)) return true
  if (depth === 0 || !isPlain(one) || !isPlain(other)) return false
  const keys = Object.keys(one)
  return keys.length === Object.keys(other).length && keys.every((key) => isSame(one[key], other[key], depth - 1))
}

const isPlain = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
