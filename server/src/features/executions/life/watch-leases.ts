import type { Logger } from 'pino'
import type { Database } from '../../../adapters/database/database.ts'
import type { Clock, Timer } from '../../../kernel/clock.ts'
import { SECOND } from '../../../kernel/durations.ts'
import type { KnownDeaths } from '../../../platform/deaths/known-deaths.ts'
import type { RunEnds } from './end-runs.ts'
import { endLostRuns } from './end-lost-runs.ts'
import { findExpiredLeases } from './leases.store.ts'

type Dependencies = {
  readonly database: Database
  readonly ends: RunEnds
  readonly deaths: KnownDeaths
  readonly clock: Clock
  readonly logger: Logger
}

const LOOK_EVERY_MS = 10 * SECOND
const MOST_AT_ONCE = 500

/**
 * Ends manual runs whose process died: nobody else continues them. A lease must have expired at two looks, because
 * after an outage of the database all have, and live processes need a moment to renew theirs.
 */
export function createLeaseWatch({ database, ends, deaths, clock, logger }: Dependencies) {
  let expired: ReadonlySet<string> = new Set()
  let timer: Timer | undefined

  async function look(): Promise<void> {
    const found = await findExpiredLeases(database.db, MOST_AT_ONCE)
    const keyOf = ({ id, deadlineAt }: (typeof found)[number]) => `${id} ${deadlineAt.getTime()}`
    const lost = found.filter((run) => expired.has(keyOf(run)))
    expired = new Set(found.map(keyOf))
    await endLostRuns({ ends, deaths }, lost)
    if (lost.length > 0) logger.warn({ runs: lost.length }, 'ended runs whose process died')
  }

  return {
    start: (): void => {
      timer = clock.repeat(async () => {
        try {
          await look()
        } catch (error) {
          logger.warn({ err: error }, 'could not look for runs whose process died')
        }
      }, LOOK_EVERY_MS)
    },
    close: (): void => timer?.cancel(),
  }
}
