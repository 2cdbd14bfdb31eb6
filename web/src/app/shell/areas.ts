/** The areas of the navigation. An area appears once its pages work. */
export type Area = { readonly name: string; readonly to: string; readonly key?: string; readonly permission?: string }

export const AREAS: readonly (Area & { readonly key: string })[] = [
  { name: 'Home', to: '/', key: 'H' },
  { name: 'Queries', to: '/queries/saved-queries/', key: 'Q', permission: 'queries.view_savedquery' },
  { name: 'Runs', to: '/queries/execution-logs/', key: 'R', permission: 'queries.view_executionlog' },
  { name: 'Settings', to: '/controller/connections/', key: 'I', permission: 'controller.view_connection' },
]

/** Pages beside the areas. */
export const PAGES: readonly Area[] = [
  { name: 'New query', to: '/queries/saved-queries/new', permission: 'queries.add_savedquery' },
  { name: 'Connections', to: '/controller/connections/', permission: 'controller.view_connection' },
  { name: 'Notifications', to: '/notifications/' },
  { name: 'Account', to: '/auth/profile' },
]
