import { defineFeature } from '../../platform/feature.ts'
import { auditFeature } from '../audit/index.ts'
import { usersFeature } from '../users/index.ts'
import { createAiSettingsService } from './ai-settings.service.ts'
import { AI_METRICS, createAiMetrics } from './ai.metrics.ts'
import { aiRoutes } from './ai.routes.ts'
import { createAiUses } from './create-ai-uses.ts'
import { createOwnProviderService } from './own-provider.service.ts'
import { createProbesService } from './probes.service.ts'

export type { AiSettingsService } from './ai-settings.service.ts'
export { aiProviderConfigs } from './ai.tables.ts'
export { type AiPurpose, type AiRefusal, AiRefused, type AiUses, type Ask } from './ai-uses.ts'

/** AI providers, the settings for them, and their use by other features. */
export const aiFeature = defineFeature({
  name: 'ai',
  needs: { audit: auditFeature, users: usersFeature },
  metrics: AI_METRICS,
  create: ({ database, secrets, outbound, ai, clock, metrics: registry, config }, { audit, users: { users } }) => {
    const metrics = createAiMetrics(registry)
    return {
      ...createAiUses({ database, secrets, ai, users, audit, clock, metrics, timeoutMs: config.ai.timeoutMs }),
      own: createOwnProviderService({ database, secrets, outbound, audit, clock }),
      settings: createAiSettingsService({ database, secrets, outbound, audit, clock }),
      probes: createProbesService({ database, secrets, outbound, ai, users, audit }),
    }
  },
  routes: (services) => aiRoutes(services),
  upkeep: ({ deleteOldUses }) => [{ name: 'delete-old-ai-usage', cron: '40 3 * * *', work: deleteOldUses }],
  sealedColumns: [
    { table: 'ai_provider_configs', column: 'api_key_sealed', idColumn: 'user_id' },
    { table: 'ai_settings', column: 'api_key_sealed', idColumn: 'id' },
  ],
  interrupt: ({ interrupt }) => interrupt(),
  close: ({ close }) => close(),
})
