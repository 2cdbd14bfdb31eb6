import { Type } from 'typebox'
import { Uuid } from '@heddle/contract/common.ts'
import { Choices, ChoicesQuery } from '@heddle/contract/queries.ts'
import { may } from '../../kernel/access.ts'
import { type Route, routes } from '../../platform/http/route.ts'
import type { RunsService } from './life/runs.service.ts'
import { CHOICE_CONFLICTS, CHOICE_FAILURES } from './choices/choice-refusals.ts'

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
          ...CHOICE_CONFLICTS,
        },
        otherReplies: CHOICE_FAILURES,
        description:
          'Choices that come from a saved query are those of its run in the last ten minutes, else of a new one.',
        params: ChoiceParams,
        query: ChoicesQuery,
        reply: Choices,
      },
      async ({ caller, params, query, signal }) => runs.listChoices(caller, params, query, signal),
    )
  })
}
