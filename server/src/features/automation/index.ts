import { FieldErrors } from '../../kernel/errors.ts'
import { defineFeature, type Platform } from '../../platform/feature.ts'
import { type Audit, auditFeature } from '../audit/index.ts'
import {
  automationConnectionDeleting,
  automationConnectionsFeature,
  type AutomationConnectionsService,
} from '../automation-connections/index.ts'
import { automationTemplateDeleting, automationTemplatesFeature, type AutomationTemplatesService } from '../automation-templates/index.ts'
import { createAutomationMetrics } from './automation.metrics.ts'
import { automationRoutes } from './automation.routes.ts'
import { type AutomationService, createAutomationService } from './automation.service.ts'
import type { Servers } from './follow/servers.ts'
import { createFollowing } from './following.ts'
import { outputRoutes } from './output/output.routes.ts'
import { webhookRoutes } from './webhooks/webhooks.routes.ts'

export { executionChanged, requestEnded } from './automation.events.ts'

type Needed = {
  readonly audit: Audit
  readonly connections: AutomationConnectionsService
  readonly templates: Pick<AutomationTemplatesService, 'launchable'>
}

export const automationFeature = defineFeature({
  name: 'automation',
  needs: { audit: auditFeature, connections: automationConnectionsFeature, templates: automationTemplatesFeature },
  create: (platform, { audit, connections, templates: { templates } }) => assemble(platform, { audit, connections, templates }),
  routes: ({ automation, following }) => [
    ...automationRoutes(automation),
    ...outputRoutes(following.output),
    ...webhookRoutes(following.webhooks),
  ],
  channels: ({ following }) => following.channels(),
  upkeep: ({ following }) => following.upkeep(),
  listen: ({ automation, following }, { events }) => {
    events.onRaised(automationTemplateDeleting, (tx, { template_id }) => automation.requests.guardTemplate(tx, template_id))
    events.onRaised(automationConnectionDeleting, (tx, { connection_id }) => automation.requests.guardConnection(tx, connection_id))
    automation.listen()
    following.listen()
  },
  prepare: async ({ automation }, { database }) => {
    if (database.kind === 'embedded') await automation.takeOver()
  },
  start: ({ automation }, { config }) => {
    if (config.role !== 'api') automation.start()
  },
  stop: ({ automation }) => automation.stop(),
})

/** Outputs are read for the driver, and shown to those who see the request: each side needs the other. */
function assemble(platform: Platform, { audit, connections, templates }: Needed) {
  const { database, events, config, metrics, clock, logger } = platform
  const measures = createAutomationMetrics(metrics, database)
  const automation: AutomationService = createAutomationService({
    database,
    events,
    audit,
    clock,
    logger,
    servers: serversOf(connections),
    templates,
    source: { choose: () => Promise.reject(new FieldErrors({ rows_from: ['Rows cannot be chosen from a source.'] })) },
    output: {
      collect: (execution, server, signal) => following.output.collect(execution, server, signal),
      followLive: (execution, server, signal) => following.output.followLive(execution, server, signal),
    },
    checksOf: () => Promise.resolve(new Map()),
    metrics: measures,
    settings: config.automation,
  })
  const following = createFollowing(platform, {
    audit,
    requests: automation.requests,
    reports: automation.follow,
    webhookSeconds: measures.webhookSeconds,
  })
  return { automation, following }
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
