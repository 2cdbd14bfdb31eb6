import {
  BackgroundReply,
  CANVAS_PROBLEMS,
  BackgroundDraftBody,
  ExecuteDraftBody,
  ExecuteReply,
  ValidateDraftBody,
  ValidateQueryReply,
} from '@heddle/contract/executions.ts'
import { may } from '../../kernel/access.ts'
import { Reply, type Route, routes } from '../../platform/http/route.ts'
import { jsonWithStoredRows } from '../../platform/rows/json-rows.ts'
import { CHOICE_CONFLICTS, CHOICE_FAILURES } from './choices/choice-refusals.ts'
import { QUEUE_CONFLICTS } from './life/background-runs.ts'
import type { RunsService } from './life/runs.service.ts'
import { MAX_REPLY_ROWS } from './ending.ts'
import { chunkBytes } from './results/result-stream.ts'
import { presentExecuted, presentValidation } from './runs.presenter.ts'

const QUERIES = '/api/queries/'
const JSON_TYPE = 'application/json; charset=utf-8'

type Services = { readonly runs: Pick<RunsService, 'execute' | 'executeInBackground' | 'validate'> }

/** Runs of drafts that belong to no saved query; those of a saved query take the routes of its runs. */
export function draftRunRoutes({ runs }: Services): readonly Route[] {
  const execute = may('queries.execute_savedquery')

  return routes('Runs', (route) => {
    route.post(
      `${QUERIES}execute/`,
      {
        access: execute,
        summary: 'Run a draft now',
        description:
          'Nothing is saved but the log of the run. Its rows are for its user and administrators, and cannot be captured.',
        body: ExecuteDraftBody,
        reply: ExecuteReply,
        faultFields: CANVAS_PROBLEMS,
        conflicts: CHOICE_CONFLICTS,
        otherReplies: CHOICE_FAILURES,
      },
      async ({ caller, body, signal }) => {
        const run = await runs.execute(caller, null, body, signal)
        return Reply.stream(
          JSON_TYPE,
          jsonWithStoredRows(presentExecuted(run), 'results', chunkBytes(run.chunks), MAX_REPLY_ROWS),
        )
      },
    )

    route.post(
      `${QUERIES}execute_background/`,
      {
        access: execute,
        summary: 'Run a draft in the background',
        description:
          'The run keeps the draft as it is in the request, and queues with the other background runs of its user.',
        body: BackgroundDraftBody,
        reply: BackgroundReply,
        faultFields: CANVAS_PROBLEMS,
        conflicts: { ...CHOICE_CONFLICTS, ...QUEUE_CONFLICTS },
        otherReplies: CHOICE_FAILURES,
        status: 202,
      },
      async ({ caller, body, signal }) => runs.executeInBackground(caller, null, body, signal),
    )

    route.post(
      `${QUERIES}validate/`,
      {
        access: execute,
        summary: 'Validate a draft and explain its plan without running it',
        description:
          'Lists every fault of the canvas and of what it asks for, with suggestions. Asks no controller and stores nothing.',
        body: ValidateDraftBody,
        reply: ValidateQueryReply,
        faultFields: CANVAS_PROBLEMS,
        changesNothing: true,
      },
      async ({ caller, body, signal }) => ({
        draft: true,
        ...presentValidation(await runs.validate(caller, null, body, signal)),
      }),
    )
  })
}
