import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { inside, listSearch } from './base-routes.ts'
import { guarded } from './guarded.tsx'

const packs = createRoute({
  getParentRoute: () => inside,
  path: '/packs',
  component: guarded(
    'Packs',
    'packs.view_pack',
    lazyRouteComponent(() => import('../features/checks/packs/packs-page.tsx'), 'PacksPage'),
  ),
  validateSearch: listSearch,
})

const pack = createRoute({
  getParentRoute: () => inside,
  path: '/packs/$name',
  component: guarded(
    'Pack',
    'packs.view_pack',
    lazyRouteComponent(() => import('../features/checks/packs/pack-page.tsx'), 'PackPage'),
  ),
  validateSearch: listSearch,
})

const startChecks = createRoute({
  getParentRoute: () => inside,
  path: '/queries/checks',
  component: guarded(
    'Run checks',
    'queries.execute_savedquery',
    lazyRouteComponent(() => import('../features/checks/runs/start-page.tsx'), 'StartPage'),
  ),
  validateSearch: listSearch,
})

const checkRun = createRoute({
  getParentRoute: () => inside,
  path: '/queries/checks/$id',
  component: guarded(
    'Check',
    'queries.execute_savedquery',
    lazyRouteComponent(() => import('../features/checks/runs/check-run-page.tsx'), 'CheckRunPage'),
  ),
  validateSearch: listSearch,
})

const waivers = createRoute({
  getParentRoute: () => inside,
  path: '/queries/waivers',
  component: guarded(
    'Waivers',
    'queries.view_savedquery',
    lazyRouteComponent(() => import('../features/checks/waivers/waivers-page.tsx'), 'WaiversPage'),
  ),
  validateSearch: listSearch,
})

const check = createRoute({
  getParentRoute: () => inside,
  path: '/history/checks',
  component: guarded(
    'Check',
    'queries.view_savedquery',
    lazyRouteComponent(() => import('../features/checks/check/check-page.tsx'), 'CheckPage'),
  ),
  validateSearch: listSearch,
})

/** What should be true of a fabric, and whether it is. */
export const checkRoutes = [packs, pack, startChecks, checkRun, waivers, check] as const
