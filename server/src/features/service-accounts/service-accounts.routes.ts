import { API_TOKEN_ORDERS, ApiToken, CreatedApiToken } from '@heddle/contract/api-tokens.ts'
import { IntegerParams, PageReply } from '@heddle/contract/common.ts'
import {
  OwningGroups,
  SERVICE_ACCOUNT_ORDERS,
  ServiceAccount,
  ServiceAccountCreate,
  ServiceAccountListQuery,
  ServiceAccountPatch,
  ServiceAccountTokenCreate,
  ServiceAccountTokenParams,
  ServiceAccountTokenQuery,
} from '@heddle/contract/service-accounts.ts'
import { Type } from 'typebox'
import { may, noTokens } from '../../kernel/access.ts'
import { envelope, pageRequest } from '../../platform/http/pagination.ts'
import { parseOrdering } from '../../platform/http/query-parameters.ts'
import { type Route, type RouteDefiner, routes } from '../../platform/http/route.ts'
import type { ServiceAccountsService } from './service-accounts.service.ts'

const ACCOUNTS = '/api/auth/service-accounts/'
/** A token must not create another one, which could outlive it. */
const access = noTokens(may('users.manage_serviceaccount'))
const one = { access, params: IntegerParams, reply: ServiceAccount } as const

export function serviceAccountRoutes(accounts: ServiceAccountsService): readonly Route[] {
  return routes('Service accounts', (route) => {
    listRoutes(route, accounts)
    changeRoutes(route, accounts)
    tokenRoutes(route, accounts)
  })
}

function listRoutes(route: RouteDefiner, accounts: ServiceAccountsService): void {
  route.get(
    ACCOUNTS,
    {
      access,
      summary: 'List service accounts',
      description:
        'Accounts of programs. Administrators see all, others those that belong to the groups they are in. By name unless `ordering` says otherwise.',
      query: ServiceAccountListQuery,
      reply: PageReply(ServiceAccount),
    },
    async ({ caller, query, url }) => {
      const page = pageRequest(query)
      const order = parseOrdering(query.ordering, SERVICE_ACCOUNT_ORDERS, [{ field: 'name', descending: false }])
      const { search, group, is_active: isActive } = query
      return envelope(await accounts.list(caller, { search, group, isActive, order }, page), page, url)
    },
  )

  route.get(
    `${ACCOUNTS}groups/`,
    {
      access,
      summary: 'List groups that may own a service account',
      description: 'All for administrators, and for others the groups they are in.',
      reply: OwningGroups,
    },
    async ({ caller }) => accounts.groups(caller),
  )

  route.get(
    `${ACCOUNTS}:id/`,
    { ...one, summary: 'Read a service account', description: 'With what its tokens may do at most.' },
    async ({ caller, params }) => accounts.get(caller, params.id),
  )
}

function changeRoutes(route: RouteDefiner, accounts: ServiceAccountsService): void {
  route.post(
    ACCOUNTS,
    {
      access,
      summary: 'Create a service account',
      description:
        'It belongs to a group and may do what the group may, but neither approve requests nor manage service accounts. It has no password, no address and no second factor: give it a token.',
      body: ServiceAccountCreate,
      reply: ServiceAccount,
      status: 201,
    },
    async ({ caller, body }) => accounts.create(caller, body),
  )

  route.patch(
    `${ACCOUNTS}:id/`,
    {
      ...one,
      summary: 'Change a service account',
      description:
        'Its description, or the group that owns it: from the next request on, its tokens may do what that group may.',
      honorsIfMatch: true,
      body: ServiceAccountPatch,
    },
    async ({ caller, params, body, ifMatch }) => accounts.change(caller, { id: params.id, patch: body, ifMatch }),
  )

  route.delete(
    `${ACCOUNTS}:id/`,
    {
      access,
      summary: 'Delete a service account',
      description: 'Ends its tokens at once. What it created stays; the audit log keeps its name.',
      params: IntegerParams,
      reply: Type.Null(),
      status: 204,
    },
    async ({ caller, params }) => accounts.remove(caller, params.id),
  )

  route.post(
    `${ACCOUNTS}:id/activate/`,
    { ...one, summary: 'Activate a service account', description: 'The tokens that it had do not come back.' },
    async ({ caller, params }) => accounts.setActive(caller, params.id, true),
  )

  route.post(
    `${ACCOUNTS}:id/deactivate/`,
    {
      ...one,
      summary: 'Deactivate a service account',
      description: 'Deletes its tokens and closes their sockets at once; its scheduled tasks no longer run.',
    },
    async ({ caller, params }) => accounts.setActive(caller, params.id, false),
  )
}

function tokenRoutes(route: RouteDefiner, accounts: ServiceAccountsService): void {
  route.get(
    `${ACCOUNTS}:id/tokens/`,
    {
      access,
      summary: 'List the API tokens of a service account',
      description: 'Newest first unless `ordering` says otherwise. Expired ones stay until they are deleted.',
      params: IntegerParams,
      query: ServiceAccountTokenQuery,
      reply: PageReply(ApiToken),
    },
    async ({ caller, params, query, url }) => {
      const page = pageRequest(query)
      const order = parseOrdering(query.ordering, API_TOKEN_ORDERS, [{ field: 'created_at', descending: true }])
      return envelope(await accounts.tokens(caller, params.id, order, page), page, url)
    },
  )

  route.post(
    `${ACCOUNTS}:id/tokens/`,
    {
      access,
      summary: 'Create an API token of a service account',
      description: 'The reply is the only one that contains the token.',
      conflicts: { inactive: 'The account is deactivated.' },
      params: IntegerParams,
      body: ServiceAccountTokenCreate,
      reply: CreatedApiToken,
      status: 201,
      reportsFaultsItself: true,
    },
    async ({ caller, params, body, faults }) => accounts.createToken(caller, params.id, { body, faults }),
  )

  route.delete(
    `${ACCOUNTS}:id/tokens/:token/`,
    {
      access,
      summary: 'Delete an API token of a service account',
      description: 'Which ends it at once, with the sockets that it opened.',
      params: ServiceAccountTokenParams,
      reply: Type.Null(),
      status: 204,
    },
    async ({ caller, params }) => accounts.removeToken(caller, params.id, params.token),
  )
}
