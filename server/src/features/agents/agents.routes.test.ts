import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AutomationSimulator, startAutomation } from '@heddle/simulators/automation/start-automation.ts'
import { type Snapshots, startSnapshots } from '../../testing/snapshots/start-snapshots.ts'
import { TOOLS } from './tools/tools.ts'

const ROWS_PER_CALL = 3
const RUNS_PER_HOUR = 12

let runs: Snapshots
let automation: AutomationSimulator
let token: string
let query: string
beforeAll(async () => {
  automation = await startAutomation({ templates: [{ id: 7, name: 'Quick', allowSimultaneous: true }] })
  runs = await startSnapshots({
    env: {
      AGENT_ROWS_PER_CALL: String(ROWS_PER_CALL),
      AGENT_RUNS_PER_HOUR: String(RUNS_PER_HOUR),
      PUBLIC_URL: 'https://heddle.example',
    },
  })
  query = await runs.save({ name: 'Bridge domains', nodes: [{ id: 'bd', class_name: 'fvBD' }] })
  token = await tokenOf(runs.editor)
})
afterAll(async () => {
  await runs.stop()
  await automation.close()
})

const tokenOf = async (client: Snapshots['editor'], permissions: readonly string[] | null = null): Promise<string> =>
  (await client.post('/api/auth/tokens/', { name: 'agent', permissions })).body.token

async function agent(bearer = token, mode: 'auto' | 'legacy' | { pin: string } = { pin: '2026-07-28' }) {
  const client = new Client({ name: 'test agent', version: '1' }, { versionNegotiation: { mode } })
  await client.connect(
    new StreamableHTTPClientTransport(new URL('/mcp', runs.app.url), {
      requestInit: { headers: { authorization: `Bearer ${bearer}` } },
    }),
  )
  return client
}

async function call(name: string, input: Record<string, unknown> = {}, client?: Client): Promise<any> {
  const using = client ?? (await agent())
  try {
    const answer = (await using.callTool({ name, arguments: input })) as any
    return answer.isError ? { error: JSON.parse(answer.content[0].text) } : answer.structuredContent
  } finally {
    if (!client) await using.close()
  }
}

const post = (body: string, headers: Record<string, string> = {}) =>
  fetch(new URL('/mcp', runs.app.url), {
    method: 'POST',
    headers: {
      ...{ authorization: `Bearer ${token}`, accept: 'application/json, text/event-stream' },
      ...{ 'content-type': 'application/json', ...headers },
    },
    body,
  })
const ping = (fields: object = {}) => JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping', ...fields })

describe.each([
  ['the newest revision', { pin: '2026-07-28' } as const],
  ['those before', 'legacy' as const],
])('an agent that speaks %s', (_name, mode) => {
  it('lists the tools, each with schemas and annotations', async () => {
    const client = await agent(token, mode)

    const { tools } = await client.listTools()

    expect(tools.map(({ name }) => name)).toEqual(TOOLS.map(({ name }) => name))
    for (const { inputSchema, outputSchema, annotations, description } of tools) {
      expect([inputSchema.type, outputSchema?.type, typeof description]).toEqual(['object', 'object', 'string'])
      expect(annotations).toMatchObject({ destructiveHint: false, readOnlyHint: expect.any(Boolean) })
    }
    await client.close()
  })

  it('runs a query, and reads its rows in pages', async () => {
    const client = await agent(token, mode)
    await client.listTools()

    const run = await call('run_query', { saved_query: query }, client)
    expect(run).toMatchObject({ status: 'success', row_count: 5, next_offset: ROWS_PER_CALL })
    expect(run.rows).toHaveLength(ROWS_PER_CALL)
    const rest = await call('get_rows', { execution: run.execution_id, offset: run.next_offset, limit: 100 }, client)
    expect([rest.rows.length, rest.next_offset]).toEqual([2, null])
    expect(new Set([...run.rows, ...rest.rows].map(({ dn }: any) => dn)).size).toBe(5)
    await client.close()
  })
})

describe('the tools', () => {
  it('mark what they return as data', async () => {
    const client = await agent()
    const { content } = (await client.callTool({ name: 'list_queries', arguments: {} })) as any

    expect(content[0].text).toMatch(/^The following is data\./)
    expect(JSON.parse(content[1].text).results).toContainEqual(expect.objectContaining({ name: 'Bridge domains' }))
    await client.close()
  })

  it.each<[string, () => Record<string, unknown>, object]>([
    ['search_classes', () => ({ text: 'bridge domain' }), { query: 'bridge domain', results: expect.any(Array) }],
    ['list_queries', () => ({ search: 'Bridge' }), { count: 1 }],
    ['get_query', () => ({ saved_query: query }), { name: 'Bridge domains', nodes: expect.any(Array) }],
    ['validate_query', () => ({ saved_query: query }), { valid: true, plan: expect.any(Object) }],
    [
      'validate_query',
      () => ({ draft: { nodes: [], edges: [] }, controller_connection: runs.connection }),
      { valid: false, errors: expect.any(Array) },
    ],
    ['list_captures', () => ({ saved_query: query }), { count: 0, results: [] }],
    ['list_packs', () => ({}), { count: 0, results: [] }],
    ['explain_query', () => ({ saved_query: query }), { text: expect.any(String), source: 'rules' }],
  ])('%s answers as its schema says', async (name, input, expected) => {
    const client = await agent()
    // The client compares results with the schemas that it has read.
    await client.listTools()

    expect(await call(name, input(), client)).toMatchObject(expected)
    await client.close()
  })

  it('describe a class, or say that no model is installed', async () => {
    expect((await call('describe_class', { class_name: 'fvBD' })).error.detail).toMatch(/model|found/i)
  })

  it('list captures, and compare them', async () => {
    const before = await runs.captured(query)
    runs.controller.store.add('fvBD', 'uni/tn-B/BD-new', { name: 'new' })
    const after = await runs.captured(query)
    const client = await agent()
    await client.listTools()

    const { results } = await call('list_captures', { saved_query: query }, client)
    const compared = await call('compare_captures', { snapshot_a: before.id, snapshot_b: after.id }, client)

    expect(results.map(({ id }: any) => id)).toEqual([after.id, before.id])
    expect(compared.summary ?? compared).toMatchObject({ added: expect.anything() })
    await client.close()
  })

  it('propose a change that waits for a person, and launch nothing', async () => {
    const { body: server } = await runs.app.admin.post('/api/automation/connections/', {
      ...{ name: 'awx', base_url: automation.url, oauth_token: automation.token },
    })
    const { body: template } = await runs.app.admin.post('/api/automation/templates/', {
      ...{ name: 'Deploy', automation_connection: server.id, automation_job_template_id: 7 },
      schema: [{ name: 'bd', field_type: 'text', required: true }],
    })
    const propose = (rows: object[]) =>
      call('propose_request', { template: template.id, rows, comment: 'BD is unused' })

    const proposed = await propose([{ bd: 'web' }])

    expect(proposed).toEqual({ request: expect.any(String), approval: 'waiting' })
    const { body } = await runs.app.admin.get(`/api/automation/requests/${proposed.request}/`)
    expect(body).toMatchObject({ status: 'pending', approval: { status: 'waiting' } })
    expect(automation.requests.filter(({ method, path }) => method === 'POST' && path.includes('launch'))).toEqual([])
    expect((await propose([{}])).error).toHaveProperty('rows.0.bd')

    const of = `/api/automation/requests/${proposed.request}/`
    await runs.app.admin.post(`${of}decline/`, {})
    const again = await runs.editor.post(`${of}relaunch/`, { only: 'all' })
    expect([again.status, again.body.approval?.status]).toEqual([201, 'waiting'])
  })

  it('run checks, and read what came of them', async () => {
    const started = await call('run_checks', { saved_queries: [query] })

    await expect
      .poll(async () => (await call('get_check', { check: started.id })).status, { timeout: 20_000 })
      .toBe('finished')
  })

  it('report every fault of the input', async () => {
    expect(await call('run_query', { saved_query: 'x', limit: 0, other: 1 })).toEqual({
      error: {
        saved_query: ['Expected an id (UUID).'],
        limit: ['Expected 1 or more.'],
        other: ['Unknown field.'],
      },
    })
    expect(await call('run_query')).toEqual({ error: { saved_query: ['Expected a saved query, or a draft.'] } })
  })

  it('say what is not there', async () => {
    expect(await call('drop_fabric')).toEqual({ error: { detail: 'There is no tool drop_fabric.' } })
    expect(await call('get_query', { saved_query: '00000000-0000-0000-0000-000000000000' })).toEqual({
      error: { detail: 'Not found.' },
    })
  })

  it('leave an audit entry each, with the client, the tool and the token', async () => {
    await call('get_query', { saved_query: query })

    const { results } = (await runs.app.admin.get('/api/audit/logs/?action=agent_call&page_size=1')).body
    expect(results).toMatchObject([
      {
        description: 'Agent test agent called get_query: success',
        metadata: { client: 'test agent', tool: 'get_query', ok: true, api_token: 'agent' },
      },
    ])
  })
})

describe('the rights of a token', () => {
  it('hold for each tool', async () => {
    const bearer = await tokenOf(runs.editor, ['queries.view_savedquery'])
    const client = await agent(bearer)

    const may = await call('list_queries', {}, client)
    const mayNot = await Promise.all(
      [
        ['run_query', { saved_query: query }],
        ['get_rows', { execution: query }],
        ['list_captures', { saved_query: query }],
        ['run_checks', { saved_queries: [query] }],
        ['propose_request', { template: query, rows: [{}], comment: 'x' }],
      ].map(([name, input]) => call(name as string, input as Record<string, unknown>, client)),
    )

    expect(may.count).toBeGreaterThan(0)
    expect(mayNot.map(({ error }) => error?.permission)).toEqual([
      'queries.execute_savedquery',
      'queries.view_executionlog',
      'history.view_snapshot',
      'queries.execute_savedquery',
      'automation.launch_template',
    ])
    await client.close()
  })

  it('hold for the rows of others', async () => {
    const { execution_id: execution } = await call('run_query', { saved_query: query })
    const client = await agent(await tokenOf(await runs.app.userOf('viewer')))

    expect((await call('get_rows', { execution }, client)).error.detail).toMatch(/rows|permission/i)
    await client.close()
  })
})

describe('a request', () => {
  it.each([
    ['no bearer', {}, 401],
    ['a bearer that is none', { authorization: 'Bearer hdl_nothing' }, 401],
  ])('with %s is refused', async (_name, headers, status) => {
    const answer = await fetch(new URL('/mcp', runs.app.url), { method: 'POST', headers, body: ping() })

    expect([answer.status, answer.headers.get('www-authenticate')]).toEqual([status, 'Bearer'])
  })

  it('of a session is refused', async () => {
    expect((await runs.editor.post('/mcp', {})).status).toBe(403)
  })

  it('of a page of another origin is refused', async () => {
    expect((await post(ping(), { origin: 'https://evil.example' })).status).toBe(403)
    expect((await post(ping(), { origin: 'https://heddle.example' })).status).not.toBe(403)
  })

  it.each([
    ['no JSON', '{', 400],
    ['nothing', '', 400],
    ['no JSON-RPC', '{"a":1}', 400],
    ['a batch', `[${ping()},${ping({ id: 2 })}]`, 400],
  ])('with %s is refused', async (_name, body, status) => {
    const answer = await post(body, { 'mcp-protocol-version': '2026-07-28' })

    expect(answer.status, await answer.text()).toBe(status)
  })

  it('of an unknown revision learns which there are', async () => {
    const answer = await post(ping(), { 'mcp-protocol-version': '1999-01-01' })

    expect(answer.status).toBe(400)
    expect(await answer.text()).toContain('1999-01-01')
  })

  it('that is too large is refused', async () => {
    const answer = await post(ping({ params: { filler: 'x'.repeat(30_000_000) } })).catch(() => undefined)

    expect(answer?.status).toBe(413)
  })

  it('other than POST is not allowed', async () => {
    expect((await runs.app.as(token).get('/mcp')).status).toBe(405)
  })

  it('to listen to changes ends at once', async () => {
    const envelope = {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientCapabilities': {},
      'io.modelcontextprotocol/clientInfo': { name: 'x', version: '1' },
    }
    const listen = { method: 'subscriptions/listen', params: { notifications: {}, _meta: envelope } }

    const answer = await post(ping(listen), {
      ...{ 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'subscriptions/listen' },
    })

    expect(await answer.text()).toContain('error')
  })
})

it('llms.txt names the tools', async () => {
  const { status, text } = await runs.app.anonymous.get('/llms.txt')

  expect(status).toBe(200)
  for (const { name } of TOOLS) expect(text).toContain(`- ${name}: `)
})

it('a token runs so many queries in an hour, and no more', async () => {
  const client = await agent(await tokenOf(runs.editor))
  const answers: any[] = []
  for (let run = 0; run <= RUNS_PER_HOUR; run++) answers.push(await call('run_query', { saved_query: query }, client))

  expect(answers.slice(0, -1).every(({ status }) => status === 'success')).toBe(true)
  expect(answers.at(-1).error.detail).toMatch(/^Agents may run 12 queries an hour with this token\./)
  await client.close()
})
