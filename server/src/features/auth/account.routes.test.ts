import { SESSION_TIMEOUTS } from '@heddle/contract/auth.ts'
import { PERMISSIONS, templatePermissions } from '@heddle/domain/access/permissions.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { HOUR, MINUTE, SECOND } from '../../kernel/durations.ts'
import { createManualClock } from '../../testing/manual-clock.ts'
import { ADMIN, startTestApp, type TestApp } from '../../testing/start-test-app.ts'

const clock = createManualClock(new Date())
let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ clock })
})
afterAll(() => app.stop())

const PROFILE = '/api/auth/profile/'
const PREFERENCES = '/api/auth/preferences/'
const TIMESTAMP = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+00:00$/)
const DEFAULTS = {
  timezone: 'UTC',
  date_format: 'YYYY-MM-DD',
  time_format: '24h',
  theme: 'system',
  class_browser_sections: {},
  ui: {},
}

type User = Awaited<ReturnType<TestApp['userOf']>>
/** Some tests move the clock, so administrators sign in when they are needed. */
const administrator = () => app.signIn(ADMIN.username, ADMIN.password)

describe('the profile', () => {
  it('shows all fields of the account', async () => {
    const user = await app.userOf('operator')

    const { status, body } = await user.get(PROFILE)

    expect(status).toBe(200)
    expect(body).toEqual({
      id: user.id,
      username: expect.stringMatching(/^operator-\d+$/),
      email: `${body.username}@localhost`,
      first_name: '',
      last_name: '',
      group_names: ['Operators'],
      groups: [{ id: expect.any(Number), name: 'Operators' }],
      permissions: [...templatePermissions('operator')].sort(),
      is_admin: false,
      is_superuser: false,
      email_verified: false,
      mfa_enabled: false,
      query_count: 0,
      favorite_count: 0,
      date_joined: TIMESTAMP,
      last_login: TIMESTAMP,
      preferences: DEFAULTS,
      manages_workspace: true,
      paused_since: null,
    })
  })

  it.each([
    ['viewer', false],
    ['editor', false],
    ['operator', true],
    ['administrator', true],
  ] as const)('says of a member of %s whether they may change what others created: %s', async (role, manages) => {
    const user = role === 'administrator' ? await administrator() : await app.userOf(role)

    expect((await user.get(PROFILE)).body.manages_workspace).toBe(manages)
  })

  it('lists what its user may do: through groups, directly, and everything as a superuser', async () => {
    const nobody = await app.userOf(undefined)
    const admin = await administrator()
    const before = (await nobody.get(PROFILE)).body
    await admin.post(`/api/auth/management/${nobody.id}/add_permissions/`, { permissions: ['queries.view_savedquery'] })

    expect([before.groups, before.permissions]).toEqual([[], []])
    expect((await nobody.get(PROFILE)).body.permissions).toEqual(['queries.view_savedquery'])
    expect((await admin.get(PROFILE)).body.permissions).toEqual([...PERMISSIONS].sort())
  })

  it('lists what an API token may do', async () => {
    const user = await app.userOf('operator')
    const permissions = ['queries.view_savedquery']
    const { body } = await user.post('/api/auth/tokens/', { name: 'narrow', permissions })

    expect((await app.as(body.token).get(PROFILE)).body.permissions).toEqual(permissions)
  })

  it.each([
    ['administrator', true, false],
    ['operator', false, false],
  ] as const)('reports whether %s is an administrator', async (role, is_admin, is_superuser) => {
    expect((await (await app.userOf(role)).get(PROFILE)).body).toMatchObject({ is_admin, is_superuser })
    expect((await (await administrator()).get(PROFILE)).body).toMatchObject({ is_admin: true, is_superuser: true })
  })

  it('changes names and e-mail address, and ignores the username and every other read-only field', async () => {
    const user = await app.userOf('viewer')
    const before = (await user.get(PROFILE)).body
    const readOnly = {
      id: 1,
      username: 'other',
      is_superuser: true,
      is_admin: true,
      group_names: ['Administrators'],
      email_verified: true,
    }

    const { status, body } = await user.patch(PROFILE, {
      ...before,
      ...readOnly,
      first_name: 'Ada',
      last_name: 'Byron',
      email: 'ada@example.net',
    })

    expect(status).toBe(200)
    expect(body).toEqual({ ...before, first_name: 'Ada', last_name: 'Byron', email: 'ada@example.net' })
    expect((await user.get(PROFILE)).body).toEqual(body)
  })

  it('marks a new address as unverified, but not one that differs only in letter case', async () => {
    const user = await app.userOf('viewer')
    const { email } = (await user.get(PROFILE)).body
    await (await administrator()).post(`/api/auth/management/${user.id}/verify_email/`)

    const named = (await user.patch(PROFILE, { first_name: 'Ada' })).body
    const sameAddress = (await user.patch(PROFILE, { email: email.toUpperCase() })).body
    const newAddress = (await user.patch(PROFILE, { email: `new-${email}.example` })).body

    expect([named.email_verified, sameAddress.email_verified, newAddress.email_verified]).toEqual([true, true, false])
  })

  it('rejects the address of another account in any letter case', async () => {
    const [user, other] = [await app.userOf('viewer'), await app.userOf('viewer')]
    await other.patch(PROFILE, { email: 'Taken@example.net' })

    const answer = await user.patch(PROFILE, { email: 'tAKEN@example.NET', first_name: 'X' })

    expect([answer.status, answer.body]).toEqual([400, { email: ['Another account uses this address.'] }])
    expect((await user.get(PROFILE)).body.first_name).toBe('')
  })

  it('lists every invalid field of the profile', async () => {
    const user = await app.userOf('viewer')

    const answer = await user.patch(PROFILE, { email: 'nowhere', first_name: 'x'.repeat(151), last_name: null })

    expect([answer.status, Object.keys(answer.body).sort()]).toEqual([400, ['email', 'first_name', 'last_name']])
  })

  it('counts the queries and favorites of the user', async () => {
    const user = await app.userOf('editor')
    const host = { name: 'counted', host: '127.0.0.1:1', username: 'u', password: 'p' }
    const controller_connection = (await (await administrator()).post('/api/controller/connections/', host)).body.id
    const query = { name: 'q', controller_connection, nodes: [], edges: [] }
    const { id } = (await user.post('/api/queries/saved-queries/', query)).body
    await user.post('/api/queries/saved-queries/', query)
    await user.post(`/api/queries/saved-queries/${id}/favorite/`)

    expect((await user.get(PROFILE)).body).toMatchObject({ query_count: 2, favorite_count: 1 })
    expect((await user.get('/api/auth/quota-usage/')).body.usage).toEqual({ ai_analysis_today: 0, queries_total: 2 })
  })
})

describe('preferences', () => {
  it('limits the number of stored sections, however many requests they arrive in', async () => {
    const user = await app.userOf('viewer')
    const sections = (from: number) =>
      Object.fromEntries(Array.from({ length: 200 }, (_, index) => [`section-${from + index}`, true]))

    const statuses: number[] = []
    for (const from of [0, 200, 400])
      statuses.push((await user.patch(PREFERENCES, { class_browser_sections: sections(from) })).status)

    expect(statuses).toEqual([200, 200, 400])
  })

  it('starts with the default preferences and merges changes per key, including sections', async () => {
    const user = await app.userOf('viewer')
    const first = {
      timezone: 'Europe/Warsaw',
      time_format: '12h',
      class_browser_sections: { properties: true, faults: false },
    }
    const second = {
      theme: 'dark',
      date_format: 'DD.MM.YYYY',
      class_browser_sections: { faults: true, relations: false },
    }

    const begun = (await user.get(PREFERENCES)).body
    const afterFirst = await user.patch(PREFERENCES, first)
    const afterSecond = (await user.patch(PREFERENCES, second)).body

    expect(begun).toEqual(DEFAULTS)
    expect([afterFirst.status, afterFirst.body]).toEqual([200, { ...DEFAULTS, ...first }])
    expect(afterSecond).toEqual({
      timezone: 'Europe/Warsaw',
      date_format: 'DD.MM.YYYY',
      time_format: '12h',
      theme: 'dark',
      class_browser_sections: { properties: true, faults: true, relations: false },
      ui: {},
    })
    expect((await user.get(PREFERENCES)).body).toEqual(afterSecond)
    expect((await user.get(PROFILE)).body.preferences).toEqual(afterSecond)
  })

  it('merges what the web UI keeps per key, and removes what is null', async () => {
    const user = await app.userOf('viewer')
    const columns = { fvBD: ['dn', 'name'], hidden: null, wide: { 'a.b': [1, 2.5, true] } }

    await user.patch(PREFERENCES, { ui: { columns, density: 'compact', draft: 'x' } })
    await user.patch(PREFERENCES, { theme: 'dark' })
    const after = await user.patch(PREFERENCES, { ui: { density: 'cosy', draft: null, never: null } })

    expect(after.body.ui).toEqual({ columns, density: 'cosy' })
    expect((await user.get(PROFILE)).body.preferences).toMatchObject({ theme: 'dark', ui: after.body.ui })
  })

  it('keeps 64 kB for the web UI, counted after merging, and nothing of a change that is too large', async () => {
    const user = await app.userOf('viewer')
    const full = { a: 'ä'.repeat(31_996) }

    const fits = await user.patch(PREFERENCES, { ui: full })
    const tooLarge = await user.patch(PREFERENCES, { ui: { b: '' }, timezone: 'Mars', theme: 'dark' })
    const exchanged = await user.patch(PREFERENCES, { ui: { a: null, b: 'b' } })

    expect([fits.status, JSON.stringify(full).length + 31_996]).toEqual([200, 64_000])
    expect([tooLarge.status, Object.keys(tooLarge.body).sort()]).toEqual([400, ['timezone', 'ui']])
    expect(exchanged.body).toEqual({ ...DEFAULTS, ui: { b: 'b' } })
  })

  it.each([{ ui: [] }, { ui: 'x' }, { ui: null }])('refuses %j', async (body) => {
    const { status, body: faults } = await (await app.userOf('viewer')).patch(PREFERENCES, body)

    expect([status, Object.keys(faults)]).toEqual([400, [expect.stringMatching(/^ui/)]])
  })

  it('shows what the web UI keeps to nobody else, and names only its keys in the audit log', async () => {
    const user = await app.userOf('viewer')
    await user.patch(PREFERENCES, { ui: { views: 'a view of mine' } })

    const admin = await administrator()
    const managed = await admin.get(`/api/auth/management/${user.id}/`)
    const { body } = await admin.get('/api/audit/logs/?action=preferences_update&ordering=-id&page_size=1')
    const log = await admin.get(`/api/audit/logs/${body.results[0].id}/`)

    expect(Object.keys(managed.body.preferences)).not.toContain('ui')
    expect(log.text).toContain('views')
    expect(log.text + managed.text).not.toContain('a view of mine')
  })

  it('keeps both of two concurrent preference changes', async () => {
    const user = await app.userOf('viewer')

    await Promise.all([
      user.patch(PREFERENCES, { theme: 'light', class_browser_sections: { a: true } }),
      user.patch(PREFERENCES, { time_format: '12h', class_browser_sections: { b: false } }),
    ])

    const { body } = await user.get(PREFERENCES)
    expect(body).toEqual({
      ...DEFAULTS,
      theme: 'light',
      time_format: '12h',
      class_browser_sections: { a: true, b: false },
    })
  })

  it('ignores unknown preference keys and changes nothing when nothing is sent', async () => {
    const user = await app.userOf('viewer')

    expect((await user.patch(PREFERENCES, {})).body).toEqual(DEFAULTS)
    expect((await user.patch(PREFERENCES, { language: 'pl', first_name: 'X' })).body).toEqual(DEFAULTS)
    expect((await user.get(PREFERENCES)).body).toEqual(DEFAULTS)
  })

  it.each(['Europe/Atlantis', 'Mars', ' ', '<script>', 'Europe/Warsaw\n'])(
    'rejects the time zone %j',
    async (timezone) => {
      const user = await app.userOf('viewer')

      const answer = await user.patch(PREFERENCES, { timezone })

      expect([answer.status, Object.keys(answer.body)]).toEqual([400, ['timezone']])
    },
  )

  it('lists every invalid preference at once', async () => {
    const user = await app.userOf('viewer')

    const answer = await user.patch(PREFERENCES, {
      timezone: 5,
      date_format: 'YY',
      time_format: '13h',
      theme: 'pink',
      class_browser_sections: { a: 'open' },
    })

    expect(answer.status).toBe(400)
    expect(Object.keys(answer.body).sort()).toEqual([
      'class_browser_sections.a',
      'date_format',
      'theme',
      'time_format',
      'timezone',
    ])
    expect((await user.get(PREFERENCES)).body).toEqual(DEFAULTS)
  })
})

describe('the idle limit', () => {
  const setLimit = (user: User, minutes: unknown) => user.post('/api/auth/session-timeout/', { minutes })
  const refresh = (user: User) => app.anonymous.post('/api/auth/token/refresh/', { refresh: user.refresh })
  /** A request with the newest access token, as sent by a client in use. */
  async function use(user: User): Promise<number> {
    const { body } = await refresh(user)
    return (await app.anonymous.get(PROFILE, { authorization: `Bearer ${body.access}` })).status
  }

  it.each(SESSION_TIMEOUTS)('accepts an idle limit of %d minutes', async (minutes) => {
    const answer = await setLimit(await app.userOf('viewer'), minutes)

    expect([answer.status, answer.body]).toEqual([200, { minutes }])
  })

  it.each([1, 14, -15, 481, 1440, 15.5, '15', null, undefined, [15], 1e30])(
    'rejects an idle limit of %j',
    async (minutes) => {
      const answer = await setLimit(await app.userOf('viewer'), minutes)

      expect([answer.status, Object.keys(answer.body)]).toEqual([400, ['minutes']])
    },
  )

  it.each(SESSION_TIMEOUTS.filter((minutes) => minutes > 0))(
    'ends an idle session and its refresh token after %d minutes',
    async (minutes) => {
      const [user, late] = [await app.userOf('viewer'), await app.userOf('viewer')]
      for (const one of [user, late]) await setLimit(one, minutes)

      await clock.leap(minutes * MINUTE - SECOND)
      const inTime = (await refresh(late)).status
      await clock.leap(SECOND)

      expect(inTime).toBe(200)
      expect([(await user.get(PROFILE)).status, (await refresh(user)).status]).toEqual([401, 401])
    },
  )

  it('does not count a token refresh as activity', async () => {
    const user = await app.userOf('viewer')
    await setLimit(user, 15)

    await clock.leap(8 * MINUTE)
    const halfway = (await refresh(user)).status
    await clock.leap(8 * MINUTE)

    expect([halfway, (await refresh(user)).status]).toEqual([200, 401])
  })

  it('keeps a session that is in use alive for hours', async () => {
    const user = await app.userOf('viewer')
    await setLimit(user, 15)

    const statuses: number[] = []
    for (let passed = 0; passed < 2 * HOUR; passed += 14 * MINUTE) {
      await clock.leap(14 * MINUTE)
      statuses.push(await use(user))
    }

    expect(new Set(statuses)).toEqual(new Set([200]))
  })

  it('lets a session be idle without limit when set to 0', async () => {
    const user = await app.userOf('viewer')
    await setLimit(user, 15)
    await setLimit(user, 0)

    await clock.leap(9 * HOUR)

    expect(await use(user)).toBe(200)
  })

  it('applies to all sessions of the user and to no other user', async () => {
    const [user, other] = [await app.userOf('viewer'), await app.userOf('viewer')]
    const { username } = (await user.get(PROFILE)).body
    const elsewhere = await app.signIn(username, ADMIN.password)
    await setLimit(user, 15)

    await clock.leap(15 * MINUTE)

    expect([(await refresh(elsewhere)).status, (await refresh(other)).status]).toEqual([401, 200])
  })

  it('lets the user sign in again after the limit', async () => {
    const user = await app.userOf('viewer')
    const { username } = (await user.get(PROFILE)).body
    await setLimit(user, 15)
    await clock.leap(HOUR)

    const again = await app.signIn(username, ADMIN.password)

    expect((await again.get(PROFILE)).status).toBe(200)
  })
})

describe('quota and counters', () => {
  it('shows quota and usage', async () => {
    const { status, body } = await (await app.userOf('viewer')).get('/api/auth/quota-usage/')

    expect([status, body]).toEqual([
      200,
      {
        quota: { ai_analysis_daily: 10, queries_max: 100, can_use_ai_builder: false },
        usage: { ai_analysis_today: 0, queries_total: 0 },
      },
    ])
  })

  it('counts the runs of the user', async () => {
    const [user, other] = [await app.userOf('editor'), await app.userOf('editor')]
    const host = { name: 'runs', host: '127.0.0.1:1', username: 'u', password: 'p' }
    const controller_connection = (await (await administrator()).post('/api/controller/connections/', host)).body.id
    const query = { name: 'q', controller_connection, nodes: [{ id: 'a', class_name: 'fvBD' }], edges: [] }
    const { id } = (await user.post('/api/queries/saved-queries/', query)).body
    await user.post(`/api/queries/saved-queries/${id}/execute/`)
    await user.post(`/api/queries/saved-queries/${id}/execute/`)
    await other.post(`/api/queries/saved-queries/${id}/execute/`)

    const stats = await user.get('/api/auth/stats/')

    expect([stats.status, stats.body]).toEqual([200, { queries_run: 2, active_schedules: 0, unread_notifications: 0 }])
    expect((await other.get('/api/auth/stats/')).body.queries_run).toBe(1)
  })
})

it.each([
  ['get', PROFILE],
  ['patch', PROFILE],
  ['get', PREFERENCES],
  ['patch', PREFERENCES],
  ['post', '/api/auth/session-timeout/'],
  ['get', '/api/auth/quota-usage/'],
  ['get', '/api/auth/stats/'],
  ['post', '/api/ws-ticket/'],
] as const)('%s %s needs a token', async (method, path) => {
  const answer = await app.anonymous[method](path)

  expect([answer.status, answer.body]).toEqual([401, { detail: expect.any(String) }])
})

it('serves the liveness check without a token', async () => {
  expect((await app.anonymous.get('/api/auth/health/')).body).toEqual({ status: 'ok' })
})
