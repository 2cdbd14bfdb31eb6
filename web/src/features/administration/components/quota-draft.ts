import type { Wire } from '../../../lib/api/wire.ts'

type Quota = Wire.GroupReply['quota']
/** Limits are text while they are typed; empty is no limit. */
export type QuotaDraft = {
  readonly queries_max: string
  readonly ai_analysis_daily: string
  readonly can_use_ai_builder: boolean
}

export const quotaDraftOf = (quota: Quota): QuotaDraft => ({
  queries_max: textOf(quota.queries_max),
  ai_analysis_daily: textOf(quota.ai_analysis_daily),
  can_use_ai_builder: quota.can_use_ai_builder,
})

const textOf = (limit: number | null): string => (limit === null ? '' : String(limit))

/** Only what differs; what is no number goes to the server as it is typed, which says so. */
export const quotaOf = (stored: QuotaDraft, draft: QuotaDraft): NonNullable<Wire.GroupPatch['quota']> => ({
  ...(draft.queries_max !== stored.queries_max && { queries_max: limitOf(draft.queries_max) as number | null }),
  ...(draft.ai_analysis_daily !== stored.ai_analysis_daily && {
    ai_analysis_daily: limitOf(draft.ai_analysis_daily) as number | null,
  }),
  ...(draft.can_use_ai_builder !== stored.can_use_ai_builder && { can_use_ai_builder: draft.can_use_ai_builder }),
})

function limitOf(text: string): number | string | null {
  const trimmed = text.trim()
  if (trimmed === '') return null
  return /^\d+$/.test(trimmed) ? Number(trimmed) : trimmed
}
