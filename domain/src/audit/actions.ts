/** What the audit log tells apart, and how each group of categories can be switched and kept. */

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

/** The toggle a category belongs to, and for how many days its entries are kept unless the settings say otherwise. */
export const CATEGORY_RULES: Readonly<Record<AuditCategory, { readonly group: AuditGroup; readonly retentionDays: number }>> = {
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

type ActionRule = { readonly category: AuditCategory; readonly means: string }

/** Every action, `<noun>_<verb>`. Grows with the features; `docs/audit.md` is written from it. */
export const AUDIT_ACTIONS = {
  user_login: { category: 'authentication', means: 'Somebody signed in, with a second factor where one is set up.' },
  user_login_failed: { category: 'authentication', means: 'A sign-in was refused; the username is the name typed.' },
  mfa_challenge: { category: 'authentication', means: 'The password was right, and the second factor is asked for.' },
  password_change: { category: 'authentication', means: 'A user changed the own password; all other sessions ended.' },
  password_reset_request: { category: 'authentication', means: 'Somebody asked for a reset link; the username is the address typed.' },
  password_reset: { category: 'authentication', means: 'A password was set with a reset link or a one-time code; all sessions ended.' },
  password_reset_failed: { category: 'authentication', means: 'A reset link or a one-time code was refused.' },
  password_check_failed: { category: 'authentication', means: 'A signed-in user typed a wrong password where it is asked for again.' },
  email_verification_send: { category: 'authentication', means: 'A verification link was mailed.' },
  email_verify: { category: 'authentication', means: 'A verification link was opened.' },
  mfa_setup: { category: 'authentication', means: 'A new authenticator secret was shown; it counts once a code is verified.' },
  mfa_enable: { category: 'authentication', means: 'A second factor was verified and switched on.' },
  mfa_disable: { category: 'authentication', means: 'A user switched the own second factor off.' },
  backup_codes_regenerate: { category: 'authentication', means: 'New backup codes were made; the old ones stopped working.' },
  session_timeout_change: { category: 'authentication', means: 'A user changed the own idle limit.' },

  user_create: { category: 'user_management', means: 'An account was made, by an administrator, a command or the first directory login.' },
  user_update: { category: 'user_management', means: 'An account was changed by an administrator, or by the directory at login.' },
  user_delete: { category: 'user_management', means: 'An account was deleted; what it made stays under its name.' },
  user_activate: { category: 'user_management', means: 'An account may sign in again.' },
  user_deactivate: { category: 'user_management', means: 'An account may no longer sign in; all its sessions ended.' },
  user_password_reset: { category: 'user_management', means: 'An administrator set a password or forced a reset; all sessions ended.' },
  reset_code_generate: { category: 'user_management', means: 'An administrator made a one-time code for an account.' },
  user_email_verify: { category: 'user_management', means: 'An administrator took an address for verified.' },
  user_mfa_disable: { category: 'user_management', means: "An administrator switched a user's second factor off." },
  profile_update: { category: 'user_management', means: 'A user changed the own profile.' },
  preferences_update: { category: 'user_management', means: 'A user changed the own preferences.' },

  group_create: { category: 'group_management', means: 'A group was made.' },
  group_update: { category: 'group_management', means: 'Name, permissions or quota of a group were changed.' },
  group_delete: { category: 'group_management', means: 'A group was deleted; its members lost what it gave them.' },
  group_clone: { category: 'group_management', means: 'A group was copied with its permissions and quota.' },
  members_add: { category: 'group_management', means: 'Users joined a group.' },
  members_remove: { category: 'group_management', means: 'Users left a group.' },

  permissions_add: { category: 'permission_management', means: 'Permissions were granted to a user directly.' },
  permissions_remove: { category: 'permission_management', means: 'Direct permissions of a user were revoked.' },

  query_create: { category: 'query_management', means: 'A query was saved.' },
  query_update: { category: 'query_management', means: 'A saved query was changed.' },
  query_delete: { category: 'query_management', means: 'A saved query was deleted.' },
  query_duplicate: { category: 'query_management', means: 'A saved query was copied.' },
  query_restore: { category: 'query_management', means: 'An earlier version became the current one.' },
  favorite_add: { category: 'query_management', means: 'A user marked a query as favorite.' },
  favorite_remove: { category: 'query_management', means: 'A user took a query off the favorites.' },
  category_create: { category: 'query_management', means: 'A query category was made.' },
  category_update: { category: 'query_management', means: 'A query category was renamed or moved.' },
  category_delete: { category: 'query_management', means: 'A query category was deleted.' },

  query_run: { category: 'query_execution', means: 'A query was run, successfully or not.' },
  results_export: { category: 'query_execution', means: 'All rows of a run were read as a file.' },

  query_run_start: { category: 'query_execution', means: 'A run in the background was asked for.' },
  run_cancel: { category: 'query_execution', means: 'A run was told to stop.' },
  task_settings_update: { category: 'query_execution', means: 'A user changed the own settings of runs and scheduled tasks.' },

  task_create: { category: 'scheduled_task', means: 'A scheduled task was made.' },
  task_update: { category: 'scheduled_task', means: 'A scheduled task was changed.' },
  task_delete: { category: 'scheduled_task', means: 'A scheduled task was deleted with its records; the execution logs stay.' },
  task_enable: { category: 'scheduled_task', means: 'A scheduled task was switched on, or resumed after a pause.' },
  task_disable: { category: 'scheduled_task', means: 'A scheduled task was switched off.' },
  task_run: { category: 'scheduled_task', means: 'A scheduled task was run by hand.' },
  task_pause: { category: 'scheduled_task', means: 'A scheduled task was paused by itself after failing too often in a row.' },

  notification_read: { category: 'notification', means: 'A user marked a notification as read.' },
  notifications_read_all: { category: 'notification', means: 'A user marked all notifications as read.' },
  notification_delete: { category: 'notification', means: 'A user deleted a notification.' },
  notification_preferences_update: { category: 'notification', means: 'A user changed what is notified, and how.' },

  connection_create: { category: 'controller_connection', means: 'A controller connection was stored.' },
  connection_update: { category: 'controller_connection', means: 'A controller connection was changed.' },
  connection_delete: { category: 'controller_connection', means: 'A controller connection was deleted.' },
  connection_test: { category: 'controller_connection', means: 'A controller connection was tried out.' },
  connection_set_default: { category: 'controller_connection', means: 'A controller connection became the default.' },

  mim_import_start: { category: 'mim_registry', means: 'An import of a class model was started.' },
  mim_import_cancel: { category: 'mim_registry', means: 'An import was told to stop.' },
  mim_import_resume: { category: 'mim_registry', means: 'An import that had been cancelled or had failed was taken up again.' },
  mim_import_end: { category: 'mim_registry', means: 'An import ended: the new class model is in use, or why it is not.' },
  mim_favorite_add: { category: 'mim_registry', means: 'A user marked a class as favorite.' },
  mim_favorite_remove: { category: 'mim_registry', means: 'A user took a class off the favorites.' },
  table_template_create: { category: 'mim_registry', means: 'A set of columns for tables of a class was saved.' },
  table_template_update: { category: 'mim_registry', means: 'A set of columns was changed.' },
  table_template_delete: { category: 'mim_registry', means: 'A set of columns was deleted.' },
  table_preference_set: { category: 'mim_registry', means: 'A user chose the columns of the own tables of a class.' },
  table_preference_delete: { category: 'mim_registry', means: 'A user went back to the usual columns of a class.' },

  snapshot_capture: { category: 'snapshot', means: 'The result of a run was kept as a snapshot, by hand or by a scheduled task.' },
  snapshot_annotate: { category: 'snapshot', means: 'A note on a snapshot was written or replaced.' },
  snapshot_pin: { category: 'snapshot', means: 'A snapshot was pinned, so that it outlives its policy, or released.' },
  snapshot_delete: { category: 'snapshot', means: 'A snapshot was deleted.' },
  snapshot_cleanup: { category: 'snapshot', means: 'Snapshots whose time was over were deleted, by hand or by the daily clean-up.' },
  snapshot_export: { category: 'snapshot', means: 'All differences of a comparison were read as a file.' },
  snapshot_settings_update: { category: 'snapshot', means: 'A user changed the own settings of snapshots.' },

  settings_change: { category: 'settings_change', means: 'Settings of the whole installation were changed.' },

  audit_export: { category: 'admin_action', means: 'The audit log was exported.' },
  first_start: { category: 'admin_action', means: 'The first superuser was made.' },

  token_refresh: { category: 'api_access', means: 'A session got a new access token.' },
  ticket_issue: { category: 'api_access', means: 'A WebSocket ticket was given out.' },
  access_deny: { category: 'api_access', means: 'A signed-in user called something that is not allowed.' },
} as const satisfies Readonly<Record<string, ActionRule>>

export type AuditAction = keyof typeof AUDIT_ACTIONS

/** Settings of the log: which groups of categories are written, how long each category is kept, and what content may take. */
export type AuditSettings = {
  readonly groups: Readonly<Record<AuditGroup, boolean>>
  readonly retention_days: Readonly<Record<AuditCategory, number>>
  readonly content_max_bytes: number
  readonly compress_threshold_bytes: number
}

const MB = 1_048_576

export const DEFAULT_AUDIT_SETTINGS: AuditSettings = {
  groups: Object.fromEntries(AUDIT_GROUPS.map((group) => [group, true])) as Record<AuditGroup, boolean>,
  retention_days: Object.fromEntries(AUDIT_CATEGORIES.map((category) => [category, CATEGORY_RULES[category].retentionDays])) as Record<
    AuditCategory,
    number
  >,
  content_max_bytes: 10 * MB,
  compress_threshold_bytes: MB,
}
