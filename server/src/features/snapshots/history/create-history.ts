import type { WhyThen } from '@heddle/contract/why.ts'
import { type BlamedRows, blameBetween, type BlameOrder } from '../blame/blame-between.ts'
import { type ComparedPair, comparePair, type PairOrder } from './compare-pair.ts'
import { type CompareService, createCompareService } from './compare.service.ts'
import { type CheckHistory, checkHistory, type CheckHistoryOrder } from '../past/check-history.ts'
import { type JudgeAtOrder, judgeAt, type JudgedAt } from '../past/judge-at.ts'
import type { Actor } from '../../../kernel/caller.ts'
import { whyThen, type WhyThenOrder, type WhyThenParts } from '../past/why-then.ts'
import { createHistoryService, type HistoryService } from './history.service.ts'
import { type SnapshotGroups, snapshotGroups } from './snapshot-groups.ts'
import type { RowGrouping } from '@heddle/domain/snapshot/group-of-row.ts'

type Dependencies = Parameters<typeof createHistoryService>[0] &
  Parameters<typeof createCompareService>[0] &
  Parameters<typeof checkHistory>[0] &
  WhyThenParts

/** Comparisons, timelines and other views over several snapshots. */
export type History = HistoryService &
  CompareService & {
    /** What differs between two captures, and who changed it; undefined if one of them is gone. */
    readonly comparePair: (
      actor: Pick<Actor, 'id' | 'group'>,
      order: PairOrder,
      signal: AbortSignal,
    ) => Promise<ComparedPair | undefined>
    /** The groups that the rows of a capture are in. */
    readonly groups: (id: string, by: RowGrouping) => Promise<SnapshotGroups>
    /** What a capture says of an object. */
    readonly whyThen: (actor: Actor, order: WhyThenOrder) => Promise<WhyThen>
    /** Who changed rows between two readings of a fabric. */
    readonly blameBetween: (order: BlameOrder, signal: AbortSignal) => Promise<BlamedRows>
    /** The captures of a query, judged by what it expects now. */
    readonly checks: (
      actor: Pick<Actor, 'id' | 'group'>,
      order: CheckHistoryOrder,
      signal: AbortSignal,
    ) => Promise<CheckHistory>
    /** The capture of a query at an instant, judged likewise. */
    readonly judgeAt: (
      actor: Pick<Actor, 'id' | 'group'>,
      order: JudgeAtOrder,
      signal: AbortSignal,
    ) => Promise<JudgedAt>
  }

export const createHistory = (dependencies: Dependencies): History => ({
  ...createHistoryService(dependencies),
  ...createCompareService(dependencies),
  comparePair: (actor, order, signal) => comparePair(dependencies, actor, order, signal),
  groups: (id, by) => snapshotGroups(dependencies, id, by),
  whyThen: (actor, order) => whyThen(dependencies, actor, order),
  blameBetween: (order, signal) => blameBetween(dependencies, order, signal),
  checks: (actor, order, signal) => checkHistory(dependencies, actor, order, signal),
  judgeAt: (actor, order, signal) => judgeAt(dependencies, actor, order, signal),
})
