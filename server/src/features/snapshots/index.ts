import { defineFeature } from '../../platform/feature.ts'
import { archiveFeature } from '../archive/index.ts'
import { auditFeature } from '../audit/index.ts'
import { controllerConnectionsFeature } from '../controller-connections/index.ts'
import { executionsFeature } from '../executions/index.ts'
import { queriesFeature } from '../queries/index.ts'
import { rowWorkFeature } from '../row-work/index.ts'
import { schedulesFeature } from '../schedules/index.ts'
import { usersFeature } from '../users/index.ts'
import { waiversFeature } from '../waivers/index.ts'
import { peopleBetween } from './history/people-between.ts'
import { createHistory } from './history/create-history.ts'
import { historyRoutes } from './history/history.routes.ts'
import { SNAPSHOT_METRICS } from './snapshots.metrics.ts'
import { snapshotRoutes } from './snapshots.routes.ts'
import { createSnapshotsService } from './snapshots.service.ts'

export { whoChanged } from './blame/who-changed.ts'
export { shareSpan, type SharedSpan } from './blame/shared-span.ts'
export type { CaptureRun } from './capture-runs.ts'
export type { ComparedPair } from './history/compare-pair.ts'
export type { SnapshotsService } from './snapshots.service.ts'
export type { History } from './history/create-history.ts'

export const snapshotsFeature = defineFeature({
  name: 'snapshots',
  needs: {
    audit: auditFeature,
    users: usersFeature,
    connections: controllerConnectionsFeature,
    queries: queriesFeature,
    archive: archiveFeature,
    executions: executionsFeature,
    schedules: schedulesFeature,
    rowWork: rowWorkFeature,
    waivers: waiversFeature,
  },
  metrics: SNAPSHOT_METRICS,
  create: ({ database, jobs, events, metrics, clock, logger, rows, memory }, needed) => {
    const { audit, connections, archive } = needed
    const { users, queries, runs, results, logs, schedules } = {
      ...needed.users,
      ...needed.queries,
      ...needed.executions,
      ...needed.schedules,
    }
    const snapshots = createSnapshotsService({
      database,
      archive,
      jobs,
      events,
      users,
      queries,
      connections,
      runs,
      results,
      logs,
      schedules,
      audit,
      metrics,
      rows,
      clock,
      logger,
      peopleBetween: (before, after, signal) =>
        peopleBetween({ database, archive, memory, connections, logs, clock }, before, after, signal),
    })
    return {
      snapshots,
      history: createHistory({
        database,
        archive,
        rows,
        memory,
        reading: snapshots,
        queries,
        schedules,
        runs,
        logs,
        connections,
        audit,
        clock,
        rowWork: needed.rowWork.rowWork,
        waivers: needed.waivers,
      }),
    }
  },
  routes: ({ snapshots, history }) => [...snapshotRoutes(snapshots), ...historyRoutes(history)],
  upkeep: ({ snapshots }) => [{ name: 'delete-expired-snapshots', cron: '30 3 * * *', work: snapshots.cleanUpAll }],
  listen: ({ snapshots }) => snapshots.registerJobs(),
})
