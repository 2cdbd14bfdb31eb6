import { defineFeature } from '../../platform/feature.ts'
import { connectionChanged, controllerConnectionsFeature } from '../controller-connections/index.ts'
import { mimFeature } from '../mim/index.ts'
import { queriesFeature } from '../queries/index.ts'
import { createKnownCounts } from './known-counts.ts'
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
export type { CountLog, KnownCounts } from './known-counts.ts'
export { presentConnections, presentNamedConnections } from './merged-connection.ts'
export type { Planner, Planners } from './planners.ts'
export { queryToRun, type QueryToRun } from './query-to-run.ts'
export type { PlannedInput, PlannedProposal, PlannedRun, RunRequest } from './thread/planner-calls.ts'

/** Threads that turn canvases into plans, and explain them. */
export const planningFeature = defineFeature({
  name: 'planning',
  needs: { connections: controllerConnectionsFeature, queries: queriesFeature, mim: mimFeature },
  create: ({ config, clock, logger }, { connections, queries: { queries }, mim }) => {
    const counts = createKnownCounts(clock)
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
        const connection = await connections.find(row.controllerConnectionId)
        return { ...queryToRun(row), connectionName: connection?.name }
      },
      versionsWith: mim.versionsWith,
      logger,
    })
    return { planners, counts }
  },
  listen: ({ counts }, { events }) => {
    events.on(connectionChanged, ({ connection_id }) => counts.forget(connection_id))
  },
  close: ({ planners }) => planners.close(),
})
