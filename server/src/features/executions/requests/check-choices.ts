import type { Problem } from '@heddle/domain/canvas/problem.ts'
import type { QueryToRun, RunRequest } from '../../planning/index.ts'
import type { Requester } from '../choices/choice-rows.ts'
import { isFromQuery } from '../choices/choices.service.ts'
import type { RequestParts } from './request-parts.ts'

/**
 * Which values of a request are not among the choices that other queries tell. A run may be needed to tell them, which
 * needs a planner: nobody who holds one may ask.
 */
export async function problemsOfChoices(
  { connections, choices }: Pick<RequestParts, 'connections' | 'choices'>,
  { parameters }: Pick<QueryToRun, 'parameters'>,
  { variables, connection, merged }: RunRequest,
  requester: Requester,
): Promise<readonly Problem[]> {
  if (!parameters.some(isFromQuery)) return []
  const ids = merged?.ids ?? [connection]
  // One that is missing is reported by the run itself.
  for (const id of ids) if (!(await connections.find(id))) return []
  return choices.problemsOf({ parameters, variables, connections: ids }, requester)
}

/** Only then choices have to be looked at. */
export const hasValues = ({ variables }: { readonly variables?: Readonly<Record<string, unknown>> | undefined }) =>
  Object.keys(variables ?? {}).length > 0
