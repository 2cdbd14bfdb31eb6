import { queryOptions } from '@tanstack/react-query'
import type { Heddle } from '../../lib/api/heddle.ts'

export const MFA_KEY = ['auth', 'mfa'] as const
export const SESSIONS_KEY = ['auth', 'sessions'] as const
export const TOKENS_KEY = ['auth', 'tokens'] as const

export const LINKED_KEY = ['auth', 'oidc', 'identities'] as const

export const linkedList = (heddle: Heddle) =>
  queryOptions({ queryKey: LINKED_KEY, queryFn: ({ signal }) => heddle.auth.linkedSignIns.list({ signal }) })

export const mfaStatus = (heddle: Heddle) =>
  queryOptions({ queryKey: MFA_KEY, queryFn: ({ signal }) => heddle.auth.mfa.status({ signal }) })

export const sessionList = (heddle: Heddle) =>
  queryOptions({ queryKey: SESSIONS_KEY, queryFn: ({ signal }) => heddle.auth.sessions.list({ signal }) })

const MOST_TOKENS = 200

export const tokenList = (heddle: Heddle) =>
  queryOptions({
    queryKey: TOKENS_KEY,
    queryFn: ({ signal }) => heddle.auth.tokens.list({ page_size: MOST_TOKENS }, { signal }),
  })
