import { peopleOf } from '@heddle/domain/snapshot/blame.ts'
import type { Database } from '../../../adapters/database/database.ts'
import type { MemoryBudget } from '../../../platform/memory/memory-budget.ts'
import { findSnapshot, type SnapshotArchive, SnapshotGone } from '../../archive/index.ts'
import { comparisonLoan } from './compare-memory.ts'
import { comparisonRules } from './compare-rules.ts'
import { readSettings } from '../settings.store.ts'
import { type BlameParts, recordsBetween } from '../blame/blame.service.ts'
import { blamedRows, findBlameIn } from '../blame/blame-rows.ts'

type Parts = BlameParts & {
  readonly database: Database
  readonly archive: Pick<SnapshotArchive, 'compare'>
  readonly memory: Pick<MemoryBudget, 'borrow'>
}

/** Rows that are looked at, of each kind. */
const MOST_ROWS = 1_000

/** Reads and keeps the audit records between two captures, and names who changed most; nobody if that is unknown. */
export async function peopleBetween(
  parts: Parts,
  beforeId: string,
  afterId: string,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const { database, archive, memory } = parts
  const [before, after] = [await findSnapshot(database.db, beforeId), await findSnapshot(database.db, afterId)]
  if (!before || !after) return []
  const records = await recordsBetween(parts, before, after, signal)
  if (records.source === 'unavailable') return []
  const owner = after.capturedById ?? 0
  const rules = comparisonRules({}, await readSettings(database.db, owner), [before, after])
  const giveBack = await memory.borrow(comparisonLoan({ id: owner, group: null }, [before, after], signal))
  try {
    const compared = await archive.compare(before, after, rules, MOST_ROWS, true)
    return peopleOf(blamedRows(compared).map(findBlameIn(records)))
  } catch (error) {
    if (error instanceof SnapshotGone) return []
    throw error
  } finally {
    giveBack()
  }
}
