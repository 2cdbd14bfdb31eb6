import { type ApiTokensService, isApiToken } from '../features/api-tokens/index.ts'
import type { SessionsService } from '../features/auth/index.ts'
import type { Caller, CredentialRef } from '../kernel/caller.ts'
import type { Authenticate } from '../platform/http/register-routes.ts'

type Services = { readonly sessions: SessionsService; readonly apiTokens: ApiTokensService }

/** Asks the API tokens about bearers that look like one, and the sessions about all others. */
export const findCaller = ({ sessions, apiTokens }: Services) => ({
  authenticate: ((bearer, ip) => (isApiToken(bearer) ? apiTokens.authenticate(bearer, ip) : sessions.authenticate(bearer))) as Authenticate,
  callerOf: ({ kind, id }: CredentialRef): Promise<Caller | undefined> =>
    kind === 'token' ? apiTokens.callerOfToken(id) : sessions.callerOfSession(id),
})
