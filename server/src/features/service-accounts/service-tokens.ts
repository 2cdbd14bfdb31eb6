import type { API_TOKEN_ORDERS, ApiToken, CreatedApiToken } from '@heddle/contract/api-tokens.ts'
import type { Caller } from '../../kernel/caller.ts'
import { Conflict } from '../../kernel/errors.ts'
import type { Order, PageOf, PageRequest } from '../../kernel/paging.ts'
import { type GivenToken, presentApiToken } from '../api-tokens/index.ts'
import { findAccount, type ServiceAccountParts } from './change-service-account.ts'

type TokenOrder = readonly Order<(typeof API_TOKEN_ORDERS)[number]>[]

/** The tokens of accounts that the caller may manage. */
export type ServiceTokens = {
  readonly tokens: (caller: Caller, id: number, order: TokenOrder, page: PageRequest) => Promise<PageOf<ApiToken>>
  readonly createToken: (caller: Caller, id: number, given: GivenToken) => Promise<CreatedApiToken>
  readonly removeToken: (caller: Caller, id: number, token: string) => Promise<null>
}

export function createServiceTokens(parts: ServiceAccountParts): ServiceTokens {
  const { apiTokens, users } = parts
  return {
    tokens: async (caller, id, order, page) => {
      await findAccount(parts, caller, id)
      const { count, items } = await apiTokens.listOf(id, order, page)
      return { count, items: items.map(presentApiToken) }
    },
    createToken: async (caller, id, given) => {
      const { name } = await findAccount(parts, caller, id)
      const account = await users.actor(id)
      if (!account) throw new Conflict(`The service account "${name}" is deactivated.`, 'inactive')
      const { token, row } = await apiTokens.create(account, given)
      return { ...presentApiToken(row), token }
    },
    removeToken: async (caller, id, token) => {
      await findAccount(parts, caller, id)
      return apiTokens.removeOf(id, token)
    },
  }
}
