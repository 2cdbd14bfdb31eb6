import { EstimatedPage } from '@heddle/contract/audit.ts'
import { UuidParams } from '@heddle/contract/common.ts'
import { ScheduledExecution, ScheduledExecutionListQuery } from '@heddle/contract/schedules.ts'
import { may } from '../../kernel/access.ts'
import { countedEnvelope, pageRequest } from '../../platform/http/pagination.ts'
import { parseOrdering } from '../../platform/http/query-parameters.ts'
import { readAll } from '../../kernel/read-all.ts'
import { type Route, routes } from '../../platform/http/route.ts'
import { presentScheduledExecution as present } from './scheduled-executions.presenter.ts'
import type { SchedulesService } from './schedules.service.ts'

const COLLECTION = '/api/queries/scheduled-executions/'

export function scheduledExecutionRoutes(schedules: SchedulesService): readonly Route[] {
  const view = may('queries.view_scheduledtask')

  return routes('Scheduled tasks', (route) => {
    route.get(
      COLLECTION,
      {
        access: view,
        summary: 'List runs of scheduled tasks, newest first',
        description: 'For more than 10,000 runs `count` is an estimate, and `count_is_exact` is false.',
        query: ScheduledExecutionListQuery,
        reply: EstimatedPage(ScheduledExecution),
        reportsFaultsItself: true,
      },
      async ({ caller, query, url, faults }) => {
        const { order } = readAll({ order: () => parseOrdering(query.ordering, ['started_at'], NEWEST_FIRST) }, faults)
        const page = pageRequest(query)
        const { scheduled_task: task, status, expectation } = query
        const filter = { task, status, expectation, newestFirst: order[0]?.descending ?? true }
        const found = await schedules.listRuns(caller, filter, page)
        return countedEnvelope({ ...found, items: found.items.map((run) => present(run, caller)) }, page, url)
      },
    )

    route.get(
      `${COLLECTION}:id/`,
      {
        access: view,
        summary: 'Read a run of a scheduled task',
        description: 'With its snapshot, the changes since the one before, and the automation request they led to.',
        params: UuidParams,
        reply: ScheduledExecution,
      },
      async ({ caller, params }) => present(await schedules.getRun(caller, params.id), caller),
    )
  })
}

const NEWEST_FIRST = [{ field: 'started_at', descending: true }] as const
