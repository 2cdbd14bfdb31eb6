import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { inside } from './base-routes.ts'
import { ADMINISTRATORS, guarded } from './guarded.tsx'

const settings = createRoute({
  getParentRoute: () => inside,
  path: '/settings',
  component: lazyRouteComponent(() => import('../features/settings/pages/overview-page.tsx'), 'SettingsPage'),
})

const administration = createRoute({
  getParentRoute: () => inside,
  path: '/administration',
  component: guarded(
    'Administration',
    ADMINISTRATORS,
    lazyRouteComponent(() => import('../features/settings/pages/overview-page.tsx'), 'AdministrationOverviewPage'),
  ),
})

const taskSettings = createRoute({
  getParentRoute: () => inside,
  path: '/queries/task-settings',
  component: lazyRouteComponent(() => import('../features/schedules/pages/task-settings-page.tsx'), 'TaskSettingsPage'),
})

const capacity = createRoute({
  getParentRoute: () => inside,
  path: '/dashboard/capacity',
  component: guarded(
    'Capacity and health',
    ADMINISTRATORS,
    lazyRouteComponent(() => import('../features/administration/pages/capacity-page.tsx'), 'CapacityPage'),
  ),
})

/** What can be set, and how the platform is. */
export const settingsRoutes = [settings, administration, taskSettings, capacity] as const
