import { defineFeature } from '../../platform/feature.ts'
import { auditFeature } from '../audit/index.ts'
import { usersFeature } from '../users/index.ts'
import { createAiMetrics } from './ai.metrics.ts'
import { createAiUses } from './create-ai-uses.ts'

export { type AiPurpose, type AiRefusal, AiRefused, type AiUses, type Ask } from './ai-uses.ts'

export const aiFeature = defineFeature({
  name: 'ai',
  needs: { audit: auditFeature, users: usersFeature },
  create: ({ database, secrets, ai, clock, metrics, config }, { audit, users: { users } }) =>
    createAiUses({ database, secrets, ai, users, audit, clock, metrics: createAiMetrics(metrics), timeoutMs: config.ai.timeoutMs }),
  sealedColumns: [
    { table: 'ai_provider_configs', column: 'api_key_sealed', idColumn: 'user_id' },
    { table: 'ai_settings', column: 'api_key_sealed', idColumn: 'id' },
  ],
  interrupt: ({ interrupt }) => interrupt(),
  close: ({ close }) => close(),
})
