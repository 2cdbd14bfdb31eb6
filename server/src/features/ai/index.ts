import { defineFeature } from '../../platform/feature.ts'
import type { AiUses } from './ai-uses.ts'

export { type AiPurpose, type AiRefusal, AiRefused, type AiUses, type Ask } from './ai-uses.ts'

export const aiFeature = defineFeature({
  name: 'ai',
  needs: {},
  create: (): { readonly uses: AiUses } => {
    throw new Error('not built yet')
  },
})
