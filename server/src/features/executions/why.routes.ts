import { UuidParams } from '@heddle/contract/common.ts'
import { NotAsked } from '@heddle/contract/controller-connections.ts'
import { CANVAS_PROBLEMS } from '@heddle/contract/executions.ts'
import { WhyBody, WhyDraftBody, WhyReply } from '@heddle/contract/why.ts'
import { may } from '../../kernel/access.ts'
import { type Route, routes } from '../../platform/http/route.ts'
import { CHOICE_CONFLICTS } from './choices/choice-refusals.ts'
import type { ExplainObject } from './why/explain-object.ts'

/** Why an object is in the result of a query, or is not. */
export function whyRoutes(explainObject: ExplainObject): readonly Route[] {
  const answers = {
    access: may('queries.execute_savedquery'),
    reply: WhyReply,
    faultFields: CANVAS_PROBLEMS,
    conflicts: CHOICE_CONFLICTS,
    otherReplies: {
      502: { ...NotAsked, description: 'The controller cannot be asked, or a part of the query fails.' },
    },
    changesNothing: true,
  } as const

  return routes('Runs', (route) => {
    route.post(
      '/api/queries/saved-queries/:id/why/',
      {
        ...answers,
        summary: 'Say why an object is in the result of a saved query, or is not',
        description:
          'Reads the object and follows it through scope, filters, edges and steps, up to what drops it. Parts of the query are run as a run of its own would be, within the same 30 seconds and limits; nothing is recorded. Rows are found again after a step over all rows by their values. With `merge: true` it is followed on each connection, and by steps over all rows among those of all.',
        params: UuidParams,
        body: WhyBody,
      },
      async ({ caller, params, body, signal }) => explainObject(caller, params.id, body, signal),
    )

    route.post(
      '/api/queries/why/',
      {
        ...answers,
        summary: 'Say why an object is in the result of a draft, or is not',
        description: 'As for a saved query; a draft belongs to none, and names its connection.',
        body: WhyDraftBody,
      },
      async ({ caller, body, signal }) => explainObject(caller, null, body, signal),
    )
  })
}
