import { Readable } from 'node:stream'
import { Type } from 'typebox'
import { anyone, signedIn } from '../../kernel/access.ts'
import { Forbidden } from '../../kernel/errors.ts'
import { Reply, type Route, routes } from '../../platform/http/route.ts'
import { bodyCheck } from '../../platform/http/validation.ts'
import type { AgentParts } from './agent-server.ts'
import { llmsText } from './llms-text.ts'
import { TOOLS } from './tools/tools.ts'

export type AgentRouteParts = Omit<AgentParts, 'faultsOf'> & {
  /** Pages of these may send requests; a browser says which page a request comes from. */
  readonly origins: readonly string[]
  readonly publicUrl: string
}

const CHECKS = new Map(TOOLS.map((tool) => [tool, bodyCheck(tool.input)]))
const faultsOf: AgentParts['faultsOf'] = (tool, input) => CHECKS.get(tool)?.(input) ?? {}

export const agentRoutes = (parts: AgentRouteParts): readonly Route[] =>
  routes('Agents', (route) => {
    route.post(
      '/mcp',
      {
        access: signedIn,
        summary: 'Call tools as an agent',
        description:
          'Model Context Protocol over Streamable HTTP, without sessions: revision 2026-07-28, and those before it back to 2025-03-26. Takes an API token, whose rights, limits and budgets hold.',
        refusal: 'Sessions get no answer, and neither do pages of another origin.',
        reply: Type.Unknown({ description: 'A JSON-RPC message, or a stream of them.' }),
        otherReplies: { 202: Type.Null(), 404: Type.Unknown(), 406: Type.Unknown(), 415: Type.Unknown() },
        streams: ['text/event-stream'],
        changesNothing: true,
        readsRawBody: true,
      },
      async ({ caller, body, request, signal }) => {
        if (caller.credential.kind !== 'token') throw new Forbidden('Agents need an API token.')
        const { origin } = request.headers
        if (origin !== undefined && !parts.origins.includes(origin))
          throw new Forbidden('Requests of pages of this origin are not taken.')
        const call = { caller, request, signal }
        const sent = new Request(new URL('/mcp', parts.publicUrl), {
          method: 'POST',
          headers: { ...headersOf(request.headers), 'content-type': 'application/json' },
          body: new Uint8Array((body as Buffer | undefined) ?? []),
          signal,
        })
        // Loaded with the first call: most servers never get one.
        const { answerAgent } = await import('./answer-agent.ts')
        return replyOf(await answerAgent({ ...parts, faultsOf }, call, sent))
      },
    )

    route.get(
      '/llms.txt',
      {
        access: anyone,
        summary: 'Read what language models should know of Heddle',
        description: 'What Heddle is, and where an agent finds what it needs, as https://llmstxt.org describes.',
        reply: Type.String(),
        streams: ['text/plain'],
      },
      async () =>
        Reply.stream('text/plain; charset=utf-8', Readable.from([llmsText(parts.publicUrl)], { objectMode: false })),
    )
  })

/** What the protocol reads; the bearer stays here. */
const headersOf = (headers: Readonly<Record<string, string | string[] | undefined>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      typeof value === 'string' && (name === 'accept' || name.startsWith('mcp-')) ? [[name, value]] : [],
    ),
  )

function replyOf(response: Response): Reply {
  const type = response.headers.get('content-type')
  if (response.body === null) return new Reply(response.status, null)
  return new Reply(response.status, Readable.fromWeb(response.body), {
    ...(type !== null && { 'content-type': type }),
  })
}
