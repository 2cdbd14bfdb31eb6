import { defineFeature } from '../../platform/feature.ts'
import { aiFeature } from '../ai/index.ts'
import { controllerConnectionsFeature } from '../controller-connections/index.ts'
import { executionsFeature } from '../executions/index.ts'
import { mimFeature } from '../mim/index.ts'
import { generateRoutes } from './generate/generate.routes.ts'
import { createGenerateService } from './generate/generate.service.ts'

/** What AI does for people who write and read queries. */
export const assistantFeature = defineFeature({
  name: 'assistant',
  needs: { ai: aiFeature, connections: controllerConnectionsFeature, mim: mimFeature, executions: executionsFeature },
  create: (_platform, { ai: { uses }, connections, mim, executions: { planners } }) => ({
    generate: createGenerateService({ uses, connections, mim, planners }),
  }),
  routes: ({ generate }) => [...generateRoutes(generate)],
})
