import { defineFeature } from '../../platform/feature.ts'
import { classUseFeature } from '../class-use/index.ts'
import { controllerConnectionsFeature } from '../controller-connections/index.ts'
import { mimFeature } from '../mim/index.ts'
import { queriesFeature } from '../queries/index.ts'
import { createPlanners } from './planners.ts'
import { queryToRun } from './query-to-run.ts'

export {
  choiceFaults,
  choiceOf,
  chosenConnections,
  type ChosenConnections,
  type ConnectionChoice,
  mergedConnections,
  missingConnections,
} from './chosen-connections.ts'
export { presentConnections, presentNamedConnections } from './merged-connection.ts'
export type { Planner, Planners } from './planners.ts'
export { queryToRun, type QueryToRun, type StoredQuery, subjectOf } from './query-to-run.ts'
export type { WhyDropped, WhyFailure, WhyOutline, WhyPart } from './thread/why-calls.ts'
export type { PlannedInput, PlannedProposal, PlannedRun, RunRequest } from './thread/planner-calls.ts'

/** Threads that turn canvases into plans, and explain them. */
export const planningFeature = defineFeature({
  name: 'planning',
  needs: {
    connections: controllerConnectionsFeature,
    queries: queriesFeature,
    mim: mimFeature,
    classUse: classUseFeature,
  },
  create: (
    { config, clock, logger, memory: budget },
    { connections, queries: { queries }, mim, classUse: { counts } },
  ) => {
    const planners = createPlanners({
      countsOf: counts.of,
      terms: () => ({
        model: mim.sharedModel(),
        maxResultRows: config.limits.maxResultRows,
        now: clock.now().getTime(),
      }),
      findQuery: async (id) => {
        const row = await queries.find(id)
        if (!row) return undefined
        const connection =
          row.controllerConnectionId === null ? undefined : await connections.find(row.controllerConnectionId)
        return { ...queryToRun(row), connectionName: connection?.name }
      },
      versionsWith: mim.versionsWith,
      logger,
      budget,
    })
    return { planners }
  },
  close: ({ planners }) => planners.close(),
})
