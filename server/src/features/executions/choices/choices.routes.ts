import { Type } from 'typebox'
import { ServerErrorBody, Uuid } from '@heddle/contract/common.ts'
import { Choices, ChoicesQuery } from '@heddle/contract/queries.ts'
import { may } from '../../../kernel/access.ts'
import { documented, type Route, routes } from '../../../platform/http/route.ts'
import type { RunsService } from '../life/runs.service.ts'

const ChoiceParams = Type.Object({ id: Uuid, name: Type.String({ maxLength: 200 }) })

export function choiceRoutes(runs: Pick<RunsService, 'listChoices'>): readonly Route[] {
  return routes('Runs', (route) => {
    route.get(
      '/api/queries/saved-queries/:id/parameters/:name/choices/',
      {
        access: may('queries.execute_savedquery'),
        summary: 'List the values a parameter may have',
        conflicts: {
          no_choices: 'The parameter takes any value of its type.',
          choices_column_missing: 'The saved query that they come from has no such column.',
          too_many_choices: 'It has too many rows to choose from.',
          choices_query_deleted: 'It was deleted.',
          choices_query_invalid: 'It cannot run.',
        },
        otherReplies: { 502: documented(ServerErrorBody, 'The run that the choices come from failed.') },
        description: 'Choices that come from a saved query are those of its run in the last ten minutes, else of a new one.',
        params: ChoiceParams,
        query: ChoicesQuery,
        reply: Choices,
      },
      async ({ caller, params, query, signal }) => runs.listChoices(caller, params, query, signal),
    )
  })
}
