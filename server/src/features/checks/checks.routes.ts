import { Readable } from 'node:stream'
import { UuidParams } from '@heddle/contract/common.ts'
import { CheckResults, ChecksBody, ChecksQuery, ChecksReply } from '@heddle/contract/checks.ts'
import { may } from '../../kernel/access.ts'
import { standingPolicy } from '../../platform/http/page-policy.ts'
import { Reply, type Route, routes } from '../../platform/http/route.ts'
import { presentCases, presentChecks, presentStart } from './checks.presenter.ts'
import type { ChecksService } from './checks.service.ts'
import { htmlReport, CHECKS_STYLE } from './html.ts'
import { junitReport } from './junit.ts'
import { markdownReport } from './markdown.ts'
import type { ReportedCheck } from './reported-check.ts'
import { sarifReport } from './sarif.ts'

const COLLECTION = '/api/queries/checks/'

const PAGE_POLICY = standingPolicy(CHECKS_STYLE)

type Report = {
  readonly type: string
  readonly write: (cases: readonly ReportedCheck[], startedAt: Date) => Iterable<string>
}

const REPORTS: Readonly<Record<'junit' | 'sarif' | 'markdown' | 'html', Report>> = {
  junit: { type: 'application/xml', write: junitReport },
  sarif: { type: 'application/sarif+json', write: sarifReport },
  markdown: { type: 'text/markdown', write: markdownReport },
  html: { type: 'text/html', write: htmlReport },
}

export function checkRoutes(checks: ChecksService): readonly Route[] {
  const execute = may('queries.execute_savedquery')

  return routes('Runs', (route) => {
    route.post(
      COLLECTION,
      {
        access: execute,
        summary: 'Check what saved queries expect',
        conflicts: { too_many_checks: 'Too many checks of yours are still running.' },
        description:
          'Runs the listed queries and those of a folder, with all below it, in the background; at most 500. With `at` nothing is run: snapshots of that instant are judged.',
        refusal: '`at` also requires `history.view_snapshot`.',
        body: ChecksBody,
        reply: ChecksReply,
        status: 202,
      },
      async ({ caller, body }) => presentStart(await checks.start(caller, body)),
    )

    route.get(
      `${COLLECTION}:id/`,
      {
        access: execute,
        summary: 'Read a check',
        conflicts: { running: 'A report needs the check to have finished.' },
        description:
          'With `format=junit` or `sarif` a report for other programs, with `markdown` or `html` one for people, once the check has finished. Findings are in it for those who may read the rows.',
        params: UuidParams,
        query: ChecksQuery,
        reply: CheckResults,
        takesTicket: true,
        streams: Object.values(REPORTS).map(({ type }) => type),
      },
      async ({ caller, params, query }) => {
        const { format = 'json' } = query
        if (format === 'json') return presentChecks(await checks.get(caller, params.id), caller)
        const { type, write } = REPORTS[format]
        const found = await checks.report(caller, params.id)
        const report = write(presentCases(found, caller), found.found.check.createdAt)
        return Reply.stream(`${type}; charset=utf-8`, Readable.from(report, { objectMode: false }), {
          'content-security-policy': PAGE_POLICY,
        })
      },
    )
  })
}
