import {
  AutomationExecution,
  AutomationExecutionListQuery,
  AutomationRequest,
  AutomationRequestDetail,
  AutomationRequestListQuery,
  DryRunReply,
  EXECUTION_ORDERS,
  LaunchBody,
  LaunchQuery,
  RelaunchBody,
  REQUEST_ORDERS,
  RequestRow,
  RequestRowListQuery,
} from '@heddle/contract/automation.ts'
import { Page, UuidParams } from '@heddle/contract/common.ts'
import { may } from '../../kernel/access.ts'
import { envelope, pageRequest } from '../../platform/http/pagination.ts'
import { parseOrdering } from '../../platform/http/query-parameters.ts'
import { Reply, type Route, routes } from '../../platform/http/route.ts'
import type { AutomationService } from './automation.service.ts'
import { presentExecution, presentRequest, presentRequestDetail, presentRow } from './requests/requests.presenter.ts'

const REQUESTS = '/api/automation/requests/'
const REQUEST = '/api/automation/requests/:id/'
const EXECUTIONS = '/api/automation/executions/'
const EXECUTION = '/api/automation/executions/:id/'

export function automationRoutes({ requests, launch }: Pick<AutomationService, 'requests' | 'launch'>): readonly Route[] {
  const launchTemplate = may('automation.launch_template')
  const viewRequest = may('automation.view_request')
  const viewExecution = may('automation.view_execution')

  return routes('Automation', (route) => {
    route.post(
      '/api/automation/templates/:id/launch/',
      {
        access: launchTemplate,
        summary: 'Launch rows from a template',
        description: 'With `dry_run` nothing is launched: the reply shows what each job would get.',
        params: UuidParams,
        query: LaunchQuery,
        body: LaunchBody,
        reply: AutomationRequest,
        status: 201,
        otherReplies: { 200: DryRunReply },
        reportsFaultsItself: true,
      },
      async ({ caller, params, query, body, faults, signal }) => {
        if (query.dry_run === true) return Reply.ofDryRun(await launch.dryRun(caller, params.id, { body, faults, signal }))
        const { row, checks } = await requests.get(caller, await launch.launch(caller, params.id, { body, faults, signal }))
        return presentRequest(row, checks)
      },
    )

    route.get(
      REQUESTS,
      { access: viewRequest, summary: 'List requests', query: AutomationRequestListQuery, reply: Page(AutomationRequest) },
      async ({ caller, query, url }) => {
        const page = pageRequest(query)
        const filter = {
          template: query.template,
          status: query.status,
          user: query.user,
          sourceSavedQuery: query.source_saved_query,
          sourceSnapshot: query.source_snapshot,
          order: parseOrdering(query.ordering, REQUEST_ORDERS, [{ field: 'created_at', descending: true }]),
        }
        const { count, items } = await requests.list(caller, filter, page)
        return envelope({ count, items: items.map(({ row, checks }) => presentRequest(row, checks)) }, page, url)
      },
    )

    route.get(
      REQUEST,
      { access: viewRequest, summary: 'Read a request', params: UuidParams, reply: AutomationRequestDetail },
      async ({ caller, params }) => {
        const { row, checks } = await requests.get(caller, params.id)
        return presentRequestDetail(row, checks)
      },
    )

    route.get(
      `${REQUEST}rows/`,
      {
        access: viewRequest,
        summary: 'List the rows of a request',
        params: UuidParams,
        query: RequestRowListQuery,
        reply: Page(RequestRow),
      },
      async ({ caller, params, query, url }) => {
        const page = pageRequest(query)
        const { count, items } = await requests.listRows(caller, params.id, page)
        return envelope({ count, items: items.map(presentRow) }, page, url)
      },
    )

    route.post(
      `${REQUEST}cancel/`,
      {
        access: may('automation.cancel_request'),
        summary: 'Cancel a request',
        description: 'Rows that were not launched are dropped at once. Jobs are asked to stop; their status says whether they did.',
        params: UuidParams,
        reply: AutomationRequestDetail,
      },
      async ({ caller, params }) => {
        const { row, checks } = await requests.cancel(caller, params.id)
        return presentRequestDetail(row, checks)
      },
    )

    route.post(
      `${REQUEST}relaunch/`,
      {
        access: launchTemplate,
        summary: 'Launch the rows of a request again that did not succeed, or all',
        params: UuidParams,
        body: RelaunchBody,
        reply: AutomationRequest,
        status: 201,
      },
      async ({ caller, params, body, signal }) => {
        const { row, checks } = await requests.relaunch(caller, params.id, body, signal)
        return presentRequest(row, checks)
      },
    )

    route.get(
      EXECUTIONS,
      { access: viewExecution, summary: 'List executions', query: AutomationExecutionListQuery, reply: Page(AutomationExecution) },
      async ({ caller, query, url }) => {
        const page = pageRequest(query)
        // The executions of a request in the order of its rows, otherwise the newest first.
        const usual =
          query.request === undefined
            ? ({ field: 'created_at', descending: true } as const)
            : ({ field: 'row_index', descending: false } as const)
        const filter = { request: query.request, status: query.status, order: parseOrdering(query.ordering, EXECUTION_ORDERS, [usual]) }
        const { count, items } = await requests.listExecutions(caller, filter, page)
        return envelope({ count, items: items.map(presentExecution) }, page, url)
      },
    )

    route.get(
      EXECUTION,
      { access: viewExecution, summary: 'Read an execution', params: UuidParams, reply: AutomationExecution },
      async ({ caller, params }) => presentExecution(await requests.getExecution(caller, params.id)),
    )

    route.post(
      `${EXECUTION}reconcile/`,
      {
        access: may('automation.launch_template', 'automation.view_execution'),
        summary: 'Look for the job of a launch whose answer was lost',
        params: UuidParams,
        reply: AutomationExecution,
      },
      async ({ caller, params, signal }) => presentExecution(await requests.reconcile(caller, params.id, signal)),
    )
  })
}
