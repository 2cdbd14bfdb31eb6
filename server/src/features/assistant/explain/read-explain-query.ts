import type { ExplainQueryBody } from '@heddle/contract/ai.ts'
import type { ReceivedCanvas } from '@heddle/domain/canvas/parse-canvas.ts'
import { may, requireAllowed } from '../../../kernel/access.ts'
import type { Caller } from '../../../kernel/caller.ts'
import { FieldErrors } from '../../../kernel/errors.ts'
import { type FieldMessages, hasError, mergeMessages } from '../../../kernel/field-messages.ts'
import type { SavedQueriesService } from '../../queries/index.ts'

const PARTS = ['nodes', 'edges', 'post_processors'] as const
const ONE_OF_THEM = 'Expected either saved_query or nodes.'
const NO_QUERY = 'This saved query does not exist.'

/** A canvas, and the saved query that it is of. */
export type QueryToExplain = { readonly canvas: ReceivedCanvas; readonly savedQuery: string | undefined }

/** The query of a request. One 400 lists all faults of its body. */
export async function readExplainQuery(
  queries: Pick<SavedQueriesService, 'find'>,
  caller: Caller,
  body: ExplainQueryBody,
  known: FieldMessages,
): Promise<QueryToExplain> {
  const { saved_query: id, nodes = [], edges = [], post_processors = [] } = body
  if (id !== undefined) requireAllowed(may('queries.view_savedquery'), caller)
  const isFaulty = hasError(known, 'saved_query')
  const row = id === undefined || isFaulty ? undefined : await queries.find(id)
  const missing = id !== undefined && !isFaulty && row === undefined ? { saved_query: [NO_QUERY] } : {}
  const faults = mergeMessages(known, choiceFaults(body), missing)
  if (Object.keys(faults).length > 0) throw new FieldErrors(faults)
  if (row === undefined) return { canvas: { nodes, edges, post_processors }, savedQuery: undefined }
  return { canvas: { nodes: row.nodes, edges: row.edges, post_processors: row.postProcessors }, savedQuery: row.id }
}

function choiceFaults(body: ExplainQueryBody): FieldMessages {
  const given = PARTS.filter((part) => body[part] !== undefined)
  if (body.saved_query === undefined) {
    return body.nodes === undefined ? { saved_query: [ONE_OF_THEM], nodes: [ONE_OF_THEM] } : {}
  }
  if (given.length === 0) return {}
  return Object.fromEntries(['saved_query', ...new Set(['nodes', ...given])].map((field) => [field, [ONE_OF_THEM]]))
}
