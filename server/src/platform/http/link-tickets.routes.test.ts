import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { MINUTE } from '../../kernel/durations.ts'
import { newToken } from '../../testing/api-tokens/tokens.ts'
import { createManualClock } from '../../testing/manual-clock.ts'
import { type Client, startTestApp, type TestApp } from '../../testing/start-test-app.ts'

const EXPORT = '/api/audit/logs/export/'
/** What Chromium sends when it follows a link. */
const BROWSER = { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' }
const PAGES = ['/api/docs/', '/api/redoc/']

type Operation = {
  readonly security: readonly Record<string, unknown>[]
  readonly responses: Record<string, { content?: Record<string, unknown> }>
}

const clock = createManualClock(new Date())
let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ clock })
})
afterAll(() => app.stop())

const ticketOf = async (client: Client): Promise<string> => (await client.post('/api/ws-ticket/')).body.ticket
const open = (path: string, ticket: string, headers?: Record<string, string>) =>
  app.anonymous.get(`${path}?ticket=${ticket}`, headers)

describe('a link with a ticket', () => {
  it('downloads an export once, as its user', async () => {
    const ticket = await ticketOf(app.admin)

    const first = await open(EXPORT, ticket)
    const second = await open(EXPORT, ticket)

    expect(first.status).toBe(200)
    expect(first.headers.get('content-disposition')).toMatch(/^attachment; filename=/)
    expect(first.text).toContain('user_login')
    expect(second).toMatchObject({ status: 401, body: { detail: expect.any(String) } })
    const { results } = (await app.admin.get('/api/audit/logs/?action=audit_export')).body
    expect(results[0]).toMatchObject({ username: 'admin' })
  })

  it('admits exactly one of many that open it at once', async () => {
    const ticket = await ticketOf(app.admin)

    const answers = await Promise.all(Array.from({ length: 8 }, () => open(EXPORT, ticket)))

    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 7 }, () => 401)])
  })

  it('may no more than its user', async () => {
    const viewer = await app.userOf('viewer')

    expect((await open(EXPORT, await ticketOf(viewer))).status).toBe(403)
    expect((await open('/api/schema/', await ticketOf(viewer))).status).toBe(200)
  })

  it('may no more than the API token that got the ticket, and is void without it', async () => {
    const owner = await app.userOf('administrator')
    const limited = await newToken(app, owner, { permissions: ['queries.view_savedquery'] })
    const deleted = await newToken(app, owner, {})
    const ticket = await ticketOf(deleted)
    await owner.delete(`/api/auth/tokens/${deleted.id}/`)

    expect((await open(EXPORT, await ticketOf(limited))).status).toBe(403)
    expect((await open('/api/schema/', ticket)).status).toBe(401)
  })

  it('is void after a minute, and after its session', async () => {
    const user = await app.userOf('viewer')
    const [late, ended] = [await ticketOf(app.admin), await ticketOf(user)]

    await user.post('/api/auth/logout/')
    const ofEndedSession = await open('/api/schema/', ended)
    await clock.advance(MINUTE)

    expect(ofEndedSession.status).toBe(401)
    expect((await open('/api/schema/', late)).status).toBe(401)
  })

  it('opens nothing but routes that say so, and is not spent by others', async () => {
    const ticket = await ticketOf(app.admin)

    expect((await open('/api/auth/profile/', ticket)).status).toBe(401)
    expect((await app.anonymous.post(`/api/ws-ticket/?ticket=${ticket}`)).status).toBe(401)
    expect((await open('/api/schema/', ticket)).status).toBe(200)
  })

  it('is not spent when a token says who asks', async () => {
    const ticket = await ticketOf(app.admin)

    expect((await app.admin.get(`/api/schema/?ticket=${ticket}`)).status).toBe(200)
    expect((await open('/api/schema/', ticket)).status).toBe(200)
  })

  it.each(['', 'nonsense', '%00', 'x'.repeat(5_000)])('is 401 with a ticket that is none (%#)', async (ticket) => {
    expect((await open('/api/schema/', ticket)).status).toBe(401)
    expect((await app.anonymous.get('/api/schema/?ticket=a&ticket=b')).status).toBe(401)
  })

  it('stays out of the log', async () => {
    const tickets = [await ticketOf(app.admin), await ticketOf(await app.userOf('viewer'))]
    for (const ticket of tickets)
      for (const path of [EXPORT, '/api/auth/profile/', '/api/nothing/']) await open(path, ticket)

    const log = app.log() + JSON.stringify((await app.admin.get('/api/audit/logs/')).body)
    expect(tickets.filter((ticket) => log.includes(ticket))).toEqual([])
    expect(log).toContain(EXPORT)
  })

  it('is possible for every file, and the document says so', async () => {
    const { body } = await app.admin.get('/api/schema/')
    const reads = Object.entries<{ get?: Operation }>(body.paths).flatMap(([path, { get }]) =>
      get ? [{ path, ...get }] : [],
    )
    // Without a security, a link needs no ticket.
    const takes = ({ security }: Operation) => security.length === 0 || security.some((one) => 'ticket' in one)
    const isFile = ({ responses }: Operation) =>
      Object.keys(responses['200']?.content ?? {}).some((type) => !/[/+]json$/.test(type))

    expect(reads.filter((read) => isFile(read) && !takes(read)).map(({ path }) => path)).toEqual([])
    expect(reads.filter(takes).map(({ path }) => path)).toContain('/api/queries/execution-logs/{id}/results/')
    expect(body.components.securitySchemes.ticket).toMatchObject({ type: 'apiKey', in: 'query', name: 'ticket' })
  })
})

describe.each(PAGES)('the page %s', (path) => {
  it('opens in a browser without a token, and holds nothing but the way in', async () => {
    const { status, text, headers } = await app.anonymous.get(path, BROWSER)

    expect(status).toBe(200)
    expect(text).toContain('<form id="sign-in"')
    expect(text).not.toContain('/api/queries/')
    expect(headers.get('content-security-policy')).not.toMatch(/script-src[^;]*unsafe/)
  })

  it('leaves the ticket of its link to the description', async () => {
    const ticket = await ticketOf(app.admin)

    await open(path, ticket, BROWSER)

    expect((await open('/api/schema/', ticket)).status).toBe(200)
  })

  it('is 401 for a program without a token, and opens with a ticket once', async () => {
    const ticket = await ticketOf(app.admin)

    expect((await app.anonymous.get(path)).body).toEqual({ detail: expect.any(String) })
    expect((await open(path, ticket)).status).toBe(200)
    expect((await open(path, ticket)).status).toBe(401)
  })

  it('does not open the description with it', async () => {
    expect((await app.anonymous.get('/api/schema/', BROWSER)).status).toBe(401)
  })
})
