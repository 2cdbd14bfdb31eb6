import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { inside, listSearch } from './base-routes.ts'
import { guarded } from './guarded.tsx'

const repositories = createRoute({
  getParentRoute: () => inside,
  path: '/queries/repositories',
  component: guarded(
    'Repositories',
    'queries.view_savedquery',
    lazyRouteComponent(() => import('../features/queries/repositories/repositories-page.tsx'), 'RepositoriesPage'),
  ),
  validateSearch: listSearch,
})

const repository = createRoute({
  getParentRoute: () => inside,
  path: '/queries/repositories/$id',
  component: guarded(
    'Repository',
    'queries.view_savedquery',
    lazyRouteComponent(() => import('../features/queries/repositories/repository-page.tsx'), 'RepositoryPage'),
  ),
  validateSearch: listSearch,
})

/** Folders of queries that are kept in Git. */
export const repositoryRoutes = [repositories, repository] as const
