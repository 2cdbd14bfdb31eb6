/** Random numbers that a seed decides. */
export type Random = {
  /** From 0 up to, and without, 1. */
  readonly next: () => number
  readonly below: (limit: number) => number
  readonly chance: (probability: number) => boolean
  readonly pick: <T>(values: readonly T[]) => T
  readonly bytes: (into: Uint8Array) => void
  /** Another source: what it gives does not depend on how much was taken from this one. */
  readonly fork: (name: string) => Random
}

export function createRandom(seed: number | string): Random {
  let state = hashOf(String(seed))
  const word = (): number => {
    // mulberry32
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return (mixed ^ (mixed >>> 14)) >>> 0
  }
  const next = (): number => word() / 2 ** 32
  const below = (limit: number): number => Math.floor(next() * limit)
  return {
    next,
    below,
    chance: (probability) => next() < probability,
    pick: (values) => values[below(values.length)]!,
    bytes: (into) => {
      for (let index = 0; index < into.length; index += 1) into[index] = word() & 0xff
    },
    fork: (name) => createRandom(`${seed}/${name}`),
  }
}

/** FNV-1a. */
export function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < text.length; index += 1) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  return hash >>> 0
}
