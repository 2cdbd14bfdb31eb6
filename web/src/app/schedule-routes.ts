import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { inside, listSearch } from './base-routes.ts'
import { guarded } from './guarded.tsx'

const schedules = createRoute({
  getParentRoute: () => inside,
  path: '/queries/scheduled-tasks',
  component: guarded(
    'Schedules',
    'queries.view_scheduledtask',
    lazyRouteComponent(() => import('../features/schedules/pages/schedules-page.tsx'), 'SchedulesPage'),
  ),
  validateSearch: listSearch,
})

const newSchedule = createRoute({
  getParentRoute: () => inside,
  path: '/queries/scheduled-tasks/new',
  component: guarded(
    'New schedule',
    'queries.add_scheduledtask',
    lazyRouteComponent(() => import('../features/schedules/pages/schedule-form-page.tsx'), 'NewSchedulePage'),
  ),
  validateSearch: listSearch,
})

const schedule = createRoute({
  getParentRoute: () => inside,
  path: '/queries/scheduled-tasks/$id',
  component: guarded(
    'Schedule',
    'queries.view_scheduledtask',
    lazyRouteComponent(() => import('../features/schedules/pages/schedule-page.tsx'), 'SchedulePage'),
  ),
  validateSearch: listSearch,
})

const editSchedule = createRoute({
  getParentRoute: () => inside,
  path: '/queries/scheduled-tasks/$id/edit',
  component: guarded(
    'Schedule',
    'queries.change_scheduledtask',
    lazyRouteComponent(() => import('../features/schedules/pages/schedule-form-page.tsx'), 'EditSchedulePage'),
  ),
})

const firing = createRoute({
  getParentRoute: () => inside,
  path: '/queries/scheduled-executions/$id',
  component: guarded(
    'Scheduled run',
    'queries.view_scheduledtask',
    lazyRouteComponent(() => import('../features/schedules/pages/firing-page.tsx'), 'FiringPage'),
  ),
})

/** What runs automatically. */
export const scheduleRoutes = [schedules, newSchedule, schedule, editSchedule, firing] as const
