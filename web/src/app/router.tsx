import { createRoute, createRouter, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { administrationRoutes } from './administration-routes.ts'
import { aiRoutes } from './ai-routes.ts'
import { auditRoutes } from './audit-routes.ts'
import { automationRoutes } from './automation-routes.ts'
import { inside, listSearch, root, type RouterContext, text } from './base-routes.ts'
import { channelRoutes } from './channel-routes.ts'
import { repositoryRoutes } from './repository-routes.ts'
import { checkRoutes } from './check-routes.ts'
import { classRoutes } from './class-routes.ts'
import { guarded } from './guarded.tsx'
import { OtherAddress, PageFailure } from './missing.tsx'
import { pathAfterSignIn } from '@heddle/domain/identity/path-after-sign-in.ts'
import { SignInPage } from '../features/auth/pages/sign-in-page.tsx'
import { scheduleRoutes } from './schedule-routes.ts'
import { settingsRoutes } from './settings-routes.ts'
import { parseSearch, stringifySearch } from './search.ts'

/** Why a sign-on provider led back without a success. */
function failureIn(search: Record<string, unknown>): { readonly error?: string } {
  const error = text(search.error)
  return error === undefined ? {} : { error }
}

const login = createRoute({
  getParentRoute: () => root,
  path: '/login',
  validateSearch: (search) => ({
    next: text(search.next),
    verified: text(search.verified),
    ...failureIn(search),
  }),
  beforeLoad: ({ context, search }) => {
    if (context.session.state() === 'signed-in') throw redirect({ href: pathAfterSignIn(search.next) })
  },
  component: SignInPage,
})

const resetPassword = createRoute({
  getParentRoute: () => root,
  path: '/reset-password',
  validateSearch: (search) => ({ token: text(search.token) }),
  component: lazyRouteComponent(() => import('../features/auth/pages/reset-password-page.tsx'), 'ResetPasswordPage'),
})

const takeBackAddress = createRoute({
  getParentRoute: () => root,
  path: '/take-back-address',
  validateSearch: (search) => ({ token: text(search.token) }),
  component: lazyRouteComponent(
    () => import('../features/auth/pages/take-back-address-page.tsx'),
    'TakeBackAddressPage',
  ),
})

const home = createRoute({
  getParentRoute: () => inside,
  path: '/',
  component: lazyRouteComponent(() => import('../features/home/pages/home-page.tsx'), 'HomePage'),
  validateSearch: listSearch,
})

const savedQueries = createRoute({
  getParentRoute: () => inside,
  path: '/queries/saved-queries',
  component: guarded(
    'Queries',
    'queries.view_savedquery',
    lazyRouteComponent(() => import('../features/queries/pages/queries-page.tsx'), 'QueriesPage'),
  ),
  validateSearch: listSearch,
})

const query = createRoute({
  getParentRoute: () => inside,
  path: '/queries/saved-queries/$id',
  component: lazyRouteComponent(() => import('../features/queries/pages/workspace-page.tsx'), 'WorkspacePage'),
  validateSearch: listSearch,
})

const version = createRoute({
  getParentRoute: () => inside,
  path: '/queries/saved-queries/$id/versions/$version',
  beforeLoad: ({ params: { id, version: shown } }) => {
    throw redirect({ to: '/queries/saved-queries/$id/', params: { id }, search: { tab: 'versions', version: shown } })
  },
})

const connections = createRoute({
  getParentRoute: () => inside,
  path: '/controller/connections',
  component: guarded(
    'Connections',
    'controller.view_connection',
    lazyRouteComponent(
      () => import('../features/controller-connections/pages/connections-page.tsx'),
      'ConnectionsPage',
    ),
  ),
  validateSearch: listSearch,
})

const object = createRoute({
  getParentRoute: () => inside,
  path: '/controller/objects',
  component: guarded(
    'Object',
    'queries.execute_savedquery',
    lazyRouteComponent(() => import('../features/objects/pages/object-page.tsx'), 'ObjectPage'),
  ),
  validateSearch: listSearch,
})

const runs = createRoute({
  getParentRoute: () => inside,
  path: '/queries/execution-logs',
  component: guarded(
    'Runs',
    'queries.view_executionlog',
    lazyRouteComponent(() => import('../features/executions/pages/runs-page.tsx'), 'RunsPage'),
  ),
  validateSearch: listSearch,
})

const run = createRoute({
  getParentRoute: () => inside,
  path: '/queries/execution-logs/$id',
  component: lazyRouteComponent(() => import('../features/executions/pages/run-page.tsx'), 'RunPage'),
  validateSearch: listSearch,
})

const snapshot = createRoute({
  getParentRoute: () => inside,
  path: '/history/snapshots/$id',
  component: guarded(
    'Snapshot',
    'history.view_snapshot',
    lazyRouteComponent(() => import('../features/snapshots/pages/snapshot-page.tsx'), 'SnapshotPage'),
  ),
  validateSearch: listSearch,
})

const compare = createRoute({
  getParentRoute: () => inside,
  path: '/history/compare',
  component: guarded(
    'Compare',
    'history.view_snapshot',
    lazyRouteComponent(() => import('../features/snapshots/pages/compare-page.tsx'), 'ComparePage'),
  ),
  validateSearch: listSearch,
})

const history = createRoute({
  getParentRoute: () => inside,
  path: '/history',
  component: guarded(
    'History',
    'history.view_snapshot',
    lazyRouteComponent(() => import('../features/snapshots/pages/history-page.tsx'), 'HistoryPage'),
  ),
  validateSearch: listSearch,
})

const changes = createRoute({
  getParentRoute: () => inside,
  path: '/history/changes',
  component: guarded(
    'Changes',
    'history.view_snapshot',
    lazyRouteComponent(() => import('../features/snapshots/pages/changes-page.tsx'), 'ChangesPage'),
  ),
  validateSearch: listSearch,
})

const change = createRoute({
  getParentRoute: () => inside,
  path: '/history/changes/$id',
  component: guarded(
    'Change',
    'history.view_snapshot',
    lazyRouteComponent(() => import('../features/snapshots/pages/change-page.tsx'), 'ChangePage'),
  ),
  validateSearch: listSearch,
})

const captureSettings = createRoute({
  getParentRoute: () => inside,
  path: '/history/settings',
  component: guarded(
    'Retention and clean-up',
    'history.view_snapshot',
    lazyRouteComponent(() => import('../features/snapshots/pages/settings-page.tsx'), 'SnapshotSettingsPage'),
  ),
})

/** Links to a moment lead into the history of the query. */
const momentOfQuery = createRoute({
  getParentRoute: () => inside,
  path: '/history/at',
  validateSearch: listSearch,
  beforeLoad: ({ search }) => {
    throw redirect({ to: '/history', search })
  },
})

const timeline = createRoute({
  getParentRoute: () => inside,
  path: '/history/timeline',
  component: guarded(
    'Object timeline',
    'history.view_snapshot',
    lazyRouteComponent(() => import('../features/snapshots/pages/timeline-page.tsx'), 'TimelinePage'),
  ),
  validateSearch: listSearch,
})

const account = createRoute({
  getParentRoute: () => inside,
  path: '/auth/profile',
  component: lazyRouteComponent(() => import('../features/account/pages/account-page.tsx'), 'AccountPage'),
  validateSearch: failureIn,
})

const notices = createRoute({
  getParentRoute: () => inside,
  path: '/notifications',
  component: lazyRouteComponent(() => import('../features/notifications/pages/notices-page.tsx'), 'NoticesPage'),
  validateSearch: listSearch,
})

const other = createRoute({ getParentRoute: () => inside, path: '/$', component: OtherAddress })

const pipeline = createRoute({
  getParentRoute: () => inside,
  path: '/queries/pipeline-executions/$id',
  component: lazyRouteComponent(() => import('../features/executions/pages/pipeline-page.tsx'), 'PipelinePage'),
  validateSearch: listSearch,
})

const routeTree = root.addChildren([
  login,
  resetPassword,
  takeBackAddress,
  inside.addChildren([
    ...[home, savedQueries, query, version, connections, runs, run, account, notices, other, pipeline],
    ...[snapshot, object],
    ...scheduleRoutes,
    ...channelRoutes,
    ...repositoryRoutes,
    ...checkRoutes,
    ...classRoutes,
    ...administrationRoutes,
    ...aiRoutes,
    ...auditRoutes,
    ...automationRoutes,
    ...settingsRoutes,
    ...[compare, history, changes, change, captureSettings, momentOfQuery, timeline],
  ]),
])

export type AppRouter = ReturnType<typeof createAppRouter>

export function createAppRouter(context: RouterContext) {
  return createRouter({
    routeTree,
    context,
    parseSearch,
    stringifySearch,
    // With and without the last slash.
    trailingSlash: 'preserve',
    // Going back leads to the same place of a list.
    scrollRestoration: true,
    defaultPreload: 'intent',
    defaultPendingMs: 300,
    defaultErrorComponent: PageFailure,
  })
}

declare module '@tanstack/react-router' {
  interface Register {
    router: AppRouter
  }
  interface HistoryState {
    /** The draft that a button led to runs at once; a link cannot say so. */
    readonly runs?: boolean
    /** The question that the address brings was typed just now: it is put at once. */
    readonly asks?: boolean
  }
}
