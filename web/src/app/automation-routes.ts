import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { inside, listSearch } from './base-routes.ts'
import { guarded } from './guarded.tsx'

const overview = createRoute({
  getParentRoute: () => inside,
  path: '/automation',
  component: guarded(
    'Automation',
    'automation.view_template',
    lazyRouteComponent(() => import('../features/automation/pages/overview-page.tsx'), 'OverviewPage'),
  ),
})

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

const templates = createRoute({
  getParentRoute: () => inside,
  path: '/automation/templates',
  component: guarded(
    'Templates',
    'automation.view_template',
    lazyRouteComponent(() => import('../features/automation/pages/templates-page.tsx'), 'TemplatesPage'),
  ),
  validateSearch: listSearch,
})

const template = createRoute({
  getParentRoute: () => inside,
  path: '/automation/templates/$id',
  component: guarded(
    'Template',
    'automation.view_template',
    lazyRouteComponent(() => import('../features/automation/templates/template-page.tsx'), 'TemplatePage'),
  ),
})

const newTemplate = createRoute({
  getParentRoute: () => inside,
  path: '/automation/templates/new',
  component: guarded(
    'New template',
    'automation.add_template',
    lazyRouteComponent(() => import('../features/automation/templates/template-form-page.tsx'), 'NewTemplatePage'),
  ),
  validateSearch: listSearch,
})

const editTemplate = createRoute({
  getParentRoute: () => inside,
  path: '/automation/templates/$id/edit',
  component: guarded(
    'Template',
    'automation.change_template',
    lazyRouteComponent(() => import('../features/automation/templates/template-form-page.tsx'), 'EditTemplatePage'),
  ),
})

const launch = createRoute({
  getParentRoute: () => inside,
  path: '/automation/templates/$id/launch',
  component: guarded(
    'Launch',
    'automation.launch_template',
    lazyRouteComponent(() => import('../features/automation/pages/launch-page.tsx'), 'LaunchPage'),
  ),
  validateSearch: listSearch,
})

const connections = createRoute({
  getParentRoute: () => inside,
  path: '/automation/connections',
  component: guarded(
    'Automation connections',
    'automation.view_connection',
    lazyRouteComponent(() => import('../features/automation/connections/connections-page.tsx'), 'ServersPage'),
  ),
})

const reference = createRoute({
  getParentRoute: () => inside,
  path: '/automation/reference-data',
  component: guarded(
    'Reference data',
    'automation.view_category',
    lazyRouteComponent(() => import('../features/automation/reference/reference-page.tsx'), 'ReferencePage'),
  ),
  validateSearch: listSearch,
})

/** What is asked of automation servers. */
export const automationRoutes = [
  overview,
  connections,
  reference,
  requests,
  request,
  execution,
  templates,
  newTemplate,
  template,
  editTemplate,
  launch,
] as const
