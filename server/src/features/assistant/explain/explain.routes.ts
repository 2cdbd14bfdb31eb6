import {
  DryRunQuery,
  PromptDryRunReply,
  ExplainChangesBody,
  ExplainQueryBody,
  ExplainReply,
} from '@heddle/contract/ai.ts'
import { Type } from 'typebox'
import { may, signedIn } from '../../../kernel/access.ts'
import { Reply, type Route, routes } from '../../../platform/http/route.ts'
import type { ExplainService } from './explain.service.ts'

const reply = Type.Union([ExplainReply, PromptDryRunReply])
const DESCRIPTION =
  'With AI where the caller has it, otherwise by rules; `detail` says why. With `dry_run` nothing is sent: the reply shows what would be.'

export function explainRoutes(explain: ExplainService): readonly Route[] {
  return routes('AI', (route) => {
    route.post(
      '/api/ai/explain-query/',
      {
        access: signedIn,
        summary: 'Explain a query in words',
        refusal: 'A saved query requires permission to view queries.',
        missing: 'There is no such saved query.',
        description: `Takes a canvas, or a saved query, which also requires \`queries.view_savedquery\`. ${DESCRIPTION}`,
        query: DryRunQuery,
        body: ExplainQueryBody,
        reply,
        reportsFaultsItself: true,
      },
      async ({ query, ...order }) =>
        query.dry_run === true ? Reply.ofDryRun(await explain.queryDryRun(order)) : audited(await explain.query(order)),
    )

    route.post(
      '/api/ai/explain-changes/',
      {
        access: may('history.view_snapshot'),
        summary: 'Explain the differences between two snapshots in words',
        missing: 'There is no such snapshot.',
        description: DESCRIPTION,
        query: DryRunQuery,
        body: ExplainChangesBody,
        reply,
        reportsFaultsItself: true,
      },
      async ({ query, ...order }) =>
        query.dry_run === true
          ? Reply.ofDryRun(await explain.changesDryRun(order))
          : audited(await explain.changes(order)),
    )
  })
}

/** Asking AI leaves an audit entry; the rules only look. */
const audited = (explained: ExplainReply): ExplainReply | Reply =>
  explained.source === 'ai' ? explained : Reply.ofDryRun(explained)
