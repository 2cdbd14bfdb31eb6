import { queryOptions } from '@tanstack/react-query'
import type { Heddle } from '../../lib/api/heddle.ts'

/** Classes whose name or label a text is about, best first. */
export const classSearch = (heddle: Heddle, text: string, limit = 30) =>
  queryOptions({
    queryKey: ['mim', 'search', text, limit],
    queryFn: ({ signal }) => heddle.mim.search({ q: text, type: 'class', limit }, { signal }),
    staleTime: Infinity,
    retry: false,
  })
