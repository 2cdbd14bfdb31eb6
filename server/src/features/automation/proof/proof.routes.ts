import { Readable } from 'node:stream'
import { ProofQuery, RequestProof } from '@heddle/contract/automation.ts'
import { UuidParams } from '@heddle/contract/common.ts'
import { may } from '../../../kernel/access.ts'
import { standingPolicy } from '../../../platform/http/page-policy.ts'
import { Reply, type Route, routes } from '../../../platform/http/route.ts'
import type { ProofService } from './proof.service.ts'
import { proofPage } from './proof-page.ts'
import { PAGE_STYLE } from '../../../platform/text/proof-style.ts'

const JSON_TYPE = 'application/json; charset=utf-8'
const HTML_TYPE = 'text/html; charset=utf-8'

const PAGE_POLICY = standingPolicy(PAGE_STYLE)

export function proofRoutes(proof: ProofService): readonly Route[] {
  return routes('Automation', (route) => {
    route.get(
      '/api/automation/requests/:id/proof/',
      {
        access: may('automation.view_request'),
        summary: 'Prove what a request changed',
        conflicts: { not_finished: 'The request has not ended.' },
        description:
          'Canonical JSON (RFC 8785); `sha256` is the hash of the same without that field. With `format=html`, a self-contained page.',
        params: UuidParams,
        query: ProofQuery,
        reply: RequestProof,
        takesTicket: true,
        streams: ['text/html'],
      },
      async ({ caller, params, query }) => {
        if (query.format !== 'html') return streamed(JSON_TYPE, await proof.json(caller, params.id))
        return streamed(HTML_TYPE, proofPage(await proof.read(caller, params.id)), {
          'content-security-policy': PAGE_POLICY,
        })
      },
    )
  })
}

const streamed = (type: string, parts: AsyncIterable<string>, headers?: Record<string, string>): Reply =>
  Reply.stream(type, Readable.from(parts, { objectMode: false }), headers)
