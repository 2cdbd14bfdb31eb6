import type { BlameReply } from '@heddle/contract/blame.ts'
import type { SnapshotChanges } from '@heddle/contract/history.ts'
import type { Database } from '../../../adapters/database/database.ts'
import type { Actor } from '../../../kernel/caller.ts'
import type { MemoryBudget } from '../../../platform/memory/memory-budget.ts'
import { findSnapshot, type SnapshotArchive, SnapshotGone } from '../../archive/index.ts'
import { presentSource } from '../blame/blame-rows.ts'
import { type BlameParts, recordsBetween } from '../blame/blame.service.ts'
import type { SharedSpan } from '../blame/shared-span.ts'
import { readSettings } from '../settings.store.ts'
import { withBlame } from './compare.presenter.ts'
import { comparisonLoan } from './compare-memory.ts'
import { comparisonRules } from './compare-rules.ts'

export type PairOrder = {
  readonly before: string
  readonly after: string
  /** Rows that are listed, of each kind. */
  readonly most: number
  /** Of comparisons on one connection that ask for authors one after the other. */
  readonly shared?: SharedSpan | undefined
}

/** As the wire shows them. */
export type ComparedPair = ReturnType<typeof withBlame> & {
  readonly summary: SnapshotChanges
  readonly truncated: boolean
  /** Null if nothing differs. */
  readonly blame: BlameReply | null
}

type Parts = BlameParts & {
  readonly database: Database
  readonly archive: Pick<SnapshotArchive, 'compare'>
  readonly memory: Pick<MemoryBudget, 'borrow'>
}

/** Compares two captures by the settings of a user. The controller is asked only if something differs. */
export async function comparePair(
  parts: Parts,
  actor: Pick<Actor, 'id' | 'group'>,
  { before: beforeId, after: afterId, most, shared }: PairOrder,
  signal: AbortSignal,
): Promise<ComparedPair | undefined> {
  const { database, archive, memory } = parts
  const [before, after] = [await findSnapshot(database.db, beforeId), await findSnapshot(database.db, afterId)]
  if (!before || !after) return undefined
  const rules = comparisonRules({}, await readSettings(database.db, actor.id), [before, after])
  const giveBack = await memory.borrow(comparisonLoan(actor, [before, after], signal))
  try {
    const { counts, truncated, ...lists } = await archive.compare(before, after, rules, most, true)
    if (counts.added + counts.removed + counts.changed === 0)
      return { ...withBlame(lists), summary: counts, truncated, blame: null }
    const records = await recordsBetween(parts, before, after, signal, shared)
    const blamed = withBlame({ ...lists, blame: { records, isBackwards: false, withRows: false } })
    return { ...blamed, summary: counts, truncated, blame: presentSource(records) }
  } catch (error) {
    if (error instanceof SnapshotGone) return undefined
    throw error
  } finally {
    giveBack()
  }
}
