import type { AiRefusal } from './ai-uses.ts'

/** Why somebody cannot use AI, in words that say what to do about it. */

export const SWITCHED_OFF: AiRefusal = {
  reason: 'switched_off',
  detail: 'AI is switched off. An administrator can switch it on in the AI settings.',
}

export const NOT_ALLOWED: AiRefusal = {
  reason: 'not_allowed',
  detail: 'None of your groups may use AI. An administrator can allow it in the quota of a group.',
}

export const quotaSpent = (limit: number): AiRefusal => ({
  reason: 'quota_spent',
  detail:
    limit === 0
      ? 'The quota of your groups allows no use of AI. An administrator can raise it.'
      : `You have used AI ${limit} ${limit === 1 ? 'time' : 'times'} today, which is your daily quota. It starts again at 00:00 UTC.`,
})

export const NOT_CONFIGURED: AiRefusal = {
  reason: 'not_configured',
  detail:
    'No AI provider is set up. An administrator can set one for everyone (PATCH /api/ai/settings/), or set your own (PUT /api/ai/provider/).',
}

export const ownIncomplete = (missing: string): AiRefusal => ({
  reason: 'not_configured',
  detail: `Your own AI provider is incomplete: ${missing} Complete it (PUT /api/ai/provider/), or delete it to use the platform's.`,
})

export const platformIncomplete = (missing: string): AiRefusal => ({
  reason: 'not_configured',
  detail: `The platform's AI provider is incomplete: ${missing} An administrator can complete it (PATCH /api/ai/settings/), or set your own (PUT /api/ai/provider/).`,
})
