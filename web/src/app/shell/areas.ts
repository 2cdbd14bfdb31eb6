/** The areas of the navigation. An area appears once its pages work. */
export type Area = {
  readonly name: string
  readonly to: string
  /** Where its further pages begin. */
  readonly also?: readonly string[]
  readonly key?: string
  readonly permission?: string
  readonly isForAdministrators?: boolean
}

const CHECK_PAGES = ['/queries/checks', '/queries/waivers', '/history/checks']

export const AREAS: readonly (Area & { readonly key: string })[] = [
  { name: 'Home', to: '/', key: 'H' },
  {
    name: 'Queries',
    to: '/queries/saved-queries/',
    also: ['/queries/repositories'],
    key: 'Q',
    permission: 'queries.view_savedquery',
  },
  { name: 'Runs', to: '/queries/execution-logs/', key: 'R', permission: 'queries.view_executionlog' },
  { name: 'Schedules', to: '/queries/scheduled-tasks/', key: 'S', permission: 'queries.view_scheduledtask' },
  { name: 'Checks', to: '/packs/', also: CHECK_PAGES, key: 'P', permission: 'packs.view_pack' },
  { name: 'History', to: '/history/', key: 'I', permission: 'history.view_snapshot' },
  { name: 'Classes', to: '/mim/', key: 'C' },
  {
    name: 'Automation',
    to: '/automation/requests/',
    also: ['/automation'],
    key: 'A',
    permission: 'automation.view_request',
  },
  {
    name: 'Settings',
    to: '/settings/',
    also: ['/controller/connections', '/queries/task-settings', '/ai'],
    key: 'E',
  },
  {
    name: 'Administration',
    to: '/administration/',
    also: [
      '/auth/management',
      '/auth/groups',
      '/auth/permissions',
      '/auth/tokens',
      '/auth/service-accounts',
      '/audit',
      '/dashboard/capacity',
    ],
    key: 'D',
    isForAdministrators: true,
  },
]

/** Pages beside the areas. */
export const PAGES: readonly Area[] = [
  { name: 'New query', to: '/queries/saved-queries/new', permission: 'queries.add_savedquery' },
  { name: 'Repositories', to: '/queries/repositories/', permission: 'queries.view_savedquery' },
  { name: 'New schedule', to: '/queries/scheduled-tasks/new', permission: 'queries.add_scheduledtask' },
  { name: 'Compare captures', to: '/history/compare/', permission: 'history.view_snapshot' },
  { name: 'Object timeline', to: '/history/timeline/', permission: 'history.view_snapshot' },
  { name: 'Changes', to: '/history/changes/', permission: 'history.view_snapshot' },
  { name: 'Run checks', to: '/queries/checks/', permission: 'queries.execute_savedquery' },
  { name: 'Waivers', to: '/queries/waivers/', permission: 'queries.view_savedquery' },
  { name: 'Packs of checks', to: '/packs/', permission: 'packs.view_pack' },
  { name: 'Retention and clean-up', to: '/history/settings', permission: 'history.view_snapshot' },
  { name: 'Object of a fabric', to: '/controller/objects/', permission: 'queries.execute_savedquery' },
  { name: 'Automation overview', to: '/automation/', permission: 'automation.view_template' },
  { name: 'Templates', to: '/automation/templates/', permission: 'automation.view_template' },
  { name: 'New template', to: '/automation/templates/new', permission: 'automation.add_template' },
  { name: 'Automation connections', to: '/automation/connections/', permission: 'automation.view_connection' },
  { name: 'Reference data', to: '/automation/reference-data/', permission: 'automation.view_category' },
  { name: 'Connections', to: '/controller/connections/', permission: 'controller.view_connection' },
  { name: 'Class models', to: '/mim-registry/' },
  { name: 'Compare class models', to: '/mim-registry/compare/', isForAdministrators: true },
  { name: 'Runs and schedules: settings', to: '/queries/task-settings/' },
  { name: 'Capacity and health', to: '/dashboard/capacity/', isForAdministrators: true },
  { name: 'Users', to: '/auth/management/', isForAdministrators: true },
  { name: 'Groups', to: '/auth/groups/', isForAdministrators: true },
  { name: 'Permissions', to: '/auth/permissions/', isForAdministrators: true },
  { name: 'API tokens of everybody', to: '/auth/tokens/', isForAdministrators: true },
  { name: 'Service accounts', to: '/auth/service-accounts/', permission: 'users.manage_serviceaccount' },
  { name: 'Audit log', to: '/audit/logs/', isForAdministrators: true },
  { name: 'Login attempts', to: '/audit/login-attempts/', isForAdministrators: true },
  { name: 'Audit settings', to: '/audit/settings/', isForAdministrators: true },
  { name: 'Collectors of records', to: '/audit/collectors/', isForAdministrators: true },
  { name: 'AI', to: '/ai/' },
  { name: 'Notifications', to: '/notifications/' },
  { name: 'Channels', to: '/notifications/channels/', permission: 'notifications.add_channel' },
  { name: 'Account', to: '/auth/profile' },
]

/** Whether somebody may see an area or a page. */
export const isOpenTo = (
  { permission, isForAdministrators = false }: Area,
  { permissions, is_admin: isAdmin }: { readonly permissions: readonly string[]; readonly is_admin: boolean },
): boolean => (permission === undefined || permissions.includes(permission)) && (isAdmin || !isForAdministrators)

/** The area that an address belongs to: the one whose pages begin most like it. */
export function areaOf(pathname: string): string | undefined {
  const begins = AREAS.flatMap(({ name, to, also = [] }) =>
    [to.replace(/\/$/, ''), ...also].filter((path) => isBelow(pathname, path)).map((path) => ({ name, path })),
  )
  return begins.toSorted((a, b) => b.path.length - a.path.length)[0]?.name
}

const isBelow = (pathname: string, path: string): boolean =>
  path === '' ? pathname === '/' : pathname === path || pathname.startsWith(`${path}/`)
