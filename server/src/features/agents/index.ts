import { defineFeature } from '../../platform/feature.ts'
import { auditFeature } from '../audit/index.ts'
import { automationFeature } from '../automation/index.ts'
import { executionsFeature } from '../executions/index.ts'
import { createAgentBudget } from './agent-budget.ts'
import { agentRoutes } from './agents.routes.ts'

/** Tools for agents, over the Model Context Protocol. */
export const agentsFeature = defineFeature({
  name: 'agents',
  needs: { audit: auditFeature, executions: executionsFeature, automation: automationFeature },
  create: (
    { database, operations, shared, config, publicUrl, logger },
    { audit, executions: { runs, logs, results }, automation: { automation } },
  ) => ({
    tools: {
      operations,
      runs,
      logs,
      results,
      launch: automation.launch,
      budget: createAgentBudget(shared.counters, config.agents.runsPerHour),
      rowsPerCall: config.agents.rowsPerCall,
    },
    database,
    audit,
    logger,
    publicUrl,
    origins: [new URL(publicUrl).origin, ...config.http.corsOrigins],
  }),
  routes: (parts) => agentRoutes(parts),
})
