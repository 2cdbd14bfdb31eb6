import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { inside, listSearch } from './base-routes.ts'
import { ADMINISTRATORS, guarded } from './guarded.tsx'

const auditLog = createRoute({
  getParentRoute: () => inside,
  path: '/audit/logs',
  component: guarded(
    'Audit log',
    ADMINISTRATORS,
    lazyRouteComponent(() => import('../features/audit/pages/log-page.tsx'), 'LogPage'),
  ),
  validateSearch: listSearch,
})

const auditEntry = createRoute({
  getParentRoute: () => inside,
  path: '/audit/logs/$id',
  component: guarded(
    'Audit entry',
    ADMINISTRATORS,
    lazyRouteComponent(() => import('../features/audit/pages/entry-page.tsx'), 'EntryPage'),
  ),
})

const auditAttempts = createRoute({
  getParentRoute: () => inside,
  path: '/audit/login-attempts',
  component: guarded(
    'Login attempts',
    ADMINISTRATORS,
    lazyRouteComponent(() => import('../features/audit/pages/attempts-page.tsx'), 'AttemptsPage'),
  ),
  validateSearch: listSearch,
})

const auditSettings = createRoute({
  getParentRoute: () => inside,
  path: '/audit/settings',
  component: guarded(
    'Audit settings',
    ADMINISTRATORS,
    lazyRouteComponent(() => import('../features/audit/pages/settings-page.tsx'), 'AuditSettingsPage'),
  ),
})

const auditCollectors = createRoute({
  getParentRoute: () => inside,
  path: '/audit/collectors',
  component: guarded(
    'Collectors',
    ADMINISTRATORS,
    lazyRouteComponent(() => import('../features/audit/pages/collectors-page.tsx'), 'CollectorsPage'),
  ),
})

/** Who did what. */
export const auditRoutes = [auditLog, auditEntry, auditAttempts, auditSettings, auditCollectors] as const
