import { getRouteApi, useRouter } from '@tanstack/react-router'
import { useCallback } from 'react'

/** What the address of the class model says beside the class. */
type ClassesSearch = Readonly<Partial<Record<string, string>>>

const route = getRouteApi('/inside/mim')

export function useClassesAddress() {
  const search: ClassesSearch = route.useSearch()
  const router = useRouter()
  /** What one looks at stays where it is: Back leads to the class before. */
  const change = useCallback(
    (changed: ClassesSearch) =>
      void router.navigate({
        to: router.latestLocation.pathname as never,
        search: ((before: ClassesSearch) => ({ ...before, ...changed })) as never,
        replace: true,
      }),
    [router],
  )
  const open = useCallback(
    (name: string, more: ClassesSearch = {}) =>
      void router.navigate({
        to: '/mim/class/$name/',
        params: { name },
        search: ({ q, kind, package: of }: ClassesSearch) => ({ q, kind, package: of, ...more }),
      }),
    [router],
  )
  return { search, change, open }
}
