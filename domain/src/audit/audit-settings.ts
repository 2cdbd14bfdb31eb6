import { AUDIT_CATEGORIES, AUDIT_GROUPS, CATEGORY_RULES, type AuditCategory, type AuditGroup } from './categories.ts'

/** Settings of the log: which groups are recorded, how long each category is kept, and how large content may be. */
export type AuditSettings = {
  readonly groups: Readonly<Record<AuditGroup, boolean>>
  readonly retention_days: Readonly<Record<AuditCategory, number>>
  readonly content_max_bytes: number
  readonly compress_threshold_bytes: number
}

const MB = 1_048_576

export const DEFAULT_AUDIT_SETTINGS: AuditSettings = {
  groups: Object.fromEntries(AUDIT_GROUPS.map((group) => [group, true])) as Record<AuditGroup, boolean>,
  retention_days: Object.fromEntries(
    AUDIT_CATEGORIES.map((category) => [category, CATEGORY_RULES[category].retentionDays]),
  ) as Record<AuditCategory, number>,
  content_max_bytes: 10 * MB,
  compress_threshold_bytes: MB,
}
