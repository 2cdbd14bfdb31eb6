import { type CompareService, createCompareService } from './compare.service.ts'
import { type CheckHistory, checkHistory, type CheckHistoryOrder } from '../past/check-history.ts'
import { type JudgeAtOrder, judgeAt, type JudgedAt } from '../past/judge-at.ts'
import type { Actor } from '../../../kernel/caller.ts'
import { createHistoryService, type HistoryService } from './history.service.ts'

type Dependencies = Parameters<typeof createHistoryService>[0] &
  Parameters<typeof createCompareService>[0] &
  Parameters<typeof checkHistory>[0]

/** Comparisons, timelines and other views over several snapshots. */
export type History = HistoryService &
  CompareService & {
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
  checks: (actor, order, signal) => checkHistory(dependencies, actor, order, signal),
  judgeAt: (actor, order, signal) => judgeAt(dependencies, actor, order, signal),
})
