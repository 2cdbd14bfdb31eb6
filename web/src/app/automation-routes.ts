import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { inside, listSearch } from './base-routes.ts'
import { guarded } from './guarded.tsx'

const requests = createRoute({
  getParentRoute: () => inside,
  path: '/automation/requests',
  component: guarded(
    'Requests',
    'automation.view_request',
    lazyRouteComponent(() => import('../features/automation/pages/requests-page.tsx'), 'RequestsPage'),
  ),
  validateSearch: listSearch,
})

const request = createRoute({
  getParentRoute: () => inside,
  path: '/automation/requests/$id',
  component: guarded(
    'Request',
    'automation.view_request',
    lazyRouteComponent(() => import('../features/automation/pages/request-page.tsx'), 'RequestPage'),
  ),
  validateSearch: listSearch,
})

const execution = createRoute({
  getParentRoute: () => inside,
  path: '/automation/executions/$id',
  component: guarded(
    'Job',
    'automation.view_execution',
    lazyRouteComponent(() => import('../features/automation/pages/execution-page.tsx'), 'ExecutionPage'),
  ),
  validateSearch: listSearch,
})

/** What is asked of automation servers. */
export const automationRoutes = [requests, request, execution] as const
