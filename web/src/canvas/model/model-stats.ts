import { queryOptions } from '@tanstack/react-query'
import type { Heddle } from '../../lib/api/heddle.ts'

const A_DAY_MS = 86_400_000

/** How large the installed class model is; its version is null when there is none. The status bar reads the same. */
export const modelStats = (heddle: Heddle) =>
  queryOptions({
    queryKey: ['mim', 'stats'],
    queryFn: ({ signal }) => heddle.mim.stats({ signal }),
    staleTime: A_DAY_MS,
  })
