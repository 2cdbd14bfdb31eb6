import { accountDocument, configDocument } from '../documents/server-documents.ts'
import type { Token } from '../model/account.ts'
import { namedFields } from '../documents/list-fields.ts'
import type { Call } from './call.ts'
import { problems } from './http-problem.ts'
import { emptyReply, jsonReply, type Reply } from './reply.ts'
import { type Route, route } from './route.ts'

export const SERVER_ROUTES: readonly Route[] = [
  route('GET', 'config/', (call) => jsonReply(200, configDocument(call.documents, call.account))),
  // A list, of exactly one.
  route('GET', 'me/', (call) => listAccounts(call, (id) => id === call.account.id)),
  route('GET', 'users/', (call) => listAccounts(call, (id) => call.account.isSuperuser || id === call.account.id)),
  route('POST', 'users/:id/personal_tokens/', issueToken),
  route('POST', 'tokens/', issueToken),
  route('GET', 'tokens/', listTokens),
  route('DELETE', 'tokens/:id/', deleteToken),
]

/** The value of a token is readable in this answer only. */
export function createToken(call: Call): Reply {
  const { scope = 'write', description = '' } = call.body()
  if (scope !== 'read' && scope !== 'write')
    throw problems.badRequest({ scope: [`"${String(scope)}" is not a valid choice.`] })
  const token = call.server.state.addToken(call.account, scope, undefined, String(description))
  return jsonReply(201, { ...tokenDocument(call, token), token: token.value })
}

function issueToken(call: Call): Reply {
  checkIssuer(call)
  return createToken(call)
}

function listAccounts(call: Call, isShown: (id: number) => boolean): Reply {
  const accounts = call.server.state.accounts
    .filter(({ id }) => isShown(id))
    .map((account) => ({ ...account, name: account.username }))
  return call.list(accounts, namedFields('User'), (account) => accountDocument(account, call.documents))
}

function listTokens(call: Call): Reply {
  checkIssuer(call)
  const own = [...call.server.state.tokens.values()].filter(({ account }) => account === call.account)
  const named = own.map((token) => ({ ...token, name: token.description }))
  return call.list(named, namedFields('OAuth2AccessToken'), (token) => tokenDocument(call, token))
}

function deleteToken(call: Call): Reply {
  checkIssuer(call)
  const { tokens } = call.server.state
  const token = [...tokens.values()].find(({ id, account }) => id === call.id && account === call.account)
  if (!token) throw problems.notFound()
  tokens.delete(token.value)
  return emptyReply(204)
}

function checkIssuer({ server }: Call): void {
  if (!server.settings.issuesTokens) throw problems.notFound('The requested resource could not be found.')
}

function tokenDocument({ documents }: Call, { id, account, scope, description, created }: Token): object {
  return {
    id,
    type: 'o_auth2_access_token',
    url: documents.link(`tokens/${id}/`),
    created: documents.clock.stamp(created),
    description,
    user: account.id,
    token: '*************',
    refresh_token: null,
    application: null,
    expires: '3025-11-20T10:00:00.000000Z',
    scope,
  }
}
