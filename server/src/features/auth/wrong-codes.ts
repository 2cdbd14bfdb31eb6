import type { Database, Executor } from '../../adapters/database/database.ts'
import type { Clock } from '../../kernel/clock.ts'
import { countedAddress } from '../../kernel/counted-address.ts'
import { HOUR } from '../../kernel/durations.ts'
import { Throttled } from '../../kernel/errors.ts'
import { currentActor } from '../../platform/request-scope.ts'
import { deleteEvent } from './counted-events.store.ts'
import { countEvent } from './event-counter.ts'

const LIMITS = { windowMs: HOUR, perAddress: 10, overall: 1000 }
const SUBJECT = 'reset-code'

/**
 * Counts a reset code as wrong before it is checked; call the result once it was right. A code is entered without a
 * username, so what limits guessing is the address, and the number of wrong codes in all.
 */
export async function countAsWrongCode(database: Database, clock: Clock): Promise<(tx: Executor) => Promise<void>> {
  const now = clock.now()
  const here = { subject: SUBJECT, address: countedAddress(currentActor().ipAddress ?? '') }
  const counted = await database.transaction((tx) => countEvent(tx, LIMITS, here, now))
  if (counted.fullUntil) throw new Throttled(counted.fullUntil.getTime() - now.getTime(), 'Too many wrong codes.')
  return (tx) => deleteEvent(tx, counted.id)
}
