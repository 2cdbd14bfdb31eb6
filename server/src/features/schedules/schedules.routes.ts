import { Type } from 'typebox'
import { Nullable, PageReply, Uuid, UuidParams } from '@heddle/contract/common.ts'
import {
  RunNowReply,
  ScheduledTask,
  ScheduleDensity,
  ScheduleDensityQuery,
  ScheduledTaskCreate,
  ScheduledTaskListQuery,
  ScheduledTaskPatch,
  TASK_ORDERS,
} from '@heddle/contract/schedules.ts'
import { may } from '../../kernel/access.ts'
import { envelope, pageRequest } from '../../platform/http/pagination.ts'
import { parseOrdering } from '../../platform/http/query-parameters.ts'
import { readAll } from '../../kernel/read-all.ts'
import { type Route, routes } from '../../platform/http/route.ts'
import { scheduledExecutionRoutes } from './scheduled-executions.routes.ts'
import { presentTask } from './schedules.presenter.ts'
import type { SchedulesService } from './schedules.service.ts'

const COLLECTION = '/api/queries/scheduled-tasks/'
const ONE = '/api/queries/scheduled-tasks/:id/'

export function scheduleRoutes(schedules: SchedulesService): readonly Route[] {
  const view = may('queries.view_scheduledtask')
  const change = may('queries.change_scheduledtask')
  const present = (found: Parameters<typeof presentTask>[0]) => presentTask(found, schedules.now())

  const tasks = routes('Scheduled tasks', (route) => {
    route.get(
      COLLECTION,
      {
        access: view,
        summary: 'List your own and granted scheduled tasks',
        description:
          'Tasks granted to your groups, and for administrators those of everyone. Ordered by name unless `ordering` says otherwise.',
        query: ScheduledTaskListQuery,
        reply: PageReply(ScheduledTask),
        reportsFaultsItself: true,
      },
      async ({ caller, query, url, faults }) => {
        const { order } = readAll(
          { order: () => parseOrdering(query.ordering, TASK_ORDERS, [{ field: 'name', descending: false }]) },
          faults,
        )
        const page = pageRequest(query)
        const found = await schedules.list(
          caller,
          { enabled: query.enabled, savedQuery: query.saved_query, search: query.search, order },
          page,
        )
        return envelope({ count: found.count, items: found.items.map(present) }, page, url)
      },
    )

    route.get(
      '/api/queries/schedule-density/',
      {
        access: view,
        summary: 'Count the firings of each hour of the week',
        description:
          'How many firings are due in each hour of the next seven days, over the enabled tasks of everybody: to find quiet hours for a new one. Numbers only. Manual runs are not foreseen.',
        query: ScheduleDensityQuery,
        reply: ScheduleDensity,
      },
      async ({ query }) => schedules.density(query.timezone ?? 'UTC'),
    )

    route.post(
      COLLECTION,
      {
        access: may('queries.add_scheduledtask'),
        summary: 'Schedule a saved query',
        description:
          'It fires in its own time zone, and acts for you. `cron_expression` has five fields and is required for `cron`, `interval_minutes` for `interval`.',
        refusal: '`on_changes` requires permission to launch templates.',
        body: ScheduledTaskCreate,
        reply: ScheduledTask,
        status: 201,
        reportsFaultsItself: true,
      },
      async ({ caller, body, faults, signal }) => present(await schedules.create(caller, { body, faults }, { signal })),
    )

    route.get(
      ONE,
      {
        access: view,
        summary: 'Read a scheduled task',
        description: 'With its next five firings, and how the last one ended.',
        params: UuidParams,
        reply: ScheduledTask,
      },
      async ({ caller, params }) => present(await schedules.get(caller, params.id)),
    )

    route.put(
      ONE,
      {
        access: change,
        summary: 'Replace a scheduled task',
        description: 'Omitted fields get their default. The next firing is computed anew; a run in progress continues.',
        refusal:
          'Only its owner or an administrator may change a task. Its `on_changes` requires permission to launch templates.',
        honorsIfMatch: true,
        params: UuidParams,
        body: ScheduledTaskCreate,
        reply: ScheduledTask,
        reportsFaultsItself: true,
      },
      async ({ caller, params, body, faults, ifMatch, signal }) =>
        present(await schedules.replace(caller, params.id, { body, faults }, { ifMatch, signal })),
    )

    route.patch(
      ONE,
      {
        access: change,
        summary: 'Change a scheduled task',
        description:
          'Only what is sent changes. A new schedule computes the next firing anew; a run in progress continues.',
        refusal:
          'Only its owner or an administrator may change a task. Its `on_changes` requires permission to launch templates.',
        honorsIfMatch: true,
        params: UuidParams,
        body: ScheduledTaskPatch,
        reply: ScheduledTask,
        reportsFaultsItself: true,
      },
      async ({ caller, params, body, faults, ifMatch, signal }) =>
        present(await schedules.change(caller, params.id, { body, faults }, { ifMatch, signal })),
    )

    route.delete(
      ONE,
      {
        access: may('queries.delete_scheduledtask'),
        summary: 'Delete a scheduled task',
        refusal: 'Only its owner or an administrator may change a task.',
        description: 'Its records are deleted with it; execution logs are kept.',
        params: UuidParams,
        reply: Type.Null(),
        status: 204,
      },
      async ({ caller, params }) => schedules.remove(caller, params.id),
    )

    route.post(
      `${ONE}enable/`,
      {
        access: change,
        summary: 'Enable a scheduled task, or resume it after a pause',
        description: 'Firings missed while it was disabled are not caught up.',
        refusal: 'Only its owner or an administrator may change a task.',
        params: UuidParams,
        reply: ScheduledTask,
      },
      async ({ caller, params }) => present(await schedules.enable(caller, params.id)),
    )

    route.post(
      `${ONE}disable/`,
      {
        access: change,
        summary: 'Disable a scheduled task',
        description: 'It stays in the list and does not fire. A run in progress continues.',
        refusal: 'Only its owner or an administrator may change a task.',
        params: UuidParams,
        reply: ScheduledTask,
      },
      async ({ caller, params }) => present(await schedules.disable(caller, params.id)),
    )

    route.post(
      `${ONE}run_now/`,
      {
        access: may('queries.execute_scheduledtask'),
        summary: 'Run a scheduled task now',
        conflicts: { already_running: 'A firing of the task is in progress.' },
        conflictFields: { active_run_id: Nullable(Uuid) },
        description: 'Its schedule does not change.',
        params: UuidParams,
        reply: RunNowReply,
        status: 202,
      },
      async ({ caller, params }) => schedules.runNow(caller, params.id),
    )
  })

  return [...tasks, ...scheduledExecutionRoutes(schedules)]
}
