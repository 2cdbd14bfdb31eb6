import type { Database } from '../../adapters/database/database.ts'
import type { SiemCollector, SiemFailure, SiemTarget } from '../../adapters/siem/siem-collectors.ts'
import type { Clock } from '../../kernel/clock.ts'
import { SECOND } from '../../kernel/durations.ts'
import { countAfter, RECORD_TABLES } from './record-tables.ts'
import { findTarget } from './records.store.ts'
import type { TargetRow } from './records.tables.ts'

/** How a collector keeps up. */
export type StreamState = {
  readonly target: SiemTarget
  readonly address: string
  /** `starting` until a process that works has seen it. */
  readonly state: 'ok' | 'failing' | 'held' | 'starting'
  readonly failingSince: Date | null
  readonly lastSentAt: Date | null
  readonly lastError: string | null
  readonly errorKind: SiemFailure['kind'] | null
  readonly lagSeconds: number
  readonly waiting: number
  readonly isWaitingExact: boolean
  readonly sent: number
  readonly refused: number
  readonly lost: number
}

/** Of each table. */
const MOST_COUNTED = 10_000

export async function readStreams(
  { db }: Pick<Database, 'db'>,
  clock: Pick<Clock, 'now'>,
  collectors: readonly Pick<SiemCollector, 'target' | 'address'>[],
): Promise<StreamState[]> {
  const states: StreamState[] = []
  for (const { target, address } of collectors) {
    const row = await findTarget(db, target)
    if (!row) states.push({ ...NEW, target, address })
    else {
      const backlog = await backlogOf(db, clock, row)
      states.push({ target, address, ...backlog, ...stateOf(row, backlog.waiting) })
    }
  }
  return states
}

const NEW = {
  ...({ state: 'starting', failingSince: null, lastSentAt: null, lastError: null, errorKind: null } as const),
  ...{ lagSeconds: 0, waiting: 0, isWaitingExact: true, sent: 0, refused: 0, lost: 0 },
}

const stateOf = (row: TargetRow, waiting: number) => {
  const { failingSince, heldSince, lastSentAt, lastError, lastErrorKind, sent, refused, lost } = row
  const isHeld = heldSince !== null && waiting > 0
  return {
    state: failingSince !== null ? ('failing' as const) : isHeld ? ('held' as const) : ('ok' as const),
    ...{ failingSince, lastSentAt, lastError, errorKind: lastErrorKind, sent, refused, lost },
  }
}

async function backlogOf(db: Database['db'], clock: Pick<Clock, 'now'>, row: TargetRow) {
  let waiting = 0
  let isWaitingExact = true
  let oldest = Infinity
  for (const table of RECORD_TABLES) {
    const after = row[table.position]
    const count = await countAfter(db, table, after, MOST_COUNTED)
    if (count === 0) continue
    waiting += Math.min(count, MOST_COUNTED)
    isWaitingExact &&= count <= MOST_COUNTED
    oldest = Math.min(oldest, (await table.firstAt(db, after))?.getTime() ?? Infinity)
  }
  const lagSeconds = oldest === Infinity ? 0 : Math.max(0, clock.now().getTime() - oldest) / SECOND
  return { waiting, isWaitingExact, lagSeconds }
}
