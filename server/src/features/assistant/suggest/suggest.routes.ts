import {
  ClassNameParams,
  MimInsights,
  MimInsightsQuery,
  MimSuggestQuery,
  MimSuggestReply,
} from '@heddle/contract/mim.ts'
import { signedIn } from '../../../kernel/access.ts'
import { type Route, routes } from '../../../platform/http/route.ts'
import type { SuggestService } from './suggest.service.ts'

/** The routes of the class model that AI has a part in. */
export function suggestRoutes(service: SuggestService): readonly Route[] {
  return routes('Class model', (route) => {
    route.get(
      '/api/mim/classes/suggest/',
      {
        access: signedIn,
        summary: 'Suggest classes, properties and filters for a question',
        description: 'By AI, checked against the class model. Without AI, or if it fails, by the search.',
        query: MimSuggestQuery,
        reply: MimSuggestReply,
      },
      async ({ caller, query: { q = '', limit, source } }) =>
        service.suggest(caller, q, { limit, onlySearch: source === 'search' }),
    )

    route.get(
      '/api/mim/explorer/class/:name/insights/',
      {
        access: signedIn,
        summary: 'List notes on a class',
        description: 'Those that follow from the model, then those of AI, which are written once for all users.',
        params: ClassNameParams,
        query: MimInsightsQuery,
        reply: MimInsights,
      },
      async ({ caller, params, query }) =>
        service.insights(caller, params.name, { onlyModel: query.source === 'model' }),
    )
  })
}
