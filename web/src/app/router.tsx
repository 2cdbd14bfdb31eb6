import type { QueryClient } from '@tanstack/react-query'
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
} from '@tanstack/react-router'
import { profileQuery } from '../features/auth/api.ts'
import type { Connected } from '../lib/session/context.tsx'
import { guarded } from './guarded.tsx'
import { Missing, OtherAddress, PageFailure } from './missing.tsx'
import { parseSearch, stringifySearch } from './search.ts'

export type RouterContext = Connected & { readonly queries: QueryClient }

const root = createRootRouteWithContext<RouterContext>()({ component: Outlet, notFoundComponent: Missing })

const text = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined)

const login = createRoute({
  getParentRoute: () => root,
  path: '/login',
  validateSearch: (search) => ({ next: text(search.next), verified: text(search.verified) }),
  beforeLoad: ({ context, search }) => {
    if (context.session.state() === 'signed-in') throw redirect({ href: pathOf(search.next) })
  },
  component: lazyRouteComponent(() => import('../features/auth/pages/sign-in-page.tsx'), 'SignInPage'),
})

const resetPassword = createRoute({
  getParentRoute: () => root,
  path: '/reset-password',
  validateSearch: (search) => ({ token: text(search.token) }),
  component: lazyRouteComponent(() => import('../features/auth/pages/reset-password-page.tsx'), 'ResetPasswordPage'),
})

/** Everything that needs a session, inside the shell. */
const inside = createRoute({
  getParentRoute: () => root,
  id: 'inside',
  beforeLoad: async ({ context, location }) => {
    if (context.session.state() !== 'signed-in')
      throw redirect({ to: '/login', search: { next: location.href, verified: undefined } })
    await context.queries.query({ ...profileQuery(context.heddle), staleTime: 'static' })
  },
  component: lazyRouteComponent(() => import('./shell/shell.tsx'), 'AppShell'),
  errorComponent: PageFailure,
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

const account = createRoute({
  getParentRoute: () => inside,
  path: '/auth/profile',
  component: lazyRouteComponent(() => import('../features/account/pages/account-page.tsx'), 'AccountPage'),
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

/** Filters of a list stay in the address as they are. */
function listSearch(search: Record<string, unknown>): Partial<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(search).filter((entry): entry is [string, string] => text(entry[1]) !== undefined),
  )
}

/** An address of ours, and never another site's. */
function pathOf(next: string | undefined): string {
  return next !== undefined && /^\/(?![/\\])/.test(next) ? next : '/'
}

const routeTree = root.addChildren([
  login,
  resetPassword,
  inside.addChildren([home, savedQueries, query, version, connections, runs, run, account, notices, other, pipeline]),
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
}
