import { Type } from 'typebox'
import { ServerErrorBody } from '@heddle/contract/common.ts'
import { DryRunQuery, PromptDryRunReply, GenerateQueryBody, GenerateQueryReply } from '@heddle/contract/ai.ts'
import { signedIn } from '../../../kernel/access.ts'
import { documented, Reply, type Route, routes } from '../../../platform/http/route.ts'
import type { GenerateService } from './generate.service.ts'

export function generateRoutes(service: GenerateService): readonly Route[] {
  return routes('AI', (route) => {
    route.post(
      '/api/ai/generate-query/',
      {
        access: signedIn,
        summary: 'Propose a query that answers a question',
        refusal: 'AI is switched off, or the quota is used up.',
        conflicts: { mim_not_installed: 'No class model is installed.' },
        description:
          'The answer is a proposal: nothing is saved. Classes and properties that do not exist are left out and named in `validation`. ' +
          'With a `canvas`, `changes` has the edits that lead from it to the proposed one; `dry_run` shows what would be sent. ' +
          'Counts once against the daily quota, but not if the provider fails.',
        query: DryRunQuery,
        body: GenerateQueryBody,
        reply: Type.Union([GenerateQueryReply, PromptDryRunReply]),
        otherReplies: {
          502: documented(ServerErrorBody, 'The provider failed, or answered twice in a way that cannot be used.'),
          503: documented(ServerErrorBody, 'No provider is set up, or it lacks something.'),
        },
        reportsFaultsItself: true,
      },
      async ({ caller, query, body, faults, signal }) => {
        const request = { body, faults, signal }
        if (query.dry_run === true) return Reply.ofDryRun(await service.dryRun(caller, request))
        return service.generate(caller, request)
      },
    )
  })
}
