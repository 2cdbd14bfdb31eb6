import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Caller } from './caller.ts'
import type { Throttles } from './throttles.ts'

/**
 * The limits of a route beyond the general ones: `login` is the zone that login and password reset share, `sensitive` what an
 * administrator does rarely. `exempt` is free of the general limits; the edge rate holds for it too.
 */
export type RouteThrottle = 'login' | 'tokenRefresh' | 'sensitive' | 'exempt'

/** The edge rate on everything below `/api/`, unknown paths and refused methods included, before anything is done for it. */
export function throttleEdge(app: FastifyInstance, throttles: Throttles): void {
  app.addHook('onRequest', async (request) => {
    if (isApiRequest(request)) await throttles.edge(request.ip)
  })
}

/** By the route first: `/%61pi/…` and `http://host/api/…` lead to the same routes as `/api/…`. */
function isApiRequest(request: FastifyRequest): boolean {
  return request.routeOptions.url?.startsWith('/api/') === true || request.url.startsWith('/api/')
}

type Stages = {
  readonly throttle: RouteThrottle | undefined
  readonly ip: string
  /** The caller, when there is a token that counts. */
  readonly identify: () => Promise<Caller | undefined>
  /** Rejects when the caller may not call this route, or when there has to be one. */
  readonly authorize: (caller: Caller | undefined) => Promise<void>
}

/** The limits of one request in their order: what is cheap to refuse first. A token that does not count makes no user. */
export async function throttleRequest(throttles: Throttles, { throttle, ip, identify, authorize }: Stages): Promise<Caller | undefined> {
  if (throttle === 'login') await throttles.login(ip)
  if (throttle === 'tokenRefresh') await throttles.tokenRefresh(ip)
  const caller = await identify()
  if (throttle !== 'exempt') await (caller ? throttles.user(caller.id) : throttles.anonymous(ip))
  await authorize(caller)
  if (throttle === 'sensitive' && caller) await throttles.sensitive(caller.id)
  return caller
}
