import { createCompareService } from './compare.service.ts'
import { createHistoryService } from './history.service.ts'

type Dependencies = Parameters<typeof createHistoryService>[0] & Parameters<typeof createCompareService>[0]

export type History = ReturnType<typeof createHistory>

/** Comparisons, timelines and other views over several snapshots. */
export const createHistory = (dependencies: Dependencies) => ({
  ...createHistoryService(dependencies),
  ...createCompareService(dependencies),
})
