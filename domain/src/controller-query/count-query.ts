import type { ControllerQuery } from './controller-query.ts'
import { parseAnswer } from './parse-answer.ts'
import { candidateParameters, readableRequest, renderRequest } from './render-path.ts'

/** The request that counts the objects of a query instead of fetching them; without sorting, nesting or paging. */
export function countQuery(query: ControllerQuery): string {
  return renderRequest(query, countParameters(query))
}

/** The same request, for people. */
export const readableCount = (query: ControllerQuery): string => readableRequest(query, countParameters(query))

const countParameters = (query: ControllerQuery) =>
  [...candidateParameters(query), ['rsp-subtree-include', 'count']] as const

/** The number in the answer to a count request; undefined if there is none. */
export function parseCount(json: unknown): number | undefined {
  const answer = parseAnswer(json)
  const count = answer.ok ? answer.objects[0]?.attributes['count'] : undefined
  return count !== undefined && /^\d+$/.test(count) ? Number(count) : undefined
}
