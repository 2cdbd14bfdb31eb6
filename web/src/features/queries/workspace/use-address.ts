import { useMatch, useRouter, useSearch } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'

type Search = Readonly<Partial<Record<string, string>>>

const VARIABLE = 'v.'

/** What a link to a workspace says besides the query: variables, the instant, the tab, the view of the rows. */
export function useAddress() {
  const search: Search = useSearch({ strict: false })
  const router = useRouter()
  const variables = useMemo(() => variablesOf(search), [search])
  const own = useMatch({ strict: false, select: (match) => match.pathname })
  const change = useCallback(
    (changed: Search) => {
      const { pathname } = router.latestLocation
      if (!isOwn(own, pathname)) return
      void router.navigate({
        to: pathname as never,
        search: ((before: Search) => ({ ...before, ...changed })) as never,
        replace: true,
      })
    },
    [router, own],
  )
  const setVariables = useCallback((values: Search) => change(withPrefix(values)), [change])
  return { search, variables, change, setVariables }
}

const QUERY = '/queries/saved-queries/'

/** Another page may be on its way, whose address is not this one's to change; the first save gives a query another. */
const isOwn = (own: string, latest: string): boolean =>
  withSlash(latest) === withSlash(own) || (withSlash(own) === `${QUERY}new/` && latest.startsWith(QUERY))

const withSlash = (pathname: string): string => pathname.replace(/\/?$/, '/')

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
