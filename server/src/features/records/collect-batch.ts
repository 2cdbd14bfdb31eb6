import { setTimeout as delay } from 'node:timers/promises'
import type { RecordEvent } from '@heddle/domain/records/record-event.ts'
import type { Database } from '../../adapters/database/database.ts'
import { lastOfNext, type Naming, type Positions, RECORD_TABLES, type RecordTable, writersOf } from './record-tables.ts'

export type Batch = {
  readonly events: readonly RecordEvent[]
  /** Where the target is once it has taken the batch. */
  readonly positions: Positions
  readonly rows: number
  /** A transaction that is still open keeps rows back. */
  readonly isHeld: boolean
}

const LOOK_MS = 25
const LOOKS = 20

/**
 * The next rows of each table, in order. Ids are given before transactions commit, so a row may appear below one that
 * is already there. Rows are read only after every transaction has ended that could still bring one: those that had the
 * table locked for writing when the last of the rows was there.
 */
export async function collectBatch(
  database: Pick<Database, 'db' | 'kind'>,
  from: Positions,
  share: number,
  naming: Naming,
): Promise<Batch> {
  const events: RecordEvent[] = []
  let positions = from
  let rows = 0
  let isHeld = false
  for (const table of RECORD_TABLES) {
    const after = positions[table.position]
    const limit = Math.max(1, Math.floor(table.mostRows * share))
    const upTo = await lastOfNext(database.db, table, after, limit)
    if (upTo === undefined) continue
    if (!(await isSettled(database, table))) {
      isHeld = true
      continue
    }
    const found = await table.read(database.db, { after, upTo, limit }, naming)
    rows += found.length
    for (const { events: some } of found) events.push(...some)
    // Rows that came in between may have filled the page; those that were deleted are passed over.
    const last = found.length === limit ? found.at(-1)!.position : upTo
    positions = { ...positions, [table.position]: last }
  }
  return { events, positions, rows, isHeld }
}

/** False when a transaction stays open. The embedded database has one session, so there is none. */
async function isSettled({ db, kind }: Pick<Database, 'db' | 'kind'>, table: RecordTable): Promise<boolean> {
  if (kind === 'embedded') return true
  let writers = await writersOf(db, table)
  for (let look = 0; writers.length > 0 && look < LOOKS; look += 1) {
    await delay(LOOK_MS)
    const still = new Set(await writersOf(db, table))
    writers = writers.filter((writer) => still.has(writer))
  }
  return writers.length === 0
}
