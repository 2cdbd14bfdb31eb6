import { queryOptions } from '@tanstack/react-query'
import type { Heddle } from '../../lib/api/heddle.ts'
import { PROFILE_KEY } from '../../lib/session/preferences.ts'

/** Who is signed in, what they may do, and how they want to see it. */
export const profileQuery = (heddle: Heddle) =>
  queryOptions({
    queryKey: PROFILE_KEY,
    queryFn: ({ signal }) => heddle.auth.profile.get({ signal }),
    staleTime: 60_000,
  })
