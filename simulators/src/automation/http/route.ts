import type { Call } from './call.ts'
import type { Reply } from './reply.ts'

export type Route = {
  readonly method: string
  readonly pattern: RegExp
  readonly handle: (call: Call) => Reply
}

/** `:id` is a number, `:word` one part of the path; both are below the API's prefix. */
export function route(method: string, place: string, handle: Route['handle']): Route {
  const pattern = place.replaceAll(':id', '(\\d+)').replaceAll(':word', '(\\w+)')
  return { method, pattern: new RegExp(`^${pattern}$`), handle }
}
