import { Type } from 'typebox'
import { Nullable, Uuid } from '@heddle/contract/common.ts'
import { DraftBody, ExpectationResult } from '@heddle/contract/executions.ts'
import { may, requireAllowed } from '../../../kernel/access.ts'
import { FieldErrors } from '../../../kernel/errors.ts'
import { tool, type ToolCall, type ToolParts } from './tool.ts'

const MOST_OFFSET = 100_000
const limit = Type.Optional(Type.Integer({ minimum: 1, description: 'Most rows to return; bounded by the server.' }))
const rows = Type.Array(Type.Record(Type.String(), Type.Unknown()))

const RunInput = Type.Object(
  {
    saved_query: Type.Optional(Type.String({ format: 'uuid', description: 'Required without `draft`.' })),
    draft: Type.Optional(DraftBody),
    controller_connection: Type.Optional(Uuid),
    variables: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
    limit,
  },
  { additionalProperties: false },
)

const RunOutput = Type.Object({
  execution_id: Uuid,
  status: Type.String(),
  reason: Nullable(Type.String()),
  error_message: Nullable(Type.String()),
  row_count: Type.Integer(),
  columns: Type.Array(Type.String()),
  rows,
  /** Where to go on with `get_rows`. */
  next_offset: Nullable(Type.Integer()),
  expectation: Nullable(ExpectationResult),
  warnings: Type.Array(Type.String()),
})

export const runQueryTool = tool({
  name: 'run_query',
  title: 'Run a query',
  description:
    'Reads from a controller what a saved query, or a draft of one, asks for; waits at most 30 seconds. Returns the first rows; `get_rows` returns the others.',
  input: RunInput,
  output: RunOutput,
  effect: 'runs',
  run: async (parts, call, { saved_query: query, limit: wanted, ...body }) => {
    requireAllowed(may('queries.execute_savedquery'), call.caller)
    if (query === undefined && body.draft === undefined)
      throw new FieldErrors({ saved_query: ['Expected a saved query, or a draft.'] })
    await parts.budget.take(call.caller, 1)
    const { id, ending } = await parts.runs.execute(call.caller, query ?? null, body, call.signal)
    const page = ending.status === 'success' ? await pageOf(parts, call, { id, offset: 0, wanted }) : NO_ROWS
    return {
      execution_id: id,
      status: ending.status,
      reason: ending.reason,
      error_message: ending.errorMessage,
      row_count: ending.rowCount,
      columns: ending.columns ?? [],
      ...page,
      expectation: ending.expectation,
      warnings: ending.warnings,
    }
  },
})

const NO_ROWS = { rows: [], next_offset: null }

const RowsInput = Type.Object(
  { execution: Uuid, offset: Type.Optional(Type.Integer({ minimum: 0, maximum: MOST_OFFSET })), limit },
  { additionalProperties: false },
)

export const getRows = tool({
  name: 'get_rows',
  title: 'Read rows of a run',
  description: 'Rows of a run that has ended, in pages. Nothing is asked of a controller.',
  input: RowsInput,
  output: Type.Object({ execution_id: Uuid, row_count: Type.Integer(), rows, next_offset: Nullable(Type.Integer()) }),
  effect: 'reads',
  run: async (parts, call, { execution, offset = 0, limit: wanted }) => {
    requireAllowed(may('queries.view_executionlog'), call.caller)
    const { rowCount } = await parts.logs.find(execution)
    return {
      execution_id: execution,
      row_count: rowCount,
      ...(await pageOf(parts, call, { id: execution, offset, wanted })),
    }
  },
})

type PageOrder = { readonly id: string; readonly offset: number; readonly wanted: number | undefined }

/** Rows are read and parsed a page at a time: the others are only counted. */
async function pageOf({ logs, results, rowsPerCall }: ToolParts, { caller }: ToolCall, order: PageOrder) {
  const { id, offset, wanted = rowsPerCall } = order
  const most = Math.min(wanted, rowsPerCall)
  const run = await logs.find(id)
  const page: unknown[] = []
  let seen = 0
  for await (const lines of results.lines(caller, run)) {
    const from = Math.max(0, offset - seen)
    for (const line of lines.slice(from, from + most - page.length)) page.push(JSON.parse(line))
    seen += lines.length
    if (page.length === most) break
  }
  const next = offset + page.length
  return { rows: page, next_offset: page.length > 0 && next < run.rowCount ? next : null }
}
