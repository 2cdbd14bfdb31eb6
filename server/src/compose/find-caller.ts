import { type ApiTokensService, isApiToken } from '../features/api-tokens/index.ts'
import type { SessionsService } from '../features/auth/index.ts'
import type { Caller, CredentialRef } from '../kernel/caller.ts'
import { credentialKey, type FindLive } from '../platform/realtime/open-sockets.ts'
import type { Tickets } from '../platform/realtime/tickets.ts'
import type { Authenticate } from '../platform/http/register-routes.ts'

type Services = { readonly sessions: SessionsService; readonly apiTokens: ApiTokensService; readonly tickets: Tickets }

/** Asks the API tokens about bearers that look like one, and the sessions about all others. */
export function findCaller({ sessions, apiTokens, tickets }: Services) {
  const authenticate: Authenticate = (bearer, ip) =>
    isApiToken(bearer) ? apiTokens.authenticate(bearer, ip) : sessions.authenticate(bearer)
  const callerOf = ({ kind, id }: CredentialRef): Promise<Caller | undefined> =>
    kind === 'token' ? apiTokens.callerOfToken(id) : sessions.callerOfSession(id)
  const callerOfTicket = async (ticket: string): Promise<Caller | undefined> => {
    const credential = await tickets.redeem(ticket)
    return credential && callerOf(credential)
  }
  const findLive: FindLive = async (all) => {
    const idsOf = (kind: CredentialRef['kind']) => [...new Set(all.flatMap((one) => (one.kind === kind ? one.id : [])))]
    const live = [
      ...(await sessions.liveOf(idsOf('session'))).map((id) => ({ kind: 'session' as const, id })),
      ...(await apiTokens.liveOf(idsOf('token'))).map((id) => ({ kind: 'token' as const, id })),
    ]
    return new Set(live.map(credentialKey))
  }
  return { authenticate, callerOfTicket, findLive }
}
