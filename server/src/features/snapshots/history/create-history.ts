import { type CompareService, createCompareService } from './compare.service.ts'
import { createHistoryService, type HistoryService } from './history.service.ts'

type Dependencies = Parameters<typeof createHistoryService>[0] & Parameters<typeof createCompareService>[0]

/** Comparisons, timelines and other views over several snapshots. */
export type History = HistoryService & CompareService

export const createHistory = (dependencies: Dependencies): History => ({
  ...createHistoryService(dependencies),
  ...createCompareService(dependencies),
})
