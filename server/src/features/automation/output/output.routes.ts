import { STDOUT_CHUNK_BYTES, StdoutQuery, StdoutReply } from '@heddle/contract/automation.ts'
import { UuidParams } from '@heddle/contract/common.ts'
import { may } from '../../../kernel/access.ts'
import { envelope, pageRequest } from '../../../platform/http/pagination.ts'
import { Reply, type Route, routes } from '../../../platform/http/route.ts'
import { jsonWithStoredRows } from '../../../platform/rows/json-rows.ts'
import type { OutputPage, OutputService } from './output.service.ts'

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
        const { count, isComplete, chunks } = await output.readPage(caller, params.id, request, signal)
        const { results: _, ...envelopeHead } = envelope({ count, items: [] }, request, url)
        const head = { ...envelopeHead, chunk_size: STDOUT_CHUNK_BYTES, complete: isComplete }
        return Reply.stream('application/json; charset=utf-8', jsonWithStoredRows(head, 'results', linesOf(chunks)))
      },
    )
  })
}

async function* linesOf(chunks: OutputPage['chunks']): AsyncGenerator<Buffer> {
  for await (const { offset, bytes } of chunks)
    yield Buffer.from(JSON.stringify({ offset, text: bytes.toString('utf8') }))
}
