import { EstimatedPage } from '@heddle/contract/audit.ts'
import { UuidParams } from '@heddle/contract/common.ts'
import {
  PipelineExecution,
  PipelineExecutionItem,
  PipelineExecutionListQuery,
  PIPELINE_ORDERS,
} from '@heddle/contract/pipelines.ts'
import { may } from '../../kernel/access.ts'
import type { Caller } from '../../kernel/caller.ts'
import { countedEnvelope, pageRequest } from '../../platform/http/pagination.ts'
import { parseOrdering } from '../../platform/http/query-parameters.ts'
import { type Route, routes } from '../../platform/http/route.ts'
import type { RunsService } from './life/runs.service.ts'
import type { LogsService } from './logs/logs.service.ts'
import { presentPipeline, presentPipelineItem } from './logs/pipeline-executions.presenter.ts'
import type { ResultsService } from './results/results.service.ts'

const COLLECTION = '/api/queries/pipeline-executions/'
const ONE = `${COLLECTION}:id/`

type Services = {
  readonly runs: Pick<RunsService, 'cancel'>
  readonly results: Pick<ResultsService, 'mayRead'>
  readonly logs: Pick<LogsService, 'listPipelines' | 'findPipeline'>
}

export function pipelineExecutionRoutes({ runs, results, logs }: Services): readonly Route[] {
  const view = may('queries.view_executionlog')
  const present = (caller: Caller, row: Parameters<typeof presentPipeline>[0]) =>
    presentPipeline(row, results.mayRead(caller, row))

  return routes('Runs', (route) => {
    route.get(
      COLLECTION,
      {
        access: view,
        summary: 'List pipeline executions, newest first',
        description:
          'One for each run of any user, with its number of stages and without their rows. Above 10,000 `count` is an estimate, and `count_is_exact` is false.',
        query: PipelineExecutionListQuery,
        reply: EstimatedPage(PipelineExecutionItem),
      },
      async ({ query, url }) => {
        const page = pageRequest(query)
        const order = parseOrdering(query.ordering, PIPELINE_ORDERS, [{ field: 'started_at', descending: true }])
        const found = await logs.listPipelines({ savedQuery: query.saved_query, status: query.status, order }, page)
        return countedEnvelope({ ...found, items: found.items.map(presentPipelineItem) }, page, url)
      },
    )

    route.get(
      ONE,
      {
        access: view,
        summary: 'Read the stages of a run with their input and output',
        description:
          'Each stage has its row counts, time and the first rows, at most 20. The rows are shown to the user of the run, operators and administrators.',
        params: UuidParams,
        reply: PipelineExecution,
      },
      async ({ caller, params }) => present(caller, await logs.findPipeline(params.id)),
    )

    route.post(
      `${ONE}cancel/`,
      {
        access: may('queries.execute_savedquery'),
        summary: 'Cancel a run',
        conflicts: { already_finished: 'The run has already ended.' },
        refusal: 'Only the user of a run, operators and administrators may cancel it.',
        description: 'Requests in flight finish; no later stage starts.',
        params: UuidParams,
        reply: PipelineExecution,
      },
      async ({ caller, params }) => present(caller, await runs.cancel(caller, params.id)),
    )
  })
}
