import { CountedPage } from '@heddle/contract/audit.ts'
import { UuidParams } from '@heddle/contract/common.ts'
import {
  BackgroundReply,
  ExecuteBody,
  ExecuteReply,
  ExecutionLog,
  ExecutionLogItem,
  ExecutionLogListQuery,
  ResultsQuery,
  ValidateBody,
  ValidateReply,
  EXECUTION_ORDERS,
} from '@heddle/contract/executions.ts'
import { may } from '../../kernel/access.ts'
import { countedEnvelope, pageRequest } from '../../platform/http/pagination.ts'
import { instantParameter, parseOrdering } from '../../platform/http/query-parameters.ts'
import { Reply, type Route, routes } from '../../platform/http/route.ts'
import { presentLog, presentLogItem } from './logs/execution-logs.presenter.ts'
import type { RunsService } from './life/runs.service.ts'
import { MAX_REPLY_ROWS } from './logs/ending.ts'
import type { LogsService } from './logs/logs.service.ts'
import { exportResults } from './results/export-results.ts'
import { chunkLines, jsonWithResults } from './results/result-stream.ts'
import type { ResultsService } from './results/results.service.ts'

const QUERY = '/api/queries/saved-queries/:id/'
const LOGS = '/api/queries/execution-logs/'
const JSON_TYPE = 'application/json; charset=utf-8'

type Services = {
  readonly runs: Pick<RunsService, 'execute' | 'executeInBackground' | 'validate'>
  readonly results: Pick<ResultsService, 'mayRead' | 'lines' | 'exportLines' | 'areDeleted'>
  readonly logs: Pick<LogsService, 'list' | 'find'>
}

export function executionRoutes({ runs, results, logs }: Services): readonly Route[] {
  const execute = may('queries.execute_savedquery')
  const view = may('queries.view_executionlog')

  return routes('Runs', (route) => {
    route.post(
      `${QUERY}execute/`,
      { access: execute, summary: 'Run a saved query now', params: UuidParams, body: ExecuteBody, reply: ExecuteReply },
      async ({ caller, params, body, signal }) => {
        const { id, ending, chunks, generatedQuery } = await runs.execute(caller, params.id, body, signal)
        const head = {
          execution_id: id,
          status: ending.status,
          row_count: ending.rowCount,
          generated_query: generatedQuery,
          actual_query_path: ending.actualQueryPath,
          duration_ms: ending.durationMs,
          columns: ending.columns ?? [],
          error_message: ending.errorMessage,
          reason: ending.reason,
          expectation: ending.expectation,
          warnings: ending.warnings,
          results_truncated: ending.resultsTruncated,
        }
        return Reply.stream(JSON_TYPE, jsonWithResults(head, chunkLines(chunks), MAX_REPLY_ROWS))
      },
    )

    route.post(
      `${QUERY}execute_background/`,
      {
        access: execute,
        summary: 'Run a saved query in the background',
        description: 'Progress is streamed on the channel in the reply. Runs over `max_concurrent_background` are queued in order.',
        params: UuidParams,
        body: ExecuteBody,
        reply: BackgroundReply,
        status: 202,
      },
      async ({ caller, params, body, signal }) => runs.executeInBackground(caller, params.id, body, signal),
    )

    route.post(
      `${QUERY}validate/`,
      {
        access: execute,
        summary: 'Validate a saved query and explain its plan without running it',
        params: UuidParams,
        body: ValidateBody,
        reply: ValidateReply,
        changesNothing: true,
      },
      async ({ caller, params, body, signal }) => {
        const { errors, warnings, input } = await runs.validate(caller, params.id, body, signal)
        const plan = input ? { text: input.text, steps: input.steps.map((step) => ({ ...step })) } : null
        return { valid: errors.length === 0, errors: errors.map(copy), warnings: warnings.map(copy), plan }
      },
    )

    route.get(
      LOGS,
      {
        // It names saved queries.
        access: may('queries.view_executionlog', 'queries.view_savedquery'),
        summary: 'List runs, newest first',
        query: ExecutionLogListQuery,
        reply: CountedPage(ExecutionLogItem),
      },
      async ({ caller, query, url }) => {
        const page = pageRequest(query)
        const filter = {
          savedQuery: query.saved_query,
          controllerConnection: query.controller_connection,
          status: query.status,
          expectation: query.expectation,
          executedAfter: instantParameter('executed_after', query.executed_after),
          executedBefore: instantParameter('executed_before', query.executed_before),
          order: parseOrdering(query.ordering, EXECUTION_ORDERS, [{ field: 'executed_at', descending: true }]),
        }
        const found = await logs.list(filter, page)
        return countedEnvelope({ ...found, items: found.items.map((row) => presentLogItem(row, results.mayRead(caller, row))) }, page, url)
      },
    )

    route.get(
      `${LOGS}:id/`,
      { access: view, summary: 'Read a run with its rows', params: UuidParams, reply: ExecutionLog },
      async ({ caller, params }) => {
        const row = await logs.find(params.id)
        const showsValues = results.mayRead(caller, row)
        const head = presentLog(row, { showsValues, rowsAreGone: await results.areDeleted(row) })
        return Reply.stream(JSON_TYPE, jsonWithResults(head, showsValues ? results.lines(caller, row) : [], MAX_REPLY_ROWS))
      },
    )

    route.get(
      `${LOGS}:id/results/`,
      {
        access: view,
        summary: 'Export all rows of a run as a file',
        params: UuidParams,
        query: ResultsQuery,
        reply: ExecutionLog,
        streams: ['text/csv', 'application/x-ndjson', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
      },
      async ({ caller, params, query }) => {
        const row = await logs.find(params.id)
        const format = query.format ?? 'csv'
        const file = exportResults(format, row, await results.exportLines(caller, row, format))
        return Reply.stream(file.contentType, file.body, { 'content-disposition': `attachment; filename="${file.name}"` })
      },
    )
  })
}

const copy = <T extends { readonly suggestions?: readonly string[] }>({ suggestions, ...problem }: T) => ({
  ...problem,
  ...(suggestions && { suggestions: [...suggestions] }),
})
