import { STDOUT_CHUNK_BYTES, StdoutQuery, StdoutReply } from '@heddle/contract/automation.ts'
import { UuidParams } from '@heddle/contract/common.ts'
import { may } from '../../../kernel/access.ts'
import { envelope, pageRequest } from '../../../platform/http/pagination.ts'
import { type Route, routes } from '../../../platform/http/route.ts'
import type { OutputService } from './output.service.ts'

const CHUNKS_PER_PAGE = 1

export function outputRoutes(output: Pick<OutputService, 'readPage'>): readonly Route[] {
  return routes('Automation requests', (route) => {
    route.get(
      '/api/automation/executions/:id/stdout/',
      {
        access: may('automation.view_execution'),
        summary: "Read a job's output",
        description:
          'In chunks; each page has one unless `page_size` says more. Right after the end of a job, it waits a few seconds for the rest.',
        params: UuidParams,
        query: StdoutQuery,
        reply: StdoutReply,
      },
      async ({ caller, params, query, url, signal }) => {
        const request = pageRequest({ ...query, page_size: query.page_size ?? CHUNKS_PER_PAGE })
        const page = await output.readPage(caller, params.id, request, signal)
        const { results, ...rest } = envelope(page, request, url)
        return {
          ...rest,
          chunk_size: STDOUT_CHUNK_BYTES,
          complete: page.isComplete,
          results: results.map(({ offset, bytes }) => ({ offset, text: bytes.toString('utf8') })),
        }
      },
    )
  })
}
