type Idle =
  | { readonly kind: 'active' }
  | { readonly kind: 'warning'; readonly seconds: number }
  | { readonly kind: 'over' }

const MINUTE_MS = 60_000
const WARNED_MS = 60_000

/** What a session is that had its last input then: in its last minute it warns. A limit of 0 minutes is none. */
export function idleAt(now: number, lastInput: number, limitMinutes: number): Idle {
  if (limitMinutes === 0) return { kind: 'active' }
  const left = lastInput + limitMinutes * MINUTE_MS - now
  if (left <= 0) return { kind: 'over' }
  return left <= WARNED_MS ? { kind: 'warning', seconds: Math.ceil(left / 1000) } : { kind: 'active' }
}
