import { randomUUID } from 'node:crypto'
import type { Executor } from '../../adapters/database/database.ts'
import { countEvents, findNthNewest, insertEvent, lockSubject } from './counted-events.store.ts'

/** At most so many events of a subject in the window, from one address and in all. */
export type CounterRules = { readonly windowMs: number; readonly perAddress: number; readonly overall: number }

/** `fullUntil` when the limit is used up, else the event, with its number among those that count. */
export type Counted =
  | { readonly fullUntil: Date }
  | { readonly fullUntil: undefined; readonly id: string; readonly fromAddress: number; readonly overall: number }

export type CountedSubject = {
  readonly subject: string
  readonly address: string
  /** Whether the limit over all addresses does not apply here; asked only when it is used up. */
  readonly isExempt?: (tx: Executor) => Promise<boolean>
}

/**
 * Counts an event unless the limit is used up. Nothing is counted then, so the limit ends even under constant attack.
 * Stored in the database, so it applies in every process and survives a restart.
 */
export async function countEvent(
  tx: Executor,
  rules: CounterRules,
  counted: CountedSubject,
  now: Date,
): Promise<Counted> {
  const { subject, address, isExempt } = counted
  const { windowMs, perAddress, overall } = rules
  const fullUntil = async (nth: number, from?: string): Promise<Counted> => {
    const oldest = (await findNthNewest(tx, subject, nth, from)) ?? now
    return { fullUntil: new Date(oldest.getTime() + windowMs) }
  }
  const expiresAt = new Date(now.getTime() + windowMs)
  await lockSubject(tx, subject, expiresAt)
  const seen = await countEvents(tx, subject, address, new Date(now.getTime() - windowMs))
  if (seen.fromAddress >= perAddress) return fullUntil(perAddress, address)
  if (seen.overall >= overall && !(await isExempt?.(tx))) return fullUntil(overall)
  const id = randomUUID()
  await insertEvent(tx, { id, subject, address, at: now, expiresAt })
  return { fullUntil: undefined, id, fromAddress: seen.fromAddress + 1, overall: seen.overall + 1 }
}
