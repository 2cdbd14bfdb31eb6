import type { RoleTemplate } from './permissions.ts'

/** What the members of a group may use; null means no limit. */
export type Quota = {
  readonly ai_analysis_daily: number | null
  readonly queries_max: number | null
  readonly can_use_ai_builder: boolean
}

export const UNLIMITED: Quota = { ai_analysis_daily: null, queries_max: null, can_use_ai_builder: true }

/** What a user in no group may use. */
export const BASE_QUOTA: Quota = { ai_analysis_daily: 10, queries_max: 100, can_use_ai_builder: false }

/** The quota that a role template gives a new group. */
export function quotaOf(role: RoleTemplate | null): Quota {
  switch (role) {
    case 'administrator':
      return UNLIMITED
    case 'operator':
      return { ai_analysis_daily: 200, queries_max: null, can_use_ai_builder: true }
    case 'editor':
      return { ai_analysis_daily: 50, queries_max: 1000, can_use_ai_builder: true }
    case 'viewer':
    case null:
      return BASE_QUOTA
  }
}

/** The most generous value of each limit over all of a user's groups; superusers are unlimited. */
export function effectiveQuota(groups: readonly Quota[], isSuperuser: boolean): Quota {
  if (isSuperuser) return UNLIMITED
  if (groups.length === 0) return BASE_QUOTA
  return {
    ai_analysis_daily: mostOf(groups.map((quota) => quota.ai_analysis_daily)),
    queries_max: mostOf(groups.map((quota) => quota.queries_max)),
    can_use_ai_builder: groups.some((quota) => quota.can_use_ai_builder),
  }
}

const mostOf = (limits: readonly (number | null)[]): number | null =>
  limits.includes(null) ? null : Math.max(...limits.filter((limit) => limit !== null))
