import type { Executor } from '../../adapters/database/database.ts'
import { HOUR, MINUTE } from '../../kernel/durations.ts'
import { findNthNewest, lockSubject } from './counted-events.store.ts'
import { countEvent } from './event-counter.ts'

const LIMITS = { windowMs: HOUR, perAddress: 3, overall: 3 }
const PAUSES_MS = { reset: 2 * MINUTE, verification: 0, take_back: 0 }

/**
 * Whether a recipient may get another mail of this kind; counts it if so. The requester gets the same answer either
 * way, or it would reveal who exists.
 */
export async function mayMail(
  tx: Executor,
  kind: keyof typeof PAUSES_MS,
  recipient: string,
  now: Date,
): Promise<boolean> {
  const subject = `${kind}-mail:${recipient.toLowerCase()}`
  await lockSubject(tx, subject, new Date(now.getTime() + LIMITS.windowMs))
  const last = await findNthNewest(tx, subject, 1)
  if (last && now.getTime() - last.getTime() < PAUSES_MS[kind]) return false
  return (await countEvent(tx, LIMITS, { subject, address: '' }, now)).fullUntil === undefined
}
