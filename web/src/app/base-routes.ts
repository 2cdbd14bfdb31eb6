import type { QueryClient } from '@tanstack/react-query'
import { createRootRouteWithContext, createRoute, lazyRouteComponent, Outlet, redirect } from '@tanstack/react-router'
import { profileQuery } from '../features/auth/api.ts'
import type { Connected } from '../lib/session/context.tsx'
import { Missing, PageFailure } from './missing.tsx'

export type RouterContext = Connected & { readonly queries: QueryClient }

export const root = createRootRouteWithContext<RouterContext>()({ component: Outlet, notFoundComponent: Missing })

/** A parameter of an address that says something. */
export const text = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined

const shell = lazyRouteComponent(() => import('./shell/shell.tsx'), 'AppShell')

/** Loads what every page behind the sign-in needs, while somebody types a password. */
export const loadShell = (): Promise<void> | undefined => shell.preload?.()

/** Everything that needs a session, inside the shell. */
export const inside = createRoute({
  getParentRoute: () => root,
  id: 'inside',
  beforeLoad: async ({ context, location }) => {
    if (context.session.state() !== 'signed-in')
      throw redirect({ to: '/login', search: { next: location.href, verified: undefined } })
    await context.queries.query({ ...profileQuery(context.heddle), staleTime: 'static' })
  },
  component: shell,
  errorComponent: PageFailure,
})

/** Filters of a list stay in the address as they are. */
export function listSearch(search: Record<string, unknown>): Partial<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(search).filter((entry): entry is [string, string] => text(entry[1]) !== undefined),
  )
}
