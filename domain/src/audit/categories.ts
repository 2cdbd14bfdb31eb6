/** The categories of the audit log, and the groups by which recording can be disabled. */

export const AUDIT_CATEGORIES = [
  'authentication',
  'user_management',
  'group_management',
  'permission_management',
  'query_management',
  'query_execution',
  'scheduled_task',
  'snapshot',
  'controller_connection',
  'automation_connection',
  'automation_template',
  'automation_execution',
  'automation_webhook',
  'mim_registry',
  'ai_configuration',
  'ai_usage',
  'notification',
  'settings_change',
  'admin_action',
  'api_access',
] as const
export type AuditCategory = (typeof AUDIT_CATEGORIES)[number]

export const AUDIT_GROUPS = [
  'authentication',
  'user_management',
  'queries',
  'scheduling',
  'snapshots',
  'connections',
  'automation',
  'mim',
  'ai',
  'settings',
  'admin',
  'api_access',
] as const
export type AuditGroup = (typeof AUDIT_GROUPS)[number]

/** The group of a category, and how many days its entries are kept by default. */
export const CATEGORY_RULES: Readonly<
  Record<AuditCategory, { readonly group: AuditGroup; readonly retentionDays: number }>
> = {
  authentication: { group: 'authentication', retentionDays: 365 },
  user_management: { group: 'user_management', retentionDays: 365 },
  group_management: { group: 'user_management', retentionDays: 365 },
  permission_management: { group: 'user_management', retentionDays: 365 },
  query_management: { group: 'queries', retentionDays: 180 },
  query_execution: { group: 'queries', retentionDays: 90 },
  scheduled_task: { group: 'scheduling', retentionDays: 90 },
  snapshot: { group: 'snapshots', retentionDays: 90 },
  controller_connection: { group: 'connections', retentionDays: 365 },
  automation_connection: { group: 'connections', retentionDays: 365 },
  automation_template: { group: 'automation', retentionDays: 180 },
  automation_execution: { group: 'automation', retentionDays: 180 },
  automation_webhook: { group: 'automation', retentionDays: 30 },
  mim_registry: { group: 'mim', retentionDays: 180 },
  ai_configuration: { group: 'ai', retentionDays: 365 },
  ai_usage: { group: 'ai', retentionDays: 90 },
  notification: { group: 'settings', retentionDays: 30 },
  settings_change: { group: 'settings', retentionDays: 365 },
  admin_action: { group: 'admin', retentionDays: 365 },
  api_access: { group: 'api_access', retentionDays: 30 },
}
