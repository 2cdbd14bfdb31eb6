import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Caller } from '../../kernel/caller.ts'
import type { Throttles } from './throttles.ts'

/**
 * A route's limit in addition to the general ones: `login` is shared by login and password reset, `sensitive` is for
 * rare administrative actions. `exempt` lifts the general limits, but not the edge rate. `refusals` is for callers who
 * prove who they are in a way that only the handler knows: as anonymous requests count those that it refuses with 401.
 */
export type RouteThrottle = 'login' | 'tokenRefresh' | 'sensitive' | 'exempt' | 'refusals'

/**
 * Applies the edge rate to everything below `/api/` and `/scim/`, including unknown paths and methods, before any other
 * work.
 */
export function throttleEdge(app: FastifyInstance, throttles: Throttles): void {
  app.addHook('onRequest', async (request) => {
    if (isApiRequest(request)) await throttles.edge(request.ip)
  })
}

const COUNTED = ['/api/', '/scim/']

/** Checks the route first: `/%61pi/…` and `http://host/api/…` match the same routes as `/api/…`. */
function isApiRequest({ routeOptions, url }: FastifyRequest): boolean {
  return COUNTED.some((prefix) => routeOptions.url?.startsWith(prefix) === true || url.startsWith(prefix))
}

type Stages = {
  readonly throttle: RouteThrottle | undefined
  readonly ip: string
  /** The caller, if the token is valid. */
  readonly identify: () => Promise<Caller | undefined>
  /** Rejects when the caller may not call this route, or is missing. */
  readonly authorize: (caller: Caller | undefined) => Promise<void>
}

/**
 * Applies the limits of one request in order, the cheapest to refuse first. A request with an invalid token counts as
 * anonymous.
 */
export async function throttleRequest(
  throttles: Throttles,
  { throttle, ip, identify, authorize }: Stages,
): Promise<Caller | undefined> {
  if (throttle === 'login') await throttles.login(ip)
  if (throttle === 'tokenRefresh') await throttles.tokenRefresh(ip)
  const caller = await identify()
  if (throttle !== 'exempt' && throttle !== 'refusals')
    await (caller ? countCaller(throttles, caller) : throttles.anonymous(ip))
  await authorize(caller)
  if (throttle === 'sensitive' && caller) await throttles.sensitive(caller.id)
  return caller
}

const countCaller = ({ user, apiToken }: Throttles, { id, credential }: Caller): Promise<void> =>
  credential.kind === 'token' ? apiToken(credential.id) : user(id)
