import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import Provider from 'oidc-provider'
import { CLIENT, PUBLIC_URL } from './registration.ts'

export type Person = Readonly<Record<string, unknown>> & { readonly sub: string }

/**
 * A certified provider in this process. Everyone who comes to sign in is `person`, without a question. It sends
 * back-channel sign-outs to the product.
 */
export async function startProvider(publicUrl = PUBLIC_URL) {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  let person: Person | undefined
  const people = new Map<string, Person>()
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: CLIENT.id,
        client_secret: CLIENT.secret,
        redirect_uris: [`${publicUrl}/api/auth/oidc/test/callback/`],
        post_logout_redirect_uris: [`${publicUrl}/login`],
        backchannel_logout_uri: `${publicUrl}/api/auth/oidc/test/logout/`,
        backchannel_logout_session_required: true,
      },
    ],
    features: {
      devInteractions: { enabled: false },
      backchannelLogout: { enabled: true },
      rpInitiatedLogout: { enabled: true },
    },
    scopes: ['openid', 'profile', 'email', 'groups'],
    claims: {
      openid: ['sub'],
      email: ['email', 'email_verified'],
      profile: ['preferred_username', 'given_name', 'family_name'],
      groups: ['groups'],
    },
    conformIdTokenClaims: true,
    cookies: { keys: ['a key of this test'] },
    ttl: { AccessToken: 60, AuthorizationCode: 60, IdToken: 60, Interaction: 60, Session: 600, Grant: 600 },
    pkce: { required: () => true },
    findAccount: async (_context, id) => ({
      accountId: id,
      claims: async () => ({ ...people.get(id), sub: id }),
    }),
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
  })
  // It reports every refusal; tests cause them.
  provider.on('server_error', () => undefined)
  const answer = provider.callback()

  async function interact(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { prompt, session } = await provider.interactionDetails(request, response)
    if (person === undefined) {
      await provider.interactionFinished(request, response, { error: 'access_denied' })
    } else if (prompt.name === 'login') {
      people.set(person.sub, person)
      await provider.interactionFinished(request, response, { login: { accountId: person.sub } })
    } else {
      const grant = new provider.Grant({ accountId: session!.accountId, clientId: CLIENT.id })
      grant.addOIDCScope('openid profile email groups')
      const grantId = await grant.save()
      await provider.interactionFinished(request, response, { consent: { grantId } })
    }
  }
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    if (request.url?.startsWith('/interaction/')) void interact(request, response)
    else void answer(request, response)
  })

  return {
    issuer,
    /** Who signs in next; nobody refuses. */
    expect: (next: Person | undefined) => void (person = next),
    stop: async () => {
      server.closeAllConnections()
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}

export type TestProvider = Awaited<ReturnType<typeof startProvider>>
