import { Type } from 'typebox'
import { EstimatedPage } from '@heddle/contract/audit.ts'
import { UuidParams } from '@heddle/contract/common.ts'
import {
  BackgroundReply,
  CANVAS_PROBLEMS,
  BackgroundBody,
  ExecuteBody,
  ExecuteReply,
  ExecutionLog,
  ExecutionLogItem,
  ExecutionLogListQuery,
  ResultsQuery,
  ValidateBody,
  ValidateQueryReply,
  EXECUTION_LOG_ORDERS,
} from '@heddle/contract/executions.ts'
import { may } from '../../kernel/access.ts'
import { countedEnvelope, pageRequest } from '../../platform/http/pagination.ts'
import { instantParameter, parseOrdering } from '../../platform/http/query-parameters.ts'
import { replyWithFile } from '../../platform/http/reply-with-file.ts'
import { Reply, type Route, routes } from '../../platform/http/route.ts'
import { jsonWithStoredRows } from '../../platform/rows/json-rows.ts'
import { ROW_REFUSALS } from '../../platform/rows/refusals.ts'
import { CHOICE_CONFLICTS, CHOICE_FAILURES } from './choices/choice-refusals.ts'
import { QUEUE_CONFLICTS } from './life/background-runs.ts'
import { presentLog, presentLogItem } from './logs/execution-logs.presenter.ts'
import type { RunsService } from './life/runs.service.ts'
import { MAX_REPLY_ROWS } from './ending.ts'
import type { LogsService } from './logs/logs.service.ts'
import { readNewestOf } from './logs/read-newest-of.ts'
import { RESULT_TYPES } from './results/export-results.ts'
import { chunkBytes } from './results/result-stream.ts'
import type { ResultsService } from './results/results.service.ts'
import { presentExecuted, presentValidation } from './runs.presenter.ts'

const QUERY = '/api/queries/saved-queries/:id/'
const LOGS = '/api/queries/execution-logs/'
const JSON_TYPE = 'application/json; charset=utf-8'

type Services = {
  readonly runs: Pick<RunsService, 'execute' | 'executeInBackground' | 'validate'>
  readonly results: Pick<ResultsService, 'mayRead' | 'bytes' | 'exportFile' | 'areDeleted'>
  readonly logs: Pick<LogsService, 'list' | 'find' | 'draftOf'>
}

export function executionRoutes({ runs, results, logs }: Services): readonly Route[] {
  const execute = may('queries.execute_savedquery')
  const view = may('queries.view_executionlog')

  return routes('Runs', (route) => {
    route.post(
      `${QUERY}execute/`,
      {
        access: execute,
        summary: 'Run a saved query now',
        description:
          'Waits for the end, at most 30 seconds: then the status is `timeout`. Once the run has started the answer is 200, and `status` with `reason` says how it ended; faults in query or variables are a 400, and nothing runs. At most 10,000 rows are in the answer.',
        refusal: '`as_of` requires permission to view snapshots.',
        params: UuidParams,
        body: ExecuteBody,
        reply: ExecuteReply,
        faultFields: CANVAS_PROBLEMS,
        conflicts: CHOICE_CONFLICTS,
        otherReplies: CHOICE_FAILURES,
      },
      async ({ caller, params, body, signal }) => {
        const run = await runs.execute(caller, params.id, body, signal)
        return Reply.stream(
          JSON_TYPE,
          jsonWithStoredRows(presentExecuted(run), 'results', chunkBytes(run.chunks), MAX_REPLY_ROWS),
        )
      },
    )

    route.post(
      `${QUERY}execute_background/`,
      {
        access: execute,
        summary: 'Run a saved query in the background',
        refusal: '`as_of` requires permission to view snapshots.',
        description:
          'Progress is streamed on the channel in the reply. Runs over `max_concurrent_background` are queued in order.',
        params: UuidParams,
        body: BackgroundBody,
        reply: BackgroundReply,
        faultFields: CANVAS_PROBLEMS,
        conflicts: { ...CHOICE_CONFLICTS, ...QUEUE_CONFLICTS },
        otherReplies: CHOICE_FAILURES,
        status: 202,
      },
      async ({ caller, params, body, signal }) => runs.executeInBackground(caller, params.id, body, signal),
    )

    route.post(
      `${QUERY}validate/`,
      {
        access: execute,
        summary: 'Validate a saved query and explain its plan without running it',
        description:
          'A dry run: no controller is asked and nothing is recorded. Also with problems the answer is 200; they are in `errors`, and `plan` is null.',
        params: UuidParams,
        body: ValidateBody,
        reply: ValidateQueryReply,
        faultFields: CANVAS_PROBLEMS,
        changesNothing: true,
      },
      async ({ caller, params, body, signal }) => {
        const planned = await runs.validate(caller, params.id, body, signal)
        return { ...(body.draft && { draft: true }), ...presentValidation(planned) }
      },
    )

    route.get(
      LOGS,
      {
        // It names saved queries.
        access: may('queries.view_executionlog', 'queries.view_savedquery'),
        summary: 'List runs, newest first',
        description:
          'Those of all users, without their rows. Above 10,000 runs `count` is an estimate, and `count_is_exact` is false.',
        query: ExecutionLogListQuery,
        reply: EstimatedPage(ExecutionLogItem),
      },
      async ({ caller, query, url }) => {
        const page = pageRequest(query)
        const filter = {
          savedQuery: query.saved_query,
          newestOf: readNewestOf(query.newest_of),
          draft: query.draft,
          skipsSteps: query.skip_post_processors,
          controllerConnection: query.controller_connection,
          status: query.status,
          expectation: query.expectation,
          executedAfter: instantParameter('executed_after', query.executed_after),
          executedBefore: instantParameter('executed_before', query.executed_before),
          order: parseOrdering(query.ordering, EXECUTION_LOG_ORDERS, [{ field: 'executed_at', descending: true }]),
        }
        const found = await logs.list(filter, page)
        return countedEnvelope(
          { ...found, items: found.items.map((row) => presentLogItem(row, results.mayRead(caller, row))) },
          page,
          url,
        )
      },
    )

    route.get(
      `${LOGS}:id/`,
      {
        access: view,
        summary: 'Read a run with its rows',
        description:
          'Rows and variables are shown to the user of the run, operators and administrators; for others `results` is empty. At most 10,000 rows: the export has all of them.',
        params: UuidParams,
        reply: ExecutionLog,
        otherReplies: ROW_REFUSALS,
      },
      async ({ caller, params }) => {
        const row = await logs.find(params.id)
        const showsValues = results.mayRead(caller, row)
        const head = presentLog(row, {
          showsValues,
          rowsAreGone: await results.areDeleted(row),
          draft: await logs.draftOf(row),
        })
        return Reply.stream(
          JSON_TYPE,
          jsonWithStoredRows(head, 'results', showsValues ? results.bytes(caller, row) : [], MAX_REPLY_ROWS),
        )
      },
    )

    route.get(
      `${LOGS}:id/results/`,
      {
        access: view,
        summary: 'Export all rows of a run as a file',
        description:
          'As CSV unless `format` says otherwise, without a limit on rows, and streamed. The export is recorded in the audit log. Cells that a spreadsheet would take for a formula are escaped. A Parquet file has typed columns and begins when all rows were read once.',
        refusal: 'Rows belong to the user of the run: operators and administrators may read them too.',
        params: UuidParams,
        query: ResultsQuery,
        reply: Type.String(),
        otherReplies: ROW_REFUSALS,
        takesTicket: true,
        streams: RESULT_TYPES,
      },
      async ({ caller, params, query: { format = 'csv', before_steps: isBefore }, signal }) =>
        replyWithFile(
          await results.exportFile(caller, await logs.find(params.id), { format, isBefore: isBefore === true }, signal),
        ),
    )
  })
}
