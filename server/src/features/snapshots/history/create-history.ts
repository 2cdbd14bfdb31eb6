import { createCompareService } from './compare.service.ts'
import { createHistoryService } from './history.service.ts'

type Dependencies = Parameters<typeof createHistoryService>[0] & Parameters<typeof createCompareService>[0]

export type History = ReturnType<typeof createHistory>

/** What snapshots tell when they are put side by side. */
export const createHistory = (dependencies: Dependencies) => ({
  ...createHistoryService(dependencies),
  ...createCompareService(dependencies),
})
