import type { ApiToken } from '@heddle/contract/api-tokens.ts'
import { rightsOfToken } from '@heddle/domain/access/rights.ts'
import type { Caller } from '../../kernel/caller.ts'
import { timestamp } from '../../kernel/instants.ts'
import { presentCaller } from '../users/index.ts'
import type { FoundApiToken, LiveApiToken } from './api-tokens.store.ts'

export function presentApiToken(row: FoundApiToken): ApiToken {
  return {
    id: row.id,
    name: row.name,
    prefix: row.prefix,
    permissions: row.permissions,
    username: row.username,
    created_at: timestamp(row.createdAt),
    expires_at: timestamp(row.expiresAt),
    last_used_at: timestamp(row.lastUsedAt),
    last_used_ip: row.lastUsedIp,
  }
}

/** The owner of a token as a caller who may do no more than the token. */
export function presentTokenCaller({ tokenId, name, listed, ...owner }: LiveApiToken): Caller {
  const caller = presentCaller(owner, { kind: 'token', id: tokenId, name })
  return { ...caller, ...rightsOfToken(caller, listed) }
}
