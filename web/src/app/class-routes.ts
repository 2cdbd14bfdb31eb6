import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { inside, listSearch } from './base-routes.ts'

const classes = createRoute({
  getParentRoute: () => inside,
  path: '/mim',
  component: lazyRouteComponent(() => import('../features/mim/pages/classes-page.tsx'), 'ClassesPage'),
  validateSearch: listSearch,
})

/** Inside the page of all classes, which reads the name and stays when it changes. */
const oneClass = createRoute({ getParentRoute: () => classes, path: 'class/$name' })

const models = createRoute({
  getParentRoute: () => inside,
  path: '/mim-registry',
  component: lazyRouteComponent(() => import('../features/mim-registry/pages/models-page.tsx'), 'ModelsPage'),
})

const modelCompare = createRoute({
  getParentRoute: () => inside,
  path: '/mim-registry/compare',
  component: lazyRouteComponent(() => import('../features/mim-registry/pages/compare-page.tsx'), 'CompareModelsPage'),
  validateSearch: listSearch,
})

const modelImport = createRoute({
  getParentRoute: () => inside,
  path: '/mim-registry/remote/runs/$id',
  component: lazyRouteComponent(() => import('../features/mim-registry/pages/import-page.tsx'), 'ImportPage'),
})

/** The class model and its registry. */
export const classRoutes = [classes.addChildren([oneClass]), models, modelCompare, modelImport] as const
