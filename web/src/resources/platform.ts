import { queryOptions } from '@tanstack/react-query'
import type { Heddle } from '../lib/api/heddle.ts'

/** Versions, and the health of the services. */
export const platformInfo = (heddle: Heddle) =>
  queryOptions({
    queryKey: ['dashboard', 'platform'],
    queryFn: ({ signal }) => heddle.dashboard.platformInfo({ signal }),
  })
