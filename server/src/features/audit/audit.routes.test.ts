import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { AuditSettingsPatch } from '@heddle/contract/audit.ts'
import { DEFAULT_AUDIT_SETTINGS } from '@heddle/domain/audit/audit-settings.ts'
import { AUDIT_CATEGORIES, AUDIT_GROUPS } from '@heddle/domain/audit/categories.ts'
import { ADMIN, type Client, startTestApp, type TestApp } from '../../testing/start-test-app.ts'
import { type Audit, createAuditRecorder } from './audit-recorder.ts'
import { insertAttempts, insertEntries } from '../../testing/audit/entries.ts'

const LOGS = '/api/audit/logs/'
const EXPORT = '/api/audit/logs/export/'
const SETTINGS = '/api/audit/settings/'
const ATTEMPTS = '/api/audit/login-attempts/'
let app: TestApp
let admin: Client
beforeAll(async () => {
  app = await startTestApp()
  admin = app.admin
})
afterAll(() => app.stop())

const database = () => app.app.platform.database
const insert = (...entries: Parameters<typeof insertEntries>[1]) => insertEntries(database().db, entries)
const record = (entry: Parameters<Audit['record']>[1]) =>
  database().transaction((tx) => createAuditRecorder({ now: () => new Date() }).record(tx, entry))
/** Lists the matching entries, newest first. */
const list = async (query: Record<string, string>) =>
  (await admin.get(`${LOGS}?${new URLSearchParams(query).toString()}`)).body
/** A unique username for the entries of one test. */
const uniqueName = () => `somebody-${randomUUID()}`

describe('the list', () => {
  it('shows exactly the documented fields, and never the content', async () => {
    const username = uniqueName()
    await insert({
      username,
      createdAt: new Date('2026-02-03T04:05:06.789Z'),
      content: Buffer.from('"x"'),
      contentSizeBytes: 3,
    })

    const { results } = await list({ username })

    expect(results).toEqual([
      {
        id: expect.any(Number),
        category: 'query_execution',
        action: 'query_run',
        username,
        user_id: null,
        ip_address: null,
        user_agent: null,
        description: 'Ran a query',
        target_type: null,
        target_id: null,
        metadata: {},
        content_compressed: false,
        content_size_bytes: 3,
        created_at: '2026-02-03T04:05:06.789+00:00',
      },
    ])
  })

  it('supports each filter, and all of them together', async () => {
    const username = uniqueName()
    const at = new Date('2026-02-01T10:00:00Z')
    const wanted = {
      username,
      createdAt: at,
      category: 'snapshot',
      action: 'query_update',
      userId: 77,
      ipAddress: '192.0.2.7',
      description: 'Ünder a 50% sky',
    } as const
    await insert(
      wanted,
      { username, createdAt: new Date(at.getTime() + 1) },
      { username, createdAt: new Date(at.getTime() - 1) },
    )
    const filters = {
      category: 'snapshot',
      action: 'query_update',
      user: '77',
      ip: '192.0.2.7',
      search: '50% SKY',
      created_after: '2026-02-01T10:00:00Z',
      created_before: '2026-02-01T12:00:00+02:00',
    }

    const counts = await Promise.all(
      Object.entries(filters).map(async ([name, value]) => (await list({ username, [name]: value })).count),
    )
    const all = await list({ username, ...filters })

    expect(counts).toEqual([1, 1, 1, 1, 1, 2, 2])
    expect(all).toMatchObject({
      count: 1,
      count_is_exact: true,
      next: null,
      previous: null,
      results: [{ description: 'Ünder a 50% sky' }],
    })
  })

  it.each([
    { category: 'nothing' },
    { action: 'nothing' },
    { username: 'nobody' },
    { ip: 'x' },
    { user: '2000000000' },
    { search: 'ünknöwn' },
  ])('is empty for unknown names: %o', async (query) => {
    expect(await list(query as Record<string, string>)).toEqual({
      count: 0,
      count_is_exact: true,
      next: null,
      previous: null,
      results: [],
    })
  })

  it('ignores an empty filter', async () => {
    const username = uniqueName()
    await insert({ username, createdAt: new Date() })

    expect(await list({ username, category: '', user: '', created_after: '', search: ' ' })).toMatchObject({ count: 1 })
  })

  it('is sorted newest first, then by id, or as requested', async () => {
    const username = uniqueName()
    const [early, late] = [new Date('2026-01-01T00:00:00Z'), new Date('2026-01-02T00:00:00Z')]
    await insert({ username, createdAt: late, description: 'a' }, { username, createdAt: early, description: 'b' })
    await insert({ username, createdAt: late, description: 'c' }, { username, createdAt: early, description: 'd' })
    const order = async (ordering: string) =>
      (await list({ username, ordering })).results
        .map(({ description }: { description: string }) => description)
        .join('')

    expect(await order('')).toBe('cadb')
    expect(await order('created_at')).toBe('bdac')
    expect(await order('-created_at,id')).toBe('acbd')
    expect(await order('id')).toBe('abcd')
    expect(await order('-id')).toBe('dcba')
  })

  it('has pages that link to each other', async () => {
    const username = uniqueName()
    await insert(...Array.from({ length: 5 }, (_, n) => ({ username, createdAt: new Date(n) })))

    const first = await list({ username, page_size: '2' })
    const second = (await admin.get(first.next)).body
    const last = (await admin.get(second.next)).body

    expect([first.count, second.count, last.count]).toEqual([5, 5, 5])
    expect([first.previous === null, new URL(second.previous).searchParams.has('page'), last.next]).toEqual([
      true,
      false,
      null,
    ])
    expect(last.results).toHaveLength(1)
    for (const page of ['4', '1000000000000000', '1e300']) {
      expect(
        await admin.get(`${LOGS}?${new URLSearchParams({ username, page_size: '2', page }).toString()}`),
        page,
      ).toMatchObject({
        status: 404,
      })
    }
  })

  it('lists every invalid query parameter', async () => {
    const answer = await admin.get(`${LOGS}?user=abc&created_after=yesterday&created_before=0000-01-01&ordering=-size`)

    expect(answer).toMatchObject({
      status: 400,
      body: {
        user: ['abc: expected an id (whole number from 1).'],
        created_after: ['yesterday: expected an ISO 8601 date and time.'],
        created_before: ['0000-01-01: expected an ISO 8601 date and time.'],
        ordering: ['size: expected one of: created_at, id.'],
      },
    })
    expect(Object.keys(answer.body)).toHaveLength(4)
  })
})

describe('an entry', () => {
  const find = async (username: string) => (await admin.get(`${LOGS}${(await list({ username })).results[0].id}/`)).body
  const written = async (content: unknown, metadata?: Record<string, unknown>) => {
    const username = uniqueName()
    await record({
      action: 'query_run',
      description: 'Ran it',
      actor: { userId: 5, username },
      target: { type: 'saved_query', id: 9 },
      content,
      ...(metadata && { metadata }),
    })
    return find(username)
  }

  it('includes its content', async () => {
    expect(await written({ nodes: ['ä', 1, null] })).toMatchObject({
      category: 'query_execution',
      target_type: 'saved_query',
      target_id: '9',
      user_id: 5,
      content: { nodes: ['ä', 1, null] },
      content_compressed: false,
      content_size_bytes: 23,
    })
  })

  it('has null as content when there is none', async () => {
    expect(await written(undefined)).toMatchObject({ content: null, content_size_bytes: 0, content_compressed: false })
  })

  it('is compressed and truncated according to the settings, and read back', async () => {
    await admin.patch(SETTINGS, { compress_threshold_bytes: 100, content_max_bytes: 1000 })

    const compressed = await written('x'.repeat(500))
    const cut = await written('ä'.repeat(1000))
    await admin.patch(SETTINGS, { compress_threshold_bytes: 1_048_576, content_max_bytes: 10_485_760 })

    expect(compressed).toMatchObject({ content: 'x'.repeat(500), content_compressed: true, content_size_bytes: 502 })
    expect(cut).toMatchObject({
      content: `"${'ä'.repeat(499)}`,
      content_size_bytes: 999,
      metadata: { content_cut: true },
    })
  })

  it('contains no secret', async () => {
    const entry = await written(
      { user: { password: 'hunter2' }, variables: { pwd: 'S3cret', pin: 1234 } },
      { api_key: 'sk-123' },
    )

    expect(entry).toMatchObject({
      content: { user: { password: '***' }, variables: { pwd: '***', pin: '***' } },
      metadata: { api_key: '***' },
    })
  })

  it.each(['0', '999999999999', 'abc', '99999999999999999999'])('is not found with the id %s', async (id) => {
    expect(await admin.get(`${LOGS}${id}/`)).toMatchObject({ status: 404, body: { detail: 'Not found.' } })
  })

  it('cannot be created, changed or deleted', async () => {
    const username = uniqueName()
    await insert({ username, createdAt: new Date() })
    const [{ id }] = (await list({ username })).results

    for (const path of [LOGS, `${LOGS}${id}/`, EXPORT, `${LOGS}stats/`, ATTEMPTS]) {
      const answers = [
        await admin.post(path, {}),
        await admin.put(path, {}),
        await admin.patch(path, {}),
        await admin.delete(path),
      ]
      expect(
        answers.map(({ status }) => status),
        path,
      ).toEqual([405, 405, 405, 405])
    }
    expect((await list({ username })).count).toBe(1)
  })
})

describe('statistics', () => {
  it('counts every category, failed logins and usernames', async () => {
    await app.anonymous.post('/api/auth/login/', { username: uniqueName(), password: 'wrong' })

    const { status, body } = await admin.get(`${LOGS}stats/`)

    expect(status).toBe(200)
    expect(Object.keys(body)).toEqual(['window', 'total', 'by_category', 'failed_logins', 'unique_actors'])
    expect(body).toMatchObject({ window: '24h', total: expect.any(Number), failed_logins: expect.any(Number) })
    expect(Object.keys(body.by_category).sort()).toEqual([...AUDIT_CATEGORIES].sort())
  })

  it.each(['1h', '24H', ''])('rejects the window %j', async (window) => {
    expect(await admin.get(`${LOGS}stats/?window=${window}`)).toMatchObject({
      status: 400,
      body: { window: [expect.any(String)] },
    })
  })
})

describe('the export', () => {
  it('returns the filtered entries as a CSV file', async () => {
    const username = uniqueName()
    const createdAt = new Date('2026-02-03T04:05:06Z')
    await insert({ username, createdAt, description: '=HYPERLINK("x")', metadata: { rows: 3 } })
    await insert({ username, createdAt, description: 'two\nlines', userAgent: '@agent', userId: 4 })

    const { status, headers, text } = await admin.get(`${EXPORT}?username=${username}&ordering=created_at`)

    const [first, second] = (await list({ username, ordering: 'id' })).results
    expect(status).toBe(200)
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(headers.get('content-disposition')).toMatch(/^attachment; filename="audit-log-\d{8}T\d{6}Z\.csv"$/)
    expect(text.split('\r\n')).toEqual([
      'id,category,action,username,user_id,ip_address,user_agent,description,target_type,target_id,metadata,content_compressed,content_size_bytes,created_at',
      `${first.id},query_execution,query_run,${username},,,,"'=HYPERLINK(""x"")",,,"{""rows"":3}",false,0,2026-02-03T04:05:06.000+00:00`,
      `${second.id},query_execution,query_run,${username},4,,'@agent,"two\nlines",,,{},false,0,2026-02-03T04:05:06.000+00:00`,
      '',
    ])
  })

  it('is logged before it starts, and is not in its own file', async () => {
    const { text } = await admin.get(`${EXPORT}?action=audit_export&search=exported&user=`)

    const { results } = await list({ action: 'audit_export' })
    expect(results[0]).toMatchObject({
      category: 'admin_action',
      username: ADMIN.username,
      metadata: { filters: { action: 'audit_export', search: 'exported' }, max_rows: 10_000 },
    })
    expect(text).not.toContain(`${results[0].id},admin_action`)
  })

  it('stops after 10,000 entries', async () => {
    const username = uniqueName()
    await insert(
      ...Array.from({ length: 10_050 }, (_, n) => ({
        username,
        createdAt: new Date(n * 1000),
        description: `Sentence ${n}`,
      })),
    )

    const all = await admin.get(`${EXPORT}?username=${username}`)
    const searched = await admin.get(`${EXPORT}?username=${username}&search=sentence`)

    expect(all.text.split('\r\n')).toHaveLength(10_002)
    expect(searched.text).toBe(all.text)
  })

  it('rejects invalid query parameters without leaving an entry', async () => {
    const { count } = await list({ action: 'audit_export' })

    const answer = await admin.get(`${EXPORT}?user=x&created_after=y`)

    expect(answer).toMatchObject({
      status: 400,
      body: { user: [expect.any(String)], created_after: [expect.any(String)] },
    })
    expect((await list({ action: 'audit_export' })).count).toBe(count)
  })
})

describe('settings', () => {
  it('shows every group and every category', async () => {
    const { body } = await admin.get(SETTINGS)

    expect(body).toEqual(DEFAULT_AUDIT_SETTINGS)
    expect(Object.keys(body.groups)).toEqual([...AUDIT_GROUPS])
    expect(Object.keys(body.retention_days)).toEqual([...AUDIT_CATEGORIES])
  })

  it('lists every error of a change, and then changes nothing', async () => {
    const answer = await admin.patch(SETTINGS, {
      groups: { mim: 'no', everything: false },
      retention_days: { api_access: 0, snapshot: 3651, ai_usage: 1.5, nothing: 5 },
      content_max_bytes: -1,
      compress_threshold_bytes: 104_857_601,
      something_else: true,
    })

    expect(answer.status).toBe(400)
    expect(answer.body).toEqual({
      'groups.mim': ['Expected a boolean.'],
      'groups.everything': ['Unknown field.'],
      'retention_days.api_access': ['Expected 1 or more.'],
      'retention_days.snapshot': ['Expected 3650 or less.'],
      'retention_days.ai_usage': ['Expected an integer.'],
      'retention_days.nothing': ['Unknown field.'],
      content_max_bytes: ['Expected 0 or more.'],
      compress_threshold_bytes: ['Expected 104857600 or less.'],
    })
    expect((await admin.get(SETTINGS)).body).toEqual(DEFAULT_AUDIT_SETTINGS)
  })

  it('stops writing entries of a disabled group', async () => {
    const username = uniqueName()
    const actor = { userId: null, username }

    await admin.patch(SETTINGS, { groups: { api_access: false } })
    await record({ action: 'token_refresh', description: 'not written', actor })
    await record({ action: 'query_run', description: 'written', actor })
    await admin.patch(SETTINGS, { groups: { api_access: true } })
    await record({ action: 'token_refresh', description: 'written again', actor })

    expect((await list({ username })).results).toMatchObject([
      { description: 'written again' },
      { description: 'written' },
    ])
  })

  it('logs who changed which settings', async () => {
    await admin.patch(SETTINGS, { retention_days: { mim_registry: 11 } })

    expect((await list({ category: 'settings_change' })).results[0]).toMatchObject({
      username: ADMIN.username,
      target_type: 'settings',
      target_id: 'audit',
      metadata: { before: { 'retention_days.mim_registry': 180 }, after: { 'retention_days.mim_registry': 11 } },
    })
  })
})

describe('the floor', () => {
  let boss: Client
  beforeAll(async () => {
    boss = await app.userOf('administrator')
  })
  const NOTIFICATIONS = '/api/notifications/notifications/'
  const REFUSED = { status: 403, body: { detail: expect.any(String) } }

  it.each<[string, AuditSettingsPatch]>([
    ['a protected group', { groups: { authentication: false } }],
    ['the group of users, groups and permissions', { groups: { user_management: false } }],
    ['the group of these settings', { groups: { settings: false } }],
    ['the group of administrative actions', { groups: { admin: false } }],
    ['less than 30 days of a protected category', { retention_days: { permission_management: 29 } }],
    ['content that says nothing', { content_max_bytes: 0 }],
  ])('lets administrators set %s only as superusers, and applies nothing else of the request', async (_what, below) => {
    const { body: before } = await admin.get(SETTINGS)

    expect(await boss.patch(SETTINGS, { compress_threshold_bytes: 5, ...below })).toMatchObject(REFUSED)
    expect((await admin.get(SETTINGS)).body).toEqual(before)
    expect((await list({ action: 'access_deny' })).results[0]).toMatchObject({
      description: expect.stringContaining(SETTINGS),
    })
  })

  it('lets administrators change everything else, repeat what a superuser set, and raise it again', async () => {
    await admin.patch(SETTINGS, { groups: { admin: false }, retention_days: { admin_action: 5 } })

    const answers = [
      await boss.patch(SETTINGS, { groups: { mim: false }, retention_days: { authentication: 30, ai_usage: 1 } }),
      await boss.patch(SETTINGS, { groups: { admin: false }, retention_days: { admin_action: 5 } }),
      await boss.patch(SETTINGS, { retention_days: { admin_action: 6 } }),
      await boss.patch(SETTINGS, {
        groups: { admin: true, mim: true },
        retention_days: { admin_action: 365, authentication: 365, ai_usage: 90 },
      }),
    ]

    expect(answers.map(({ status }) => status)).toEqual([200, 200, 403, 200])
  })

  it('is lowered in the sight of all superusers, and of no one else', async () => {
    const created = await admin.post('/api/auth/management/', {
      username: 'second-root',
      email: 'second-root@localhost',
      password: ADMIN.password,
      is_superuser: true,
    })
    const other = await app.signIn('second-root', ADMIN.password)

    await admin.patch(SETTINGS, {
      groups: { authentication: false, mim: false },
      retention_days: { user_management: 29 },
    })
    await admin.patch(SETTINGS, {
      groups: { authentication: true, mim: true },
      retention_days: { user_management: 365 },
    })

    expect(created.status).toBe(201)
    for (const superuser of [admin, other]) {
      expect((await superuser.get(NOTIFICATIONS)).body.results[0]).toMatchObject({
        category: 'system',
        severity: 'warning',
        title: 'admin lowered what the audit log keeps',
        body: expect.stringMatching(/groups\.authentication: false[^]*retention_days\.user_management: 29/),
        link: '/audit/settings/',
      })
    }
    expect((await boss.get(NOTIFICATIONS)).body.count).toBe(0)
  })
})

describe('login attempts', () => {
  it('are listed newest first, including those of unknown usernames', async () => {
    const username = uniqueName()

    await app.anonymous.post('/api/auth/login/', { username, password: 'wrong' })
    const { body } = await admin.get(`${ATTEMPTS}?username=${username}`)

    expect(body).toMatchObject({ count: 1, count_is_exact: true, next: null })
    expect(body.results).toEqual([
      {
        id: expect.any(Number),
        username,
        success: false,
        failure_reason: expect.any(String),
        ip_address: '127.0.0.1',
        user_agent: expect.any(String),
        attempted_at: expect.stringMatching(/\+00:00$/),
      },
    ])
  })

  it('support each filter', async () => {
    const username = uniqueName()
    const at = (n: number) => ({
      attemptedAt: new Date(Date.UTC(2026, 0, n)),
      ipAddress: `192.0.2.${n}`,
      success: n < 3,
      username,
    })
    await insertAttempts(database().db, [at(1), at(2), at(3)])
    const days = async (query: string) =>
      (await admin.get(`${ATTEMPTS}?username=${username}&${query}`)).body.results.map(
        ({ ip_address: ip }: { ip_address: string }) => Number(ip.split('.')[3]),
      )

    expect(await days('')).toEqual([3, 2, 1])
    expect(await days('success=false')).toEqual([3])
    expect(await days('success=true')).toEqual([2, 1])
    expect(await days('ip=192.0.2.2')).toEqual([2])
    expect(await days('attempted_after=2026-01-02&ordering=attempted_at')).toEqual([2, 3])
    expect(await days('attempted_before=2026-01-02&ordering=id')).toEqual([1, 2])
  })

  it('list every invalid query parameter', async () => {
    const answer = await admin.get(`${ATTEMPTS}?success=maybe&attempted_after=x&attempted_before=y&ordering=ip`)

    expect(answer.status).toBe(400)
    expect(Object.keys(answer.body).sort()).toEqual(['attempted_after', 'attempted_before', 'ordering', 'success'])
  })
})

describe('access', () => {
  it('is limited to administrators', async () => {
    for (const role of ['viewer', 'editor', 'operator', undefined] as const) {
      const user = await app.userOf(role)
      for (const path of [LOGS, `${LOGS}1/`, `${LOGS}stats/`, `${EXPORT}?user=x`, SETTINGS, ATTEMPTS]) {
        expect((await user.get(path)).status, `${role} ${path}`).toBe(403)
      }
      expect((await user.patch(SETTINGS, { nothing: 1 })).status).toBe(403)
    }
    expect((await app.anonymous.get(LOGS)).status).toBe(401)
    expect((await (await app.userOf('administrator')).get(LOGS)).status).toBe(200)
  })
})
