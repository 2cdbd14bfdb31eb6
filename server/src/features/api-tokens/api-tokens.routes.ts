import {
  API_TOKEN_ORDERS,
  ApiToken,
  ApiTokenCreate,
  ApiTokenListQuery,
  CreatedApiToken,
} from '@heddle/contract/api-tokens.ts'
import { PageReply, UuidParams } from '@heddle/contract/common.ts'
import { Type } from 'typebox'
import { noTokens, signedIn } from '../../kernel/access.ts'
import { envelope, pageRequest } from '../../platform/http/pagination.ts'
import { parseOrdering } from '../../platform/http/query-parameters.ts'
import { type Route, routes } from '../../platform/http/route.ts'
import { presentApiToken } from './api-tokens.presenter.ts'
import type { ApiTokensService } from './api-tokens.service.ts'

const TOKENS = '/api/auth/tokens/'

export function apiTokenRoutes(tokens: ApiTokensService): readonly Route[] {
  const access = noTokens(signedIn)

  return routes('API tokens', (route) => {
    route.get(
      TOKENS,
      {
        access,
        summary: 'List your API tokens',
        description:
          "Administrators see everyone's with `all=true`. Expired tokens stay in the list until they are deleted.",
        query: ApiTokenListQuery,
        reply: PageReply(ApiToken),
      },
      async ({ caller, query, url }) => {
        const page = pageRequest(query)
        const order = parseOrdering(query.ordering, API_TOKEN_ORDERS, [{ field: 'created_at', descending: true }])
        const { count, items } = await tokens.list(caller, { all: query.all ?? false, user: query.user, order }, page)
        return envelope({ count, items: items.map(presentApiToken) }, page, url)
      },
    )

    route.post(
      TOKENS,
      {
        access,
        summary: 'Create an API token',
        description: 'The reply is the only one that contains the token.',
        body: ApiTokenCreate,
        reply: CreatedApiToken,
        status: 201,
        reportsFaultsItself: true,
      },
      async ({ caller, body, faults }) => {
        const { token, row } = await tokens.create(caller, { body, faults })
        return { ...presentApiToken(row), token }
      },
    )

    route.delete(
      `${TOKENS}:id/`,
      {
        access,
        summary: 'Delete an API token, which ends it at once',
        description: "Administrators may delete everyone's.",
        params: UuidParams,
        reply: Type.Null(),
        status: 204,
      },
      async ({ caller, params }) => tokens.remove(caller, params.id),
    )
  })
}
