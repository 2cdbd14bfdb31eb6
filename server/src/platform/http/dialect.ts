import type { FastifyRequest } from 'fastify'
import type { TSchema } from 'typebox'

/** What goes out for an error, before it is worded. */
export type PlainError = { readonly status: number; readonly body: Readonly<Record<string, unknown>> }

/** A standard that has a media type and errors of its own, which everything below a path speaks. */
export type Dialect = {
  /** Ends without a slash. */
  readonly prefix: string
  readonly mediaType: string
  readonly errorSchema: TSchema
  readonly errorBody: (error: PlainError) => Readonly<Record<string, unknown>>
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Those of all routes, for what never reaches a route. */
    dialects: Set<Dialect>
  }
}

/** Asks the route first: `/%73cim/…` matches the same routes as `/scim/…`. */
export function dialectOf({ server, routeOptions, url }: FastifyRequest): Dialect | undefined {
  const isBelow = (path: string | undefined, { prefix }: Dialect): boolean =>
    path?.startsWith(prefix) === true && /^(?:[/?]|$)/.test(path.slice(prefix.length))
  return [...server.dialects].find((one) => isBelow(routeOptions.url, one) || isBelow(url, one))
}
