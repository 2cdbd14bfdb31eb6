import type { Wire } from '../../../lib/api/wire.ts'

type Judged = Wire.CheckPast['results'][number]

/** Captures that follow each other and came to the same. */
export type Stretch = {
  readonly status: Judged['status']
  readonly from: Judged
  readonly to: Judged
  readonly captures: number
  /** The most that one of them found. */
  readonly most: number
}

/** Oldest first, as the captures are. */
export function stretchesOf(results: readonly Judged[]): readonly Stretch[] {
  const found: Stretch[] = []
  for (const one of results) {
    const last = found.at(-1)
    if (last?.status === one.status) {
      const most = Math.max(last.most, one.findings)
      found[found.length - 1] = { ...last, to: one, captures: last.captures + 1, most }
    } else found.push({ status: one.status, from: one, to: one, captures: 1, most: one.findings })
  }
  return found
}
