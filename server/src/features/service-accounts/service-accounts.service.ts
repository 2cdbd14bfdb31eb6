import type { ServiceAccount, ServiceAccountCreate } from '@heddle/contract/service-accounts.ts'
import type { Caller } from '../../kernel/caller.ts'
import type { PageOf, PageRequest } from '../../kernel/paging.ts'
import {
  changeAccount,
  createAccount,
  deleteAccount,
  findAccount,
  memberIdOf,
  presentAccount,
  type ServiceAccountEdit,
  type ServiceAccountParts,
  setAccountActive,
} from './change-service-account.ts'
import { createServiceTokens, type ServiceTokens } from './service-tokens.ts'
import { listServiceAccounts, groupsOfAccount, type ServiceAccountFilter } from './service-accounts.store.ts'

/** Accounts of programs. Administrators manage all, others who may those of the groups they are in. */
export type ServiceAccountsService = ServiceTokens & {
  readonly list: (
    caller: Caller,
    filter: Omit<ServiceAccountFilter, 'seenBy'>,
    page: PageRequest,
  ) => Promise<PageOf<ServiceAccount>>
  /** To which the caller may give an account. */
  readonly groups: (caller: Caller) => Promise<{ id: number; name: string }[]>
  readonly get: (caller: Caller, id: number) => Promise<ServiceAccount>
  readonly create: (caller: Caller, body: ServiceAccountCreate) => Promise<ServiceAccount>
  readonly change: (caller: Caller, edit: ServiceAccountEdit) => Promise<ServiceAccount>
  /** Deactivation deletes its tokens and closes its sockets; activation brings none back. */
  readonly setActive: (caller: Caller, id: number, isActive: boolean) => Promise<ServiceAccount>
  /** What the account created stays, with its name as text. */
  readonly remove: (caller: Caller, id: number) => Promise<null>
}

export function createServiceAccountsService(parts: ServiceAccountParts): ServiceAccountsService {
  const { database } = parts
  return {
    list: async (caller, filter, page) => {
      const { count, items } = await listServiceAccounts(database.db, { ...filter, seenBy: memberIdOf(caller) }, page)
      return { count, items: await presentAccount(parts, items) }
    },
    groups: (caller) => groupsOfAccount(database.db, memberIdOf(caller)),
    get: (caller, id) => findAccount(parts, caller, id),
    create: (caller, body) => createAccount(parts, caller, body),
    change: (caller, edit) => changeAccount(parts, caller, edit),
    setActive: (caller, id, isActive) => setAccountActive(parts, caller, id, isActive),
    remove: (caller, id) => deleteAccount(parts, caller, id),
    ...createServiceTokens(parts),
  }
}
