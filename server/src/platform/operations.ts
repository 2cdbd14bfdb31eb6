import type { FastifyRequest } from 'fastify'
import type { Caller } from '../kernel/caller.ts'
import type { Route } from './http/route.ts'

/** Who asks for an operation, in which request. */
export type OperationCaller = {
  readonly caller: Caller
  readonly request: FastifyRequest
  readonly signal: AbortSignal
}

/** The parts of a request that hold input; in params and query everything is text. */
type OperationInput = { readonly params?: unknown; readonly query?: unknown; readonly body?: unknown }

/** Calls what a route does, for a caller who came another way: with its access rule, its schemas and its handler. */
export type Operations = {
  /** `GET /api/packs/`, with the path as the route states it. Returns the body of its success. */
  readonly call: (operation: string, by: OperationCaller, input?: OperationInput) => Promise<unknown>
}

export type OpenOperations = Operations & {
  /** Called once, when all routes are known. */
  readonly open: (routes: readonly Route[], base: string) => void
}
