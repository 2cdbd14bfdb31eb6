import {
  AutomationExecution,
  AutomationExecutionListQuery,
  AutomationRequest,
  AutomationRequestDetail,
  AutomationRequestListQuery,
  LaunchDryRunReply,
  AUTOMATION_EXECUTION_ORDERS,
  LaunchBody,
  LaunchQuery,
  RelaunchBody,
  REQUEST_ORDERS,
  LaunchedRow,
  RequestRowListQuery,
} from '@heddle/contract/automation.ts'
import { PageReply, ServerErrorBody, UuidParams } from '@heddle/contract/common.ts'
import { Type } from 'typebox'
import { may } from '../../kernel/access.ts'
import { envelope, pageRequest } from '../../platform/http/pagination.ts'
import { parseOrdering } from '../../platform/http/query-parameters.ts'
import { documented, Reply, type Route, routes } from '../../platform/http/route.ts'
import type { AutomationService } from './automation.service.ts'
import { ROW_REFUSALS } from '../../platform/rows/refusals.ts'
import { presentExecution, presentRequest, presentRequestDetail, presentRow } from './requests/requests.presenter.ts'

const REQUESTS = '/api/automation/requests/'
const REQUEST = '/api/automation/requests/:id/'
const EXECUTIONS = '/api/automation/executions/'
const EXECUTION = '/api/automation/executions/:id/'

export function automationRoutes({
  requests,
  launch,
}: Pick<AutomationService, 'requests' | 'launch'>): readonly Route[] {
  const launchTemplate = may('automation.launch_template')
  const viewRequest = may('automation.view_request')
  const viewExecution = may('automation.view_execution')

  return routes('Automation', (route) => {
    route.post(
      '/api/automation/templates/:id/launch/',
      {
        access: launchTemplate,
        summary: 'Launch rows from a template',
        conflicts: { template_gone: 'The template was deleted meanwhile.' },
        refusal: 'Rows of a saved query or snapshot require permission to run or read it.',
        description: 'With `dry_run` nothing is launched: the reply shows what each job would get.',
        params: UuidParams,
        query: LaunchQuery,
        body: LaunchBody,
        reply: AutomationRequest,
        status: 201,
        otherReplies: { 200: LaunchDryRunReply, ...ROW_REFUSALS },
        reportsFaultsItself: true,
      },
      async ({ caller, params, query, body, faults, signal }) => {
        if (query.dry_run === true)
          return Reply.ofDryRun(await launch.dryRun(caller, params.id, { body, faults, signal }))
        const { row, checks } = await requests.get(
          caller,
          await launch.launch(caller, params.id, { body, faults, signal }),
        )
        return presentRequest(row, checks)
      },
    )

    route.get(
      REQUESTS,
      {
        access: viewRequest,
        summary: 'List requests',
        description:
          'Your own, newest first; operators and administrators see those of everyone, and holders of `automation.approve_request` those of the templates they see. Times and states are as last reported by the automation server.',
        query: AutomationRequestListQuery,
        reply: PageReply(AutomationRequest),
      },
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
      {
        access: viewRequest,
        summary: 'Read a request',
        description:
          'With its approval, and with every check of its source so far. Follow it on its `channel` instead of polling.',
        params: UuidParams,
        reply: AutomationRequestDetail,
      },
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
        description:
          'As they were launched, in the order sent, each with the row of the source that it came from. The position in the list is their `index`.',
        params: UuidParams,
        query: RequestRowListQuery,
        reply: PageReply(LaunchedRow),
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
        refusal: 'Only its requester, an operator or an administrator may cancel it.',
        conflicts: { already_finished: 'The request has already ended.' },
        description:
          'Rows not yet launched are dropped at once. Running jobs receive a cancel; their status says whether they stopped.',
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
        description:
          'Creates a new request, which names this one in `relaunch_of`. The rows are checked again, by the template as it is now.',
        conflicts: {
          not_finished: 'The request has not ended yet.',
          nothing_failed: 'All of its rows succeeded; `only: all` launches them again.',
          template_gone: 'The template was deleted, or you may no longer launch it.',
        },
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
      {
        access: viewExecution,
        summary: 'List executions',
        description:
          'Those of the requests you see. The executions of one request come in the order of its rows, otherwise the newest are first.',
        query: AutomationExecutionListQuery,
        reply: PageReply(AutomationExecution),
      },
      async ({ caller, query, url }) => {
        const page = pageRequest(query)
        // The executions of a request in the order of its rows, otherwise the newest first.
        const usual =
          query.request === undefined
            ? ({ field: 'created_at', descending: true } as const)
            : ({ field: 'row_index', descending: false } as const)
        const filter = {
          request: query.request,
          status: query.status,
          order: parseOrdering(query.ordering, AUTOMATION_EXECUTION_ORDERS, [usual]),
        }
        const { count, items } = await requests.listExecutions(caller, filter, page)
        return envelope({ count, items: items.map(presentExecution) }, page, url)
      },
    )

    route.get(
      EXECUTION,
      {
        access: viewExecution,
        summary: 'Read an execution',
        description:
          'With what was passed to the job in `extra_vars_snapshot`, and the beginning of its output. The whole output has a route of its own.',
        params: UuidParams,
        reply: AutomationExecution,
      },
      async ({ caller, params }) => presentExecution(await requests.getExecution(caller, params.id)),
    )

    route.post(
      `${EXECUTION}reconcile/`,
      {
        access: may('automation.launch_template', 'automation.view_execution'),
        summary: 'Look for the job of a launch whose answer was lost',
        description:
          'Looks for a job on the automation server that carries the marker of the execution, and follows it if there is one. If there is none, `error` says so.',
        conflicts: {
          has_job: 'The execution already has a job.',
          not_uncertain: 'The launch is not uncertain, so there is nothing to reconcile.',
          connection_gone: 'The automation connection was deleted.',
        },
        conflictFields: { job: Type.Integer() },
        otherReplies: { 503: documented(ServerErrorBody, 'The automation server could not be asked.') },
        params: UuidParams,
        reply: AutomationExecution,
      },
      async ({ caller, params, signal }) => presentExecution(await requests.reconcile(caller, params.id, signal)),
    )
  })
}
