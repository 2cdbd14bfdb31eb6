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

/** What should be true of a fabric, and whether it is. */
export const checkRoutes = [packs, pack] as const
