import { FindingsQuery, FindingsReply } from '@heddle/contract/findings.ts'
import { UuidParams } from '@heddle/contract/common.ts'
import { may } from '../../kernel/access.ts'
import { envelope, pageRequest } from '../../platform/http/pagination.ts'
import { type Route, routes } from '../../platform/http/route.ts'
import type { LogsService } from './logs/logs.service.ts'
import type { ResultsService } from './results/results.service.ts'

type Services = {
  readonly results: Pick<ResultsService, 'requireReader'>
  readonly logs: Pick<LogsService, 'find' | 'findingsOf'>
}

export const findingRoutes = ({ results, logs }: Services): readonly Route[] =>
  routes('Runs', (route) => {
    route.get(
      '/api/queries/execution-logs/:id/findings/',
      {
        access: may('queries.view_executionlog'),
        summary: 'List what a run of a check found',
        description:
          'Each resource once, with the first row that is not as expected; at most 10,000. Waived ones too: they name their waiver.',
        refusal: 'Rows belong to the user of the run: operators and administrators may read them too.',
        params: UuidParams,
        query: FindingsQuery,
        reply: FindingsReply,
      },
      async ({ caller, params, query, url }) => {
        const run = await logs.find(params.id)
        results.requireReader(caller, run)
        const page = pageRequest(query)
        const { truncated, ...found } = await logs.findingsOf(run, page)
        return { ...envelope(found, page, url), truncated }
      },
    )
  })
