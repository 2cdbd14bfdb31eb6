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

const group = createRoute({
  getParentRoute: () => inside,
  path: '/auth/groups/$id',
  component: guarded(
    'Group',
    ADMINISTRATORS,
    lazyRouteComponent(() => import('../features/administration/pages/group-page.tsx'), 'GroupPage'),
  ),
})

const permissions = createRoute({
  getParentRoute: () => inside,
  path: '/auth/permissions',
  component: guarded(
    'Permissions',
    ADMINISTRATORS,
    lazyRouteComponent(() => import('../features/administration/pages/permissions-page.tsx'), 'PermissionsPage'),
  ),
  validateSearch: listSearch,
})

const tokens = createRoute({
  getParentRoute: () => inside,
  path: '/auth/tokens',
  component: guarded(
    'API tokens',
    ADMINISTRATORS,
    lazyRouteComponent(() => import('../features/administration/pages/tokens-page.tsx'), 'TokensPage'),
  ),
  validateSearch: listSearch,
})

const serviceAccounts = createRoute({
  getParentRoute: () => inside,
  path: '/auth/service-accounts',
  component: guarded(
    'Service accounts',
    'users.manage_serviceaccount',
    lazyRouteComponent(
      () => import('../features/administration/pages/service-accounts-page.tsx'),
      'ServiceAccountsPage',
    ),
  ),
  validateSearch: listSearch,
})

/** People and programs, and what they may do. */
export const administrationRoutes = [users, user, groups, group, permissions, tokens, serviceAccounts] as const
