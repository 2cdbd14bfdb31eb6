import { useRouter, useSearch } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'

type Search = Readonly<Partial<Record<string, string>>>

const VARIABLE = 'v.'

/** What a link to a workspace says besides the query: variables, the instant, the tab, the view of the rows. */
export function useAddress() {
  const search: Search = useSearch({ strict: false })
  const router = useRouter()
  const variables = useMemo(() => variablesOf(search), [search])
  const change = useCallback(
    (changed: Search) => {
      const { resolvedLocation } = router.state
      const pathname = router.latestLocation.pathname
      // The first save of a query gives it another address; any other page on its way is not this one's to change.
      if (resolvedLocation && resolvedLocation.pathname !== pathname && !isNew(resolvedLocation.pathname)) return
      void router.navigate({
        to: pathname as never,
        search: ((before: Search) => ({ ...before, ...changed })) as never,
        replace: true,
      })
    },
    [router],
  )
  const setVariables = useCallback((values: Search) => change(withPrefix(values)), [change])
  return { search, variables, change, setVariables }
}

const isNew = (pathname: string): boolean => /\/saved-queries\/new\/?$/.test(pathname)

function variablesOf(search: Search): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(search).flatMap(([key, value]) =>
      key.startsWith(VARIABLE) && value !== undefined ? [[key.slice(VARIABLE.length), value]] : [],
    ),
  )
}

/** An empty value leaves the address, so that the default counts. */
function withPrefix(values: Search): Search {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [VARIABLE + name, value === '' ? undefined : value]),
  )
}
