import type { Platform } from '../../platform/feature.ts'
import { type Archive, findSnapshot } from '../archive/index.ts'
import type { Audit } from '../audit/index.ts'
import type { AutomationConnectionsService } from '../automation-connections/index.ts'
import type { AutomationTemplatesService } from '../automation-templates/index.ts'
import type { ControllerConnectionsService } from '../controller-connections/index.ts'
import type { LogsService, RunsService } from '../executions/index.ts'
import type { SavedQueriesService } from '../queries/index.ts'
import type { SchedulesService } from '../schedules/index.ts'
import type { History } from '../snapshots/index.ts'
import type { UsersService } from '../users/index.ts'
import { createApprovalService } from './approval/approval.service.ts'
import { createAutomationMetrics } from './automation.metrics.ts'
import { type AutomationService, createAutomationService } from './automation.service.ts'
import type { Servers } from './follow/servers.ts'
import { createFollowUps } from './follow-ups/follow-ups.ts'
import { createFollowing } from './following.ts'
import { createProofService } from './proof/proof.service.ts'
import { createSourceService } from './source/source.service.ts'
import { createVerificationService } from './verification/verification.service.ts'

type Needed = {
  readonly audit: Audit
  readonly users: UsersService
  readonly controllerConnections: ControllerConnectionsService
  readonly queries: SavedQueriesService
  readonly archive: Archive
  readonly runs: RunsService
  readonly logs: LogsService
  readonly connections: AutomationConnectionsService
  readonly templates: AutomationTemplatesService
  readonly schedules: SchedulesService
  readonly history: History
}

/**
 * Puts the rooms of the feature together. Some need each other: outputs are read for the driver and shown to those who
 * see the request, and requests are checked again once they have ended.
 */
export function assembleAutomation(platform: Platform, needed: Needed) {
  const { database, jobs, events, config, metrics, clock, logger } = platform
  const {
    audit,
    users,
    controllerConnections,
    queries,
    archive,
    runs,
    logs,
    connections,
    templates,
    schedules,
    history,
  } = needed
  const { limits } = config
  const measures = createAutomationMetrics(metrics, database)
  const source = createSourceService({
    queries,
    connections: controllerConnections,
    runs,
    logs,
    archive,
    history,
    findSnapshot: (id) => findSnapshot(database.db, id),
    limits,
  })
  const verification = createVerificationService({
    database,
    jobs,
    events,
    audit,
    clock,
    requests: { find: (actor, id) => automation.requests.find(actor, id) },
    users,
    queries,
    connections: controllerConnections,
    runs,
    limits,
  })
  const automation: AutomationService = createAutomationService({
    database,
    events,
    audit,
    clock,
    logger,
    servers: serversOf(connections),
    templates,
    source,
    output: {
      collect: (execution, server, signal) => following.output.collect(execution, server, signal),
      followLive: (execution, server, signal) => following.output.followLive(execution, server, signal),
    },
    verification,
    metrics: measures,
    settings: config.automation,
  })
  const { requests } = automation
  const following = createFollowing(platform, {
    audit,
    requests,
    reports: automation.follow,
    webhookSeconds: measures.webhookSeconds,
  })
  return {
    automation,
    following,
    verification,
    approval: createApprovalService({ database, users, templates, newRequests: requests, events, audit, clock }),
    followUps: createFollowUps({
      database,
      jobs,
      events,
      users,
      schedules,
      templates,
      source,
      newRequests: requests,
      logger,
    }),
    proof: createProofService({ database, requests }),
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
