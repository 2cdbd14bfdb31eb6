import { HeddleError } from '@heddle/client'
import { QueryClient } from '@tanstack/react-query'

const FRESH_MS = 15_000

/** What the server said. The client repeats requests where that helps, so nothing is repeated here. */
export const createQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: FRESH_MS,
        refetchOnWindowFocus: false,
        networkMode: 'always',
        retry: (failures, error) => failures < 1 && error instanceof HeddleError && error.status >= 502,
      },
      mutations: { networkMode: 'always' },
    },
  })
