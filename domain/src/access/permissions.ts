/** Every model permission, `app.action_model`. Grows with the features. */
export const PERMISSIONS = [
  'users.view_user',
  'users.add_user',
  'users.change_user',
  'users.delete_user',
  'users.view_group',
  'users.add_group',
  'users.change_group',
  'users.delete_group',
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
  'queries.view_executionlog',
  'queries.view_scheduledtask',
  'queries.add_scheduledtask',
  'queries.change_scheduledtask',
  'queries.delete_scheduledtask',
  'queries.execute_scheduledtask',
  'history.view_snapshot',
  'history.capture_snapshot',
  'history.change_snapshot',
  'history.delete_snapshot',
] as const
export type Permission = (typeof PERMISSIONS)[number]

export const ROLE_TEMPLATES = ['administrator', 'operator', 'editor', 'viewer'] as const
export type RoleTemplate = (typeof ROLE_TEMPLATES)[number]

const MODEL_NAMES: Readonly<Record<string, string>> = {
  savedquery: 'saved query',
  executionlog: 'execution log',
  scheduledtask: 'scheduled task',
}

/** `queries.execute_savedquery` becomes "Can execute saved query". */
export function nameOfPermission(permission: Permission): string {
  const [action = '', model = ''] = permission.slice(permission.indexOf('.') + 1).split('_')
  return `Can ${action} ${MODEL_NAMES[model] ?? model}`
}

export const isPermission = (name: string): name is Permission => (PERMISSIONS as readonly string[]).includes(name)

const isViewing = (permission: Permission) => /\.(view|execute)_/.test(permission) && !permission.startsWith('users.')

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
]

/**
 * The permissions that a role template gives a new group: viewers read and execute, editors also create and change
 * queries, categories, scheduled tasks and snapshots, operators hold everything but identity, administrators
 * everything.
 */
export function permissionsOf(role: RoleTemplate): readonly Permission[] {
  switch (role) {
    case 'administrator':
      return PERMISSIONS
    case 'operator':
      return PERMISSIONS.filter((permission) => !permission.startsWith('users.'))
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
