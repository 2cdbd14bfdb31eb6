import type { Clock } from '../../kernel/clock.ts'

const EVERY_MS = 250
/** The minimum interval between two reports, as a fraction of the time elapsed so far. */
const FRACTION = 0.01

/** Whether a part may report its progress again: less and less often the longer it takes. */
export function createProgressThrottle(clock: Clock): (part: string) => boolean {
  const parts = new Map<string, { readonly since: number; readonly last: number }>()
  return (part) => {
    const now = clock.now().getTime()
    const { since, last } = parts.get(part) ?? { since: now, last: -Infinity }
    if (now - last < Math.max(EVERY_MS, (now - since) * FRACTION)) return false
    parts.set(part, { since, last: now })
    return true
  }
}
