import type { World } from '../start-world.ts'

const REVISION = '2026-07-28'

export async function agentExamples({ app, example, prepare }: World): Promise<void> {
  const { token } = await prepare('POST /api/auth/tokens/', {
    body: { name: 'Agent', permissions: ['queries.execute_savedquery'] },
  })
  await example('POST /mcp', {
    by: app.as(token),
    headers: {
      ...{ accept: 'application/json, text/event-stream', 'mcp-protocol-version': REVISION },
      ...{ 'mcp-method': 'tools/call', 'mcp-name': 'search_classes' },
    },
    body: {
      ...{ jsonrpc: '2.0', id: 1, method: 'tools/call' },
      params: {
        ...{ name: 'search_classes', arguments: { text: 'bridge domain', limit: 2 } },
        _meta: {
          'io.modelcontextprotocol/protocolVersion': REVISION,
          'io.modelcontextprotocol/clientInfo': { name: 'Assistant', version: '1.0' },
          'io.modelcontextprotocol/clientCapabilities': {},
        },
      },
    },
  })
  await example('GET /llms.txt')
}
