import type { Rate } from './cache.ts'

/** `dueUs` is when the bucket is empty again, in microseconds. */
type Decision =
  | { readonly admitted: true; readonly dueUs: number; readonly retryAfterUs: 0 }
  | { readonly admitted: false; readonly retryAfterUs: number }

/** Whole microseconds: sums of fractions such as 33.3 ms would occasionally refuse the last unit of a burst. */
export const intervalUs = ({ intervalMs }: Rate): number => Math.round(intervalMs * 1000)

/**
 * A leaky bucket as one number (generic cell rate algorithm): each unit moves the instant at which the bucket is empty
 * by one interval; a unit that would move it past the bucket's depth is refused and moves nothing. ADMIT in
 * `redis-cache.ts` does the same.
 */
export function admitAt(nowUs: number, heldUs: number | undefined, rate: Rate): Decision {
  const interval = intervalUs(rate)
  const depth = (rate.burst + 1) * interval
  // Further ahead than the bucket's depth: the clock was set back, which must lock no one out.
  const startUs = heldUs === undefined || heldUs > nowUs + depth ? nowUs : Math.max(nowUs, heldUs)
  const dueUs = startUs + interval
  if (dueUs > nowUs + depth) return { admitted: false, retryAfterUs: dueUs - nowUs - depth }
  return { admitted: true, dueUs, retryAfterUs: 0 }
}
