import type { AuditCategory } from './categories.ts'
import { NOTIFICATION_ACTIONS } from './notification-actions.ts'
import { CHECK_ACTIONS } from './check-actions.ts'
import { SERVICE_ACCOUNT_ACTIONS } from './service-account-actions.ts'
import { SNAPSHOT_ACTIONS } from './snapshot-actions.ts'

type ActionRule = { readonly category: AuditCategory; readonly meaning: string }

/** Every action, `<noun>_<verb>`. Grows with the features; `docs/audit.md` is written from it. */
export const AUDIT_ACTIONS = {
  user_login: { category: 'authentication', meaning: 'A user signed in, with a second factor if one is enabled.' },
  user_logout: { category: 'authentication', meaning: 'A user signed out; their session ended, or all of them.' },
  user_login_failed: {
    category: 'authentication',
    meaning: "A sign-in was rejected; the username is the account's, or the name entered if nobody has it.",
  },
  account_lock: {
    category: 'authentication',
    meaning: 'Too many failed attempts locked an account, for an address or for all.',
  },
  mfa_challenge: {
    category: 'authentication',
    meaning: 'The password was correct, and the second factor was asked for.',
  },
  password_change: { category: 'authentication', meaning: 'A user changed their password; all other sessions ended.' },
  password_reset_request: {
    category: 'authentication',
    meaning: 'A reset link was requested; the username is the address entered.',
  },
  password_reset: {
    category: 'authentication',
    meaning: 'A password was set with a reset link or a one-time code; all sessions ended.',
  },
  password_reset_failed: { category: 'authentication', meaning: 'A reset link or a one-time code was rejected.' },
  password_check_failed: {
    category: 'authentication',
    meaning: 'A signed-in user entered a wrong password to confirm a change.',
  },
  email_verification_send: { category: 'authentication', meaning: 'A verification link was sent.' },
  email_take_back: { category: 'authentication', meaning: 'A change of an address was undone with a link.' },
  email_verify: { category: 'authentication', meaning: 'A user verified their e-mail address with a link.' },
  mfa_setup: {
    category: 'authentication',
    meaning: 'A new authenticator secret was shown; it is used once a code is verified.',
  },
  mfa_enable: {
    category: 'authentication',
    meaning: 'A second factor was verified and enabled, or replaced; all other sessions ended.',
  },
  mfa_disable: { category: 'authentication', meaning: 'A user disabled their second factor.' },
  backup_codes_regenerate: {
    category: 'authentication',
    meaning: 'New backup codes were created; the old ones stopped working.',
  },
  api_token_create: { category: 'authentication', meaning: 'A user or a service account got an API token.' },
  api_token_delete: {
    category: 'authentication',
    meaning: 'An API token was deleted by its owner or an administrator; it stopped working.',
  },
  session_end: {
    category: 'authentication',
    meaning:
      'A user ended one of their sessions, an administrator ended all of a user, or a sign-on provider those it opened.',
  },
  session_reuse: {
    category: 'authentication',
    meaning: 'A refresh token was used again more than 60 seconds after it was replaced; its session ended.',
  },
  sign_on_link: { category: 'authentication', meaning: 'A user linked an account of a sign-on provider to theirs.' },
  sign_on_unlink: { category: 'authentication', meaning: 'A user unlinked an account of a sign-on provider.' },
  session_timeout_change: { category: 'authentication', meaning: 'A user changed their idle limit.' },

  ...SERVICE_ACCOUNT_ACTIONS,
  user_create: {
    category: 'user_management',
    meaning:
      'An account was created, by an administrator, a command, or the first sign-in with a directory or provider.',
  },
  user_update: {
    category: 'user_management',
    meaning: 'An account was changed by an administrator, or updated from the directory or provider at sign-in.',
  },
  user_delete: {
    category: 'user_management',
    meaning: 'An account was deleted; what the user created stays under that name.',
  },
  user_activate: { category: 'user_management', meaning: 'An account was activated and may sign in again.' },
  user_deactivate: {
    category: 'user_management',
    meaning: 'An account was deactivated and may no longer sign in; all its sessions ended.',
  },
  user_password_reset: {
    category: 'user_management',
    meaning: 'An administrator set a password or forced a reset; all sessions ended.',
  },
  reset_code_generate: {
    category: 'user_management',
    meaning: 'An administrator created a one-time reset code for an account.',
  },
  user_email_verify: { category: 'user_management', meaning: 'An administrator marked an address as verified.' },
  user_mfa_disable: { category: 'user_management', meaning: "An administrator disabled a user's second factor." },
  profile_update: { category: 'user_management', meaning: 'A user changed their profile.' },
  preferences_update: { category: 'user_management', meaning: 'A user changed their preferences.' },

  group_create: { category: 'group_management', meaning: 'A group was created.' },
  group_update: { category: 'group_management', meaning: 'The name, permissions or quota of a group were changed.' },
  group_delete: { category: 'group_management', meaning: 'A group was deleted; its members lost its permissions.' },
  group_clone: {
    category: 'group_management',
    meaning: 'A group was created as a copy of another, with its permissions and quota.',
  },
  members_add: { category: 'group_management', meaning: 'Users were added to a group.' },
  members_remove: { category: 'group_management', meaning: 'Users were removed from a group.' },

  permissions_add: { category: 'permission_management', meaning: 'Permissions were granted to a user directly.' },
  permissions_remove: { category: 'permission_management', meaning: 'Direct permissions of a user were revoked.' },

  query_create: { category: 'query_management', meaning: 'A saved query was created.' },
  query_update: { category: 'query_management', meaning: 'A saved query was changed.' },
  query_delete: { category: 'query_management', meaning: 'A saved query was deleted.' },
  query_duplicate: { category: 'query_management', meaning: 'A saved query was created as a copy of another.' },
  query_restore: { category: 'query_management', meaning: 'An earlier version of a saved query was restored.' },
  ...CHECK_ACTIONS,
  ...NOTIFICATION_ACTIONS,
  queries_import: { category: 'query_management', meaning: 'A file of queries, folders and tasks was imported.' },
  repository_create: { category: 'query_management', meaning: 'A folder was bound to a Git repository.' },
  repository_update: { category: 'query_management', meaning: 'How a folder is kept in Git was changed.' },
  repository_delete: { category: 'query_management', meaning: 'A folder is no longer kept in Git.' },
  repository_apply: { category: 'query_management', meaning: 'A folder was changed to what its repository says.' },
  repository_branch: { category: 'query_management', meaning: 'A change was committed on a branch of its own.' },
  repository_decide: {
    category: 'query_management',
    meaning: 'Of a saved query that was changed here and in Git, one side was kept.',
  },
  favorite_add: { category: 'query_management', meaning: 'A user added a query to their favorites.' },
  favorite_remove: { category: 'query_management', meaning: 'A user removed a query from their favorites.' },
  category_create: { category: 'query_management', meaning: 'A query category was created.' },
  category_update: { category: 'query_management', meaning: 'A query category was renamed or moved.' },
  category_delete: { category: 'query_management', meaning: 'A query category was deleted.' },

  query_run: { category: 'query_execution', meaning: 'A query was run, successfully or not.' },
  results_export: { category: 'query_execution', meaning: 'The rows of a run or of a snapshot were exported.' },

  agent_call: { category: 'query_execution', meaning: 'An agent called a tool; `metadata` names both.' },
  check_start: { category: 'query_execution', meaning: 'A check of saved queries was requested.' },
  query_run_start: { category: 'query_execution', meaning: 'A background run was requested.' },
  run_cancel: { category: 'query_execution', meaning: 'A run was cancelled.' },
  task_settings_update: {
    category: 'query_execution',
    meaning: 'A user changed their settings for runs and scheduled tasks.',
  },

  task_create: { category: 'scheduled_task', meaning: 'A scheduled task was created.' },
  task_update: { category: 'scheduled_task', meaning: 'A scheduled task was changed.' },
  task_delete: {
    category: 'scheduled_task',
    meaning: 'A scheduled task was deleted with its history; its execution logs stay.',
  },
  task_enable: { category: 'scheduled_task', meaning: 'A scheduled task was enabled, or resumed after a pause.' },
  task_disable: { category: 'scheduled_task', meaning: 'A scheduled task was disabled.' },
  task_run: { category: 'scheduled_task', meaning: 'A scheduled task was run manually.' },
  task_pause: {
    category: 'scheduled_task',
    meaning: 'A scheduled task was paused automatically after too many consecutive failures.',
  },

  connection_create: { category: 'controller_connection', meaning: 'A controller connection was created.' },
  connection_update: { category: 'controller_connection', meaning: 'A controller connection was changed.' },
  connection_delete: { category: 'controller_connection', meaning: 'A controller connection was deleted.' },
  connection_test: { category: 'controller_connection', meaning: 'A controller connection was tested.' },
  connection_set_default: { category: 'controller_connection', meaning: 'A controller connection became the default.' },

  mim_import_start: { category: 'mim_registry', meaning: 'An import of a class model was started.' },
  mim_import_cancel: { category: 'mim_registry', meaning: 'An import was cancelled.' },
  mim_import_resume: { category: 'mim_registry', meaning: 'A cancelled or failed import was resumed.' },
  mim_import_end: {
    category: 'mim_registry',
    meaning: 'An import ended; the entry says whether the new class model is in use, or why not.',
  },
  mim_favorite_add: { category: 'mim_registry', meaning: 'A user added a class to their favorites.' },
  mim_favorite_remove: { category: 'mim_registry', meaning: 'A user removed a class from their favorites.' },
  table_template_create: { category: 'mim_registry', meaning: 'A table template of a class was created.' },
  table_template_update: { category: 'mim_registry', meaning: 'A table template was changed.' },
  table_template_delete: { category: 'mim_registry', meaning: 'A table template was deleted.' },
  table_preference_set: { category: 'mim_registry', meaning: 'A user changed the columns of their tables of a class.' },
  table_preference_delete: {
    category: 'mim_registry',
    meaning: 'A user reset the columns of their tables of a class to the default.',
  },

  ...SNAPSHOT_ACTIONS,

  automation_connection_create: { category: 'automation_connection', meaning: 'An automation connection was created.' },
  automation_connection_update: { category: 'automation_connection', meaning: 'An automation connection was changed.' },
  automation_connection_delete: { category: 'automation_connection', meaning: 'An automation connection was deleted.' },
  automation_connection_test: { category: 'automation_connection', meaning: 'An automation connection was tested.' },
  automation_connection_set_default: {
    category: 'automation_connection',
    meaning: 'An automation connection became the default.',
  },

  automation_template_create: { category: 'automation_template', meaning: 'An automation template was created.' },
  automation_template_update: { category: 'automation_template', meaning: 'An automation template was changed.' },
  automation_template_delete: { category: 'automation_template', meaning: 'An automation template was deleted.' },
  automation_category_create: {
    category: 'automation_template',
    meaning: 'A category of automation templates was created.',
  },
  automation_category_update: {
    category: 'automation_template',
    meaning: 'A category of automation templates was changed.',
  },
  automation_category_delete: {
    category: 'automation_template',
    meaning: 'A category of automation templates was deleted.',
  },
  column_template_create: { category: 'automation_template', meaning: 'A column template was created.' },
  column_template_update: { category: 'automation_template', meaning: 'A column template was changed.' },
  column_template_delete: { category: 'automation_template', meaning: 'A column template was deleted.' },
  validation_list_create: { category: 'automation_template', meaning: 'A validation list was created.' },
  validation_list_update: { category: 'automation_template', meaning: 'A validation list was changed.' },
  validation_list_delete: { category: 'automation_template', meaning: 'A validation list was deleted.' },
  regex_pattern_create: { category: 'automation_template', meaning: 'A regex pattern was created.' },
  regex_pattern_update: { category: 'automation_template', meaning: 'A regex pattern was changed.' },
  regex_pattern_delete: { category: 'automation_template', meaning: 'A regex pattern was deleted.' },
  validation_list_refresh: {
    category: 'automation_template',
    meaning: 'The values of a bound validation list were read again.',
  },

  request_launch: {
    category: 'automation_execution',
    meaning: 'Rows were launched from an automation template, by a user or as the follow-up of a scheduled task.',
  },
  request_relaunch: { category: 'automation_execution', meaning: 'Rows of an earlier request were launched again.' },
  request_cancel: { category: 'automation_execution', meaning: 'A request was cancelled.' },
  request_approve: {
    category: 'automation_execution',
    meaning: 'Rows that waited for approval were approved, and launched.',
  },
  request_decline: {
    category: 'automation_execution',
    meaning: 'Rows that waited for approval were declined; nothing was launched.',
  },
  request_end: { category: 'automation_execution', meaning: 'A request ended; the entry says how.' },
  request_verify: {
    category: 'automation_execution',
    meaning: 'The source of a request was to be asked again, to judge each row.',
  },
  job_launch: {
    category: 'automation_execution',
    meaning: 'A job was launched on the automation server, or could not be.',
  },
  execution_reconcile: {
    category: 'automation_execution',
    meaning: 'The job of an uncertain launch was looked for on the automation server.',
  },

  webhook_receive: { category: 'automation_webhook', meaning: 'The automation server reported a job.' },
  webhook_test: { category: 'automation_webhook', meaning: 'A synthetic event was sent through the webhook pipeline.' },

  ai_provider_update: {
    category: 'ai_configuration',
    meaning: 'A user chose an AI provider of their own, or changed it.',
  },
  ai_provider_delete: { category: 'ai_configuration', meaning: 'A user went back to the AI provider of the platform.' },
  ai_settings_update: { category: 'ai_configuration', meaning: 'The AI settings of the platform were changed.' },
  ai_provider_test: { category: 'ai_usage', meaning: 'An AI provider was tested.' },
  ai_query_generate: { category: 'ai_usage', meaning: 'AI was asked to turn a question into a query.' },
  ai_query_explain: { category: 'ai_usage', meaning: 'AI was asked to explain a query.' },
  ai_changes_explain: {
    category: 'ai_usage',
    meaning: 'AI was asked to explain the differences between two snapshots.',
  },
  ai_classes_suggest: { category: 'ai_usage', meaning: 'AI was asked which classes a question needs.' },
  ai_class_notes: { category: 'ai_usage', meaning: 'AI was asked for notes on a class.' },

  settings_change: { category: 'settings_change', meaning: 'Settings of the installation were changed.' },

  audit_export: { category: 'admin_action', meaning: 'The audit log was exported.' },
  first_start: { category: 'admin_action', meaning: 'The first superuser was created.' },
  database_restore: { category: 'admin_action', meaning: 'An operator restored this database from a backup.' },
  database_move: {
    category: 'admin_action',
    meaning: 'An operator moved everything from another database to this one.',
  },
  database_resume: {
    category: 'admin_action',
    meaning:
      'An operator resumed a restored copy, or a moved database; the entry says how many waiting mails were discarded.',
  },

  token_refresh: { category: 'api_access', meaning: 'A session got a new access token.' },
  ticket_issue: { category: 'api_access', meaning: 'A WebSocket ticket was issued.' },
  access_deny: { category: 'api_access', meaning: 'A signed-in user was denied access.' },
} as const satisfies Readonly<Record<string, ActionRule>>

export type AuditAction = keyof typeof AUDIT_ACTIONS
