import type { Platform } from '../../platform/feature.ts'
import { createHints } from '../../platform/work/hints.ts'
import { type SnapshotArchive, findSnapshot } from '../archive/index.ts'
import type { Audit } from '../audit/index.ts'
import type { AutomationConnectionsService } from '../automation-connections/index.ts'
import type { AutomationTemplatesService } from '../automation-templates/index.ts'
import type { ControllerConnectionsService } from '../controller-connections/index.ts'
import type { LogsService, RunsService } from '../executions/index.ts'
import type { SavedQueriesService } from '../queries/index.ts'
import type { RowWork } from '../row-work/index.ts'
import type { SchedulesService } from '../schedules/index.ts'
import type { History } from '../snapshots/index.ts'
import type { UsersService } from '../users/index.ts'
import { createApprovalService } from './approval/approval.service.ts'
import { createAutomationMetrics } from './automation.metrics.ts'
import { createAutomationService } from './automation.service.ts'
import type { Servers } from './follow/servers.ts'
import { createFollowUps } from './follow-ups/follow-ups.ts'
import { createFollowing } from './following.ts'
import { createOutputService } from './output/output.service.ts'
import { createProofService } from './proof/proof.service.ts'
import { requireSeenRequest, type SeenRequests } from './requests/require-seen.ts'
import { createSourceService } from './source/source.service.ts'
import { createVerificationService } from './verification/verification.service.ts'

type Needed = {
  readonly audit: Audit
  readonly users: UsersService
  readonly controllerConnections: ControllerConnectionsService
  readonly queries: SavedQueriesService
  readonly archive: SnapshotArchive
  readonly runs: RunsService
  readonly logs: LogsService
  readonly connections: AutomationConnectionsService
  readonly templates: AutomationTemplatesService
  readonly schedules: SchedulesService
  readonly history: History
  readonly rowWork: RowWork
}

/** Puts the rooms of the feature together, each after those it needs. */
export function assembleAutomation(platform: Platform, needed: Needed) {
  const { database, config, metrics } = platform
  const { limits } = config
  const measures = createAutomationMetrics(metrics, database)
  const hints = createHints()
  // Where rows come from, and who sees what became of them.
  const source = createSourceService({
    ...needed,
    connections: needed.controllerConnections,
    findSnapshot: (id) => findSnapshot(database.db, id),
    limits,
  })
  const seen: SeenRequests = { find: (actor, id) => requireSeenRequest(database.db, actor, id) }
  const output = createOutputService({ ...platform, hints, requests: seen })
  const verification = createVerificationService({
    ...platform,
    ...needed,
    findSnapshot: (id) => findSnapshot(database.db, id),
    connections: needed.controllerConnections,
    requests: seen,
    limits,
  })
  // What launches rows and follows their jobs.
  const automation = createAutomationService({
    ...platform,
    audit: needed.audit,
    servers: serversOf(needed.connections),
    templates: needed.templates,
    source,
    output,
    verification,
    metrics: measures,
    settings: config.automation,
  })
  const newRequests = automation.requests
  // What comes in beside the API, and what decides, follows and proves.
  return {
    automation,
    verification,
    following: createFollowing(platform, {
      audit: needed.audit,
      requests: seen,
      reports: automation.follow,
      output,
      hints,
      webhookSeconds: measures.webhookSeconds,
    }),
    approval: createApprovalService({ ...platform, ...needed, newRequests }),
    followUps: createFollowUps({ ...platform, ...needed, source, newRequests }),
    proof: createProofService({ database, requests: seen }),
  }
}

function serversOf(connections: AutomationConnectionsService): Servers {
  return {
    server: connections.server,
    jobUrl: async (connectionId, ref) => {
      const row = await connections.find(connectionId)
      return row ? connections.jobUrl(row, ref) : null
    },
  }
}
