import { Type } from 'typebox'
import { ExplainReply } from '@heddle/contract/ai.ts'
import { Uuid } from '@heddle/contract/common.ts'
import { DraftBody, ValidateQueryReply } from '@heddle/contract/executions.ts'
import { SavedQuery, SavedQueryListItem } from '@heddle/contract/queries.ts'
import { FieldErrors } from '../../../kernel/errors.ts'
import { pageInput, pageQuery, picked } from './paging.ts'
import { tool } from './tool.ts'

const SAVED_QUERIES = '/api/queries/saved-queries/'
const QueryInput = Type.Object({ saved_query: Uuid }, { additionalProperties: false })
const ListInput = Type.Object(
  { search: Type.Optional(Type.String({ maxLength: 200 })), ...pageInput },
  { additionalProperties: false },
)
const LISTED = ['id', 'name', 'description', 'category', 'controller_connection', 'controller_connection_name'] as const
const ListedQuery = Type.Pick(SavedQueryListItem, [...LISTED])

export const listQueriesTool = tool({
  name: 'list_queries',
  title: 'List saved queries',
  description: 'Saved queries that the account sees, with name and description, by page.',
  input: ListInput,
  output: Type.Object({ count: Type.Integer(), results: Type.Array(ListedQuery) }),
  effect: 'reads',
  run: async ({ operations }, call, { search, ...page }) =>
    picked(
      await operations.call(`GET ${SAVED_QUERIES}`, call, {
        query: { ...pageQuery(page), fields: LISTED.join(','), ...(search && { search }) },
      }),
      LISTED,
    ),
})

export const getQuery = tool({
  name: 'get_query',
  title: 'Read a saved query',
  description: 'Its nodes, edges and steps, its parameters, and what it expects of its rows.',
  input: QueryInput,
  output: SavedQuery,
  effect: 'reads',
  run: async ({ operations }, call, { saved_query: id }) =>
    (await operations.call(`GET ${SAVED_QUERIES}:id/`, call, { params: { id } })) as object,
})

const ValidateInput = Type.Object(
  {
    saved_query: Type.Optional(Uuid),
    draft: Type.Optional(DraftBody),
    controller_connection: Type.Optional(Uuid),
    variables: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
  },
  { additionalProperties: false },
)

export const validateQuery = tool({
  name: 'validate_query',
  title: 'Validate a query',
  description:
    'Checks a saved query or a draft (nodes, edges, post_processors) against the class model and returns its plan, or every problem. Nothing is run.',
  input: ValidateInput,
  output: ValidateQueryReply,
  effect: 'reads',
  run: async ({ operations }, call, { saved_query: id, ...body }) => {
    if (id === undefined && body.draft === undefined)
      throw new FieldErrors({ saved_query: ['Expected a saved query, or a draft.'] })
    const reply =
      id === undefined
        ? operations.call('POST /api/queries/validate/', call, { body })
        : operations.call(`POST ${SAVED_QUERIES}:id/validate/`, call, { params: { id }, body })
    return (await reply) as object
  },
})

export const explainQueryTool = tool({
  name: 'explain_query',
  title: 'Explain a saved query',
  description: 'What a saved query does, in sentences, each with the part of the query that it is about.',
  input: QueryInput,
  output: ExplainReply,
  effect: 'reads',
  run: async ({ operations }, call, body) =>
    (await operations.call('POST /api/ai/explain-query/', call, { body })) as object,
})
