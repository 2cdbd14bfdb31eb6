import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { inside, listSearch } from './base-routes.ts'
import { ADMINISTRATORS, guarded } from './guarded.tsx'

const users = createRoute({
  getParentRoute: () => inside,
  path: '/auth/management',
  component: guarded(
    'Users',
    ADMINISTRATORS,
    lazyRouteComponent(() => import('../features/administration/pages/users-page.tsx'), 'UsersPage'),
  ),
  validateSearch: listSearch,
})

const user = createRoute({
  getParentRoute: () => inside,
  path: '/auth/management/$id',
  component: guarded(
    'User',
    ADMINISTRATORS,
    lazyRouteComponent(() => import('../features/administration/pages/user-page.tsx'), 'UserPage'),
  ),
})

const groups = createRoute({
  getParentRoute: () => inside,
  path: '/auth/groups',
  component: guarded(
    'Groups',
    ADMINISTRATORS,
    lazyRouteComponent(() => import('../features/administration/pages/groups-page.tsx'), 'GroupsPage'),
  ),
})

/** People and what they may do. */
export const administrationRoutes = [users, user, groups] as const
