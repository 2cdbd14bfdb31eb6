import type { ExecuteBody, ValidateBody } from '@heddle/contract/executions.ts'
import type { Actor } from '../../../kernel/caller.ts'
import { type FieldMessages, mergeMessages } from '../../../kernel/field-messages.ts'
import {
  choiceFaults,
  chosenConnections,
  missingConnections,
  type QueryToRun,
  type RunRequest,
} from '../../planning/index.ts'
import { findQueryToRun, type FoundQuery } from './find-query.ts'
import type { RequestParts } from './request-parts.ts'

/** A query that somebody wants to run or validate, and the body that says how. */
export type RunOrder = {
  /** Null for a draft of no saved query. */
  readonly queryId: string | null
  /** A version of the query that is still kept; else the current one. */
  readonly version?: number | undefined
  readonly body: ExecuteBody & ValidateBody
}

/** A request with its query. */
export type FoundRequest = FoundQuery & {
  readonly request: RunRequest
  /** Everything that is wrong with the body, apart from canvas and variables. */
  readonly faults: FieldMessages
}

export async function findRequest(
  { queries, connections }: Pick<RequestParts, 'queries' | 'connections'>,
  actor: Actor,
  { queryId, version, body }: RunOrder,
): Promise<FoundRequest> {
  const found = await findQueryToRun(queries, actor, { id: queryId, version, draft: body.draft })
  const exists = async (id: string) => (await connections.find(id)) !== undefined
  const faults = mergeMessages(
    faultsOfDraft(found.query, body),
    choiceFaults(body),
    await missingConnections(body, exists),
  )
  const request = requestOf(found.query, body)
  // Nothing else says where a draft of no query belongs.
  const query = queryId === null ? { ...found.query, controllerConnectionId: request.connection } : found.query
  return { ...found, query, request, faults }
}

/** What a body asks for, with defaults filled in. */
export const requestOf = (
  query: Pick<QueryToRun, 'controllerConnectionId'>,
  body: ExecuteBody & ValidateBody,
): RunRequest => ({
  ...chosenConnections(body, query.controllerConnectionId),
  variables: body.variables ?? {},
  skipPostProcessors: body.skip_post_processors ?? false,
})

/** What a draft cannot be combined with, and what it needs when no saved query says it. */
const faultsOfDraft = (query: QueryToRun, body: ExecuteBody): FieldMessages => ({
  ...(body.draft != null &&
    body.as_of != null && { as_of: ['A draft reads the controller: it has no past. Leave this field out.'] }),
  ...(query.controllerConnectionId === '' &&
    body.controller_connection == null &&
    body.controller_connections == null &&
    body.merge !== true && { controller_connection: ['This field is required.'] }),
})
