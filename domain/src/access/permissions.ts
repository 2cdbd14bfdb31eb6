/** Every model permission, `app.action_model`. Grows with the features. */
export const PERMISSIONS = [
  'controller.view_connection',
  'controller.add_connection',
  'controller.change_connection',
  'controller.delete_connection',
  'controller.test_connection',
  'queries.view_category',
  'queries.add_category',
  'queries.change_category',
  'queries.delete_category',
  'queries.view_savedquery',
  'queries.add_savedquery',
  'queries.change_savedquery',
  'queries.delete_savedquery',
  'queries.execute_savedquery',
  'queries.add_waiver',
  'queries.view_executionlog',
  'queries.view_scheduledtask',
  'queries.add_scheduledtask',
  'queries.change_scheduledtask',
  'queries.delete_scheduledtask',
  'queries.execute_scheduledtask',
  'queries.view_metric',
  'history.view_snapshot',
  'history.capture_snapshot',
  'history.change_snapshot',
  'history.delete_snapshot',
  'packs.view_pack',
  'packs.change_pack',
  'automation.view_connection',
  'automation.add_connection',
  'automation.change_connection',
  'automation.delete_connection',
  'automation.test_connection',
  'automation.view_template',
  'automation.add_template',
  'automation.change_template',
  'automation.delete_template',
  'automation.launch_template',
  'automation.view_category',
  'automation.add_category',
  'automation.change_category',
  'automation.delete_category',
  'automation.view_columntemplate',
  'automation.add_columntemplate',
  'automation.change_columntemplate',
  'automation.delete_columntemplate',
  'automation.view_validationlist',
  'automation.add_validationlist',
  'automation.change_validationlist',
  'automation.delete_validationlist',
  'automation.view_regexpattern',
  'automation.add_regexpattern',
  'automation.change_regexpattern',
  'automation.delete_regexpattern',
  'automation.view_request',
  'automation.cancel_request',
  'automation.approve_request',
  'automation.view_execution',
  'notifications.add_channel',
  'users.manage_serviceaccount',
  'users.scim',
] as const
export type Permission = (typeof PERMISSIONS)[number]

/** Offered by earlier versions, although they opened nothing: identity is for administrators. */
export const RETIRED_PERMISSIONS: readonly string[] = ['user', 'group'].flatMap((model) =>
  ['view', 'add', 'change', 'delete'].map((action) => `users.${action}_${model}`),
)

export const ROLE_TEMPLATES = ['administrator', 'operator', 'editor', 'viewer'] as const
export type RoleTemplate = (typeof ROLE_TEMPLATES)[number]

const MODEL_NAMES: Readonly<Record<string, string>> = {
  savedquery: 'saved query',
  executionlog: 'execution log',
  scheduledtask: 'scheduled task',
  columntemplate: 'column template',
  validationlist: 'validation list',
  regexpattern: 'regex pattern',
  serviceaccount: 'service account',
}

/** These decide who may do what, so they count for administrators only, whatever grants them. */
export const ADMINISTRATOR_PERMISSIONS: readonly string[] = ['users.scim'] satisfies Permission[]

/** These are the word of a second person, so no account of a program has them, whatever grants them. */
export const PERSONAL_PERMISSIONS: readonly string[] = [
  'automation.approve_request',
  'users.manage_serviceaccount',
] satisfies Permission[]

/** `queries.execute_savedquery` becomes "Can execute saved query". */
export function nameOfPermission(permission: Permission): string {
  if (permission === 'users.scim') return 'Can provision users and groups (SCIM)'
  const [action = '', model = ''] = permission.slice(permission.indexOf('.') + 1).split('_')
  return `Can ${action} ${MODEL_NAMES[model] ?? model}`
}

export const isPermission = (name: string): name is Permission => (PERMISSIONS as readonly string[]).includes(name)

/** Metrics are those of everyone's tasks: for operators. */
const isViewing = (permission: Permission) =>
  /\.(view|execute)_/.test(permission) && permission !== 'queries.view_metric'

const EDITOR_EXTRA: readonly Permission[] = [
  'queries.add_category',
  'queries.change_category',
  'queries.delete_category',
  'queries.add_savedquery',
  'queries.change_savedquery',
  'queries.delete_savedquery',
  'queries.add_scheduledtask',
  'queries.change_scheduledtask',
  'queries.delete_scheduledtask',
  'history.capture_snapshot',
  'history.change_snapshot',
  'history.delete_snapshot',
  'automation.launch_template',
  'automation.cancel_request',
  'notifications.add_channel',
]

/**
 * The permissions that a role template gives a new group: viewers read and execute, editors also create and change
 * queries, categories, scheduled tasks, snapshots and channels, operators everything but packs of checks, service
 * accounts and provisioning, administrators everything. Other than these two, identity takes no permission but the role
 * of an administrator.
 */
export function templatePermissions(role: RoleTemplate): readonly Permission[] {
  switch (role) {
    case 'administrator':
      return PERMISSIONS
    case 'operator':
      return PERMISSIONS.filter(
        (permission) =>
          !['packs.change_pack', 'users.manage_serviceaccount', ...ADMINISTRATOR_PERMISSIONS].includes(permission),
      )
    case 'editor':
      return PERMISSIONS.filter((permission) => isViewing(permission) || EDITOR_EXTRA.includes(permission))
    case 'viewer':
      return PERMISSIONS.filter(isViewing)
  }
}

/** The groups every installation starts with. */
export const BUILT_IN_GROUPS: readonly { readonly name: string; readonly role: RoleTemplate }[] = [
  { name: 'Administrators', role: 'administrator' },
  { name: 'Operators', role: 'operator' },
  { name: 'Editors', role: 'editor' },
  { name: 'Viewers', role: 'viewer' },
]
