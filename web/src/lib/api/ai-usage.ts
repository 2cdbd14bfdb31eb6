import { queryOptions } from '@tanstack/react-query'
import type { Heddle } from './heddle.ts'

/** What counts against the quota of the user today, and what the questions of the last days took. */
export const aiUsage = (heddle: Heddle) =>
  queryOptions({ queryKey: ['ai', 'usage'], queryFn: ({ signal }) => heddle.ai.usage({ signal }) })
