/**
 * A chunk of the previous snapshot. Hash and bound are hex, which sorts like the bytes; `dictionaryId` is its base or
 * itself, undefined if it must not be one.
 */
export type BaseChunk = {
  readonly id: number
  readonly hash: string
  readonly minDn: string | null
  readonly dictionaryId: number | undefined
}

/** Guesses which chunk of the previous snapshot a new chunk replaces. A wrong guess only costs space. */
export function createReplacedChunkFinder(base: readonly BaseChunk[], isDnSorted: boolean) {
  const byFirstDn = new Map(base.map(({ minDn }, index) => [minDn, index]))
  let next = 0

  return {
    /** The chunk at this index is part of the new snapshot, too. */
    reused: (index: number): void => {
      next = index + 1
    },
    find: (minDn: string | null): BaseChunk | undefined => {
      const index =
        (minDn === null ? undefined : (byFirstDn.get(minDn) ?? (isDnSorted ? lastUpTo(base, minDn) : undefined))) ??
        next
      if (index < base.length) next = index + 1
      return base[index] ?? base.at(-1)
    },
  }
}

/** The last chunk that begins at or before this DN. */
function lastUpTo(base: readonly BaseChunk[], minDn: string): number {
  let [low, high] = [0, base.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((base[middle]!.minDn ?? '') <= minDn) low = middle + 1
    else high = middle
  }
  return Math.max(0, low - 1)
}
