/**
 * The refresh tokens of a session, one generation after another. `replacedAt` has the instants at which the newest
 * generations were replaced, oldest first; those whose grace is over are left out.
 */
export type Rotation = { readonly generation: number; readonly replacedAt: readonly Date[] }

export const REPLACED_GRACE_MS = 60_000
/** Keeps what a session stores small, however fast its client rotates. */
export const MOST_REPLACED = 100

const isGood = (replacedAt: Date, now: Date): boolean => now.getTime() - replacedAt.getTime() < REPLACED_GRACE_MS

/**
 * What a refresh token of this generation is: the current one, one replaced less than a minute ago, which another tab
 * or a retry may still send, or one that only a thief or a very late client sends.
 */
export function judgeRefresh(
  { generation, replacedAt }: Rotation,
  presented: number,
  now: Date,
): 'current' | 'replaced' | 'reused' {
  const behind = generation - presented
  if (behind <= 0) return 'current'
  const at = replacedAt.at(-behind)
  return at !== undefined && isGood(at, now) ? 'replaced' : 'reused'
}

/**
 * The next generation replaces the current one. With too many in the last minute the current one stays, so that none of
 * those promised a grace loses it.
 */
export function rotate(rotation: Rotation, now: Date): Rotation {
  const first = rotation.replacedAt.findIndex((at) => isGood(at, now))
  const good = first === -1 ? [] : rotation.replacedAt.slice(first)
  return good.length >= MOST_REPLACED ? rotation : { generation: rotation.generation + 1, replacedAt: [...good, now] }
}
