import { DAY, HOUR, MINUTE } from '../../../kernel/durations.ts'
import { readInstanceSetting } from '../../../platform/instance/instance-settings.ts'
import type { ArchiveContext } from '../archive-types.ts'
import { lockLineages } from '../lineages.store.ts'
import {
  capturedByEarlierVersion,
  dropEarlierTable,
  findEarlierChunks,
  hasEarlierTable,
  moveChunks,
} from './move-chunks.store.ts'

const SINCE = 'chunks_moving_since'
const CHUNKS_AT_ONCE = 500
/** Of one run; the next one goes on. */
const LONGEST_RUN_MS = 2 * MINUTE
/** Processes of the version before do not find what was moved: time for an upgrade of one process after the other. */
const MOVES_AFTER_MS = HOUR
/** They fail without the table. */
const DROPS_AFTER_MS = DAY

/** Moves chunks from the table before `lineage_chunks`, step by step, and drops it in the end. */
export async function moveEarlierChunks({
  database,
  clock,
  logger,
}: Omit<ArchiveContext, 'bodies' | 'rows' | 'threads'>): Promise<void> {
  const { db } = database
  if (!(await hasEarlierTable(db))) return
  const sinceMs = clock.now().getTime() - new Date(String(await readInstanceSetting(db, SINCE))).getTime()
  // The embedded database has one process, which is this one.
  const isOver = (ms: number): boolean => database.kind === 'embedded' || sinceMs >= ms
  if (!isOver(MOVES_AFTER_MS)) return
  const moved = await moveAll({ database, clock })
  if (moved > 0) logger.info({ chunks: moved }, 'moved chunks of the history to their partitions')
  if ((await findEarlierChunks(db, 0, 1)).length > 0 || !isOver(DROPS_AFTER_MS)) return
  if (await database.transaction(dropEarlierTable))
    logger.info('the history is in partitions; dropped the table before them')
}

async function moveAll({ database, clock }: Pick<ArchiveContext, 'database' | 'clock'>): Promise<number> {
  const until = clock.now().getTime() + LONGEST_RUN_MS
  let moved = 0
  for (let last: number | undefined = 0; last !== undefined && clock.now().getTime() < until;) {
    const found = await findEarlierChunks(database.db, last, CHUNKS_AT_ONCE)
    moved += await database.transaction(async (tx) => {
      const lineageIds = await lockLineages(tx, [...new Set(found.map(({ lineageId }) => lineageId))])
      const busy = await capturedByEarlierVersion(tx, lineageIds)
      return moveChunks(
        tx,
        found.flatMap(({ id, lineageId }) => (busy.has(lineageId) ? [] : [id])),
      )
    })
    last = found.at(-1)?.id
  }
  return moved
}
