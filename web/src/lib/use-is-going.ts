import { useRouterState } from '@tanstack/react-router'

/**
 * Whether another page was chosen and is on its way. This one is still to be seen, and whatever changes its address
 * now, such as a search that is due, would call the other one back.
 */
export const useIsGoing = (): boolean =>
  useRouterState({
    select: ({ location, resolvedLocation }) =>
      resolvedLocation !== undefined && resolvedLocation.pathname !== location.pathname,
  })
