import { randomUUID } from 'node:crypto'
import { DEFAULT_NOTIFICATION_PREFERENCES as DEFAULTS } from '@heddle/domain/notification/preferences.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../testing/start-test-app.ts'
import { schedulesStalled, taskChangesFound, taskFailed, taskPaused } from '../schedules/index.ts'
import type { Notify } from './notify.ts'
import { notificationsFeature } from './index.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())

const LIST = '/api/notifications/notifications/'
const COUNT = `${LIST}unread_count/`
const READ_ALL = `${LIST}mark_all_read/`
const PREFERENCES = '/api/notifications/preferences/'
const TIMESTAMP = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+00:00$/)
const ZERO_ID = '00000000-0000-4000-8000-000000000000'
const NOTICE = { category: 'system', severity: 'info', title: 'a title', body: 'a body', link: '/somewhere/' } as const

type User = Awaited<ReturnType<TestApp['userOf']>>
type Raise = TestApp['app']['platform']['events']['raise']
const tell = (userId: number, change: Partial<Parameters<Notify>[2]> = {}) =>
  app.app.platform.database.transaction((tx) =>
    app.app.features.of(notificationsFeature).notify(tx, [userId], { ...NOTICE, ...change }),
  )
const raise = (event: Parameters<Raise>[1], payload: object) =>
  app.app.platform.database.transaction((tx) => app.app.platform.events.raise(tx, event, payload))
const listOf = async (user: User, query = ''): Promise<any[]> => (await user.get(LIST + query)).body.results
const titlesOf = async (user: User, query = '') => (await listOf(user, query)).map(({ title }) => title)
const countOf = async (user: User) => (await user.get(COUNT)).body

describe('the list of notifications', () => {
  it("shows the user's own notifications with every field, and no one else's", async () => {
    const [user, other] = [await app.userOf('viewer'), await app.userOf('viewer')]
    await tell(user.id)

    const { status, body } = await user.get(LIST)

    const notification = {
      ...NOTICE,
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      read_at: null,
      created_at: TIMESTAMP,
    }
    expect([status, body]).toEqual([200, { count: 1, next: null, previous: null, results: [notification] }])
    expect((await other.get(LIST)).body).toMatchObject({ count: 0, results: [] })
  })

  it('starts with the newest, page by page', async () => {
    const user = await app.userOf(undefined)
    for (const title of ['one', 'two', 'three']) await tell(user.id, { title })
    await app.app.platform.database.pool.query(
      `update notifications set created_at = created_at + array_position(array['one', 'two', 'three'], title) * interval '1 s' where user_id = $1`,
      [user.id],
    )

    const first = (await user.get(`${LIST}?page_size=2`)).body

    expect([first.count, first.results.map(({ title }: any) => title)]).toEqual([3, ['three', 'two']])
    expect(await titlesOf(user, new URL(first.next).search)).toEqual(['one'])
    expect((await user.get(`${LIST}?page=9`)).status).toBe(404)
  })

  it('can be filtered by unread, category and severity, all combined', async () => {
    const user = await app.userOf('viewer')
    await tell(user.id, { title: 'a', category: 'system', severity: 'error' })
    await tell(user.id, { title: 'b', category: 'snapshot', severity: 'error' })
    await tell(user.id, { title: 'c', category: 'snapshot', severity: 'warning', link: null })
    const [b] = await listOf(user, '?category=snapshot&severity=error')
    await user.post(`${LIST}${b.id}/mark_read/`)

    const found = async (query: string) => (await titlesOf(user, query)).sort().join('')

    expect(
      await Promise.all(['?unread=true', '?unread=false', '?category=snapshot', '?severity=error'].map(found)),
    ).toEqual(['ac', 'b', 'bc', 'ab'])
    expect(await found('?unread=true&category=snapshot&severity=warning')).toBe('c')
    expect(await found('?category=automation_execution')).toBe('')
    expect((await user.get(`${LIST}?unread=true`)).body.count).toBe(2)
  })

  it('names every invalid filter', async () => {
    const answer = await (await app.userOf('viewer')).get(`${LIST}?unread=maybe&category=weather&severity=mild&page=0`)

    expect([answer.status, Object.keys(answer.body).sort()]).toEqual([400, ['category', 'page', 'severity', 'unread']])
  })
})

describe('marking as read', () => {
  it('marks one notification, and changes nothing the second time', async () => {
    const user = await app.userOf('viewer')
    await tell(user.id)
    await tell(user.id)
    const [{ id }] = await listOf(user)

    const first = await user.post(`${LIST}${id}/mark_read/`)
    const again = await user.post(`${LIST}${id}/mark_read/`)

    expect([first.status, first.body]).toEqual([200, { ...NOTICE, id, created_at: TIMESTAMP, read_at: TIMESTAMP }])
    expect([again.status, again.body]).toEqual([200, first.body])
    expect(await countOf(user)).toEqual({ count: 1 })
  })

  it('marks all notifications and returns how many were unread', async () => {
    const [user, other] = [await app.userOf('viewer'), await app.userOf('viewer')]
    for (const one of [user, user, user, other]) await tell(one.id)
    const [deleted] = await listOf(user)
    await user.delete(`${LIST}${deleted.id}/`)

    const first = await user.post(READ_ALL)
    const again = await user.post(READ_ALL)

    expect([first.status, first.body, again.body]).toEqual([200, { updated: 2 }, { updated: 0 }])
    expect([await countOf(user), await countOf(other)]).toEqual([{ count: 0 }, { count: 1 }])
  })

  it("updates the account's statistics", async () => {
    const user = await app.userOf('viewer')
    await tell(user.id)

    expect((await user.get('/api/auth/stats/')).body.unread_notifications).toBe(1)
  })
})

describe('deleting a notification', () => {
  it('hides it everywhere but keeps its row', async () => {
    const user = await app.userOf('viewer')
    await tell(user.id)
    const [{ id }] = await listOf(user)

    const answer = await user.delete(`${LIST}${id}/`)

    expect([answer.status, answer.text]).toEqual([204, ''])
    expect([await listOf(user), await countOf(user)]).toEqual([[], { count: 0 }])
    expect((await user.delete(`${LIST}${id}/`)).status).toBe(404)
    expect((await user.post(`${LIST}${id}/mark_read/`)).status).toBe(404)
    expect((await app.app.platform.database.pool.query('select from notifications where id = $1', [id])).rowCount).toBe(
      1,
    )
  })
})

describe('a notification of another user', () => {
  it('is a 404, even to an administrator', async () => {
    const [owner, other] = [await app.userOf('viewer'), await app.userOf('administrator')]
    await tell(owner.id)
    const [{ id }] = await listOf(owner)

    const answers = [await other.post(`${LIST}${id}/mark_read/`), await other.delete(`${LIST}${id}/`)]

    expect(answers.map(({ status, body }) => [status, body])).toEqual(Array(2).fill([404, { detail: 'Not found.' }]))
    expect(await countOf(owner)).toEqual({ count: 1 })
  })

  it.each([ZERO_ID, 'no-id', '1'])('is a 404 like the unknown id %s', async (id) => {
    const user = await app.userOf('viewer')

    expect([(await user.post(`${LIST}${id}/mark_read/`)).status, (await user.delete(`${LIST}${id}/`)).status]).toEqual([
      404, 404,
    ])
  })
})

it.each([
  ['get', LIST],
  ['get', COUNT],
  ['post', READ_ALL],
  ['post', `${LIST}${ZERO_ID}/mark_read/`],
  ['delete', `${LIST}${ZERO_ID}/`],
  ['get', PREFERENCES],
  ['patch', PREFERENCES],
] as const)('%s %s requires a token', async (method, path) => {
  expect((await app.anonymous[method](path)).status).toBe(401)
})

describe('notification preferences', () => {
  it('start with the defaults and are merged per key, including the categories', async () => {
    const user = await app.userOf('viewer')

    const begun = await user.get(PREFERENCES)
    const first = await user.patch(PREFERENCES, {
      email_enabled: true,
      categories: { system: { email: false } },
      quiet_hours_start: '22:00',
      quiet_hours_end: '06:30:00',
    })
    const second = await user.patch(PREFERENCES, {
      digest_enabled: true,
      categories: { system: { in_app: false }, snapshot: {} },
      unknown: 1,
    })

    const system = { in_app: true, email: false }
    const after = { ...DEFAULTS, email_enabled: true, quiet_hours_start: '22:00', quiet_hours_end: '06:30' }
    expect([begun.status, begun.body]).toEqual([200, DEFAULTS])
    expect([first.status, first.body]).toEqual([200, { ...after, categories: { ...DEFAULTS.categories, system } }])
    expect(second.body).toEqual({
      ...after,
      digest_enabled: true,
      categories: { ...DEFAULTS.categories, system: { in_app: false, email: false } },
    })
    expect((await user.get(PREFERENCES)).body).toEqual(second.body)
  })

  it('accept what they return, and clear their quiet hours with null', async () => {
    const user = await app.userOf('viewer')
    const { body } = await user.patch(PREFERENCES, { quiet_hours_start: '12:00', quiet_hours_end: '13:00' })

    const same = await user.patch(PREFERENCES, body)
    const cleared = await user.patch(PREFERENCES, { quiet_hours_start: null, quiet_hours_end: null })

    expect([same.status, same.body]).toEqual([200, body])
    expect(cleared.body).toEqual(DEFAULTS)
  })

  it('keep both of two concurrent changes', async () => {
    const user = await app.userOf('viewer')

    await Promise.all([
      user.patch(PREFERENCES, { email_enabled: true, categories: { system: { email: false } } }),
      user.patch(PREFERENCES, { digest_enabled: true, categories: { system: { in_app: false } } }),
    ])

    const system = { in_app: false, email: false }
    const both = {
      ...DEFAULTS,
      email_enabled: true,
      digest_enabled: true,
      categories: { ...DEFAULTS.categories, system },
    }
    expect((await user.get(PREFERENCES)).body).toEqual(both)
  })

  it('list schema errors and errors between fields in one reply', async () => {
    const user = await app.userOf('viewer')

    const lonely = await user.patch(PREFERENCES, { email_enabled: 'yes', quiet_hours_start: '22:00' })
    const unreadable = await user.patch(PREFERENCES, { quiet_hours_start: '22:00', quiet_hours_end: 'late' })

    expect([lonely.status, Object.keys(lonely.body).sort()]).toEqual([400, ['email_enabled', 'quiet_hours_end']])
    expect([unreadable.status, Object.keys(unreadable.body)]).toEqual([400, ['quiet_hours_end']])
    expect((await user.get(PREFERENCES)).body).toEqual(DEFAULTS)
  })

  it('list every error at once, each under its field', async () => {
    const user = await app.userOf('viewer')

    const answer = await user.patch(PREFERENCES, {
      in_app_enabled: 'yes',
      email_enabled: null,
      categories: { system: { email: 1 }, snapshot: null, weather: { in_app: true } },
      quiet_hours_start: '24:00',
      quiet_hours_end: 7,
      digest_enabled: 'daily',
    })

    expect(answer.status).toBe(400)
    expect(Object.keys(answer.body).sort()).toEqual([
      'categories.snapshot',
      'categories.system.email',
      'categories.weather',
      'digest_enabled',
      'email_enabled',
      'in_app_enabled',
      'quiet_hours_end',
      'quiet_hours_start',
    ])
    expect((await user.get(PREFERENCES)).body).toEqual(DEFAULTS)
  })

  it.each(['9:00', '22', '22:60', '22:00:60', '22:00:00.5', '22:00Z', ' 22:00', '', 'noon', '22:00\n'])(
    'reject the time %j',
    async (time) => {
      const answer = await (
        await app.userOf('viewer')
      ).patch(PREFERENCES, { quiet_hours_start: time, quiet_hours_end: '07:00' })

      expect([answer.status, answer.body]).toEqual([
        400,
        { quiet_hours_start: ['Expected a 24-hour time such as 22:30.'] },
      ])
    },
  )

  it.each([
    [{ quiet_hours_start: '22:00' }, 'quiet_hours_end'],
    [{ quiet_hours_end: '22:00' }, 'quiet_hours_start'],
    [{ quiet_hours_start: '22:00', quiet_hours_end: '22:00:00' }, 'quiet_hours_end'],
  ])('reject invalid quiet hours: %j', async (patch, field) => {
    const user = await app.userOf('viewer')

    const answer = await user.patch(PREFERENCES, patch)

    expect([answer.status, Object.keys(answer.body)]).toEqual([400, [field]])
    expect((await user.get(PREFERENCES)).body).toEqual(DEFAULTS)
  })
})

describe('the audit log of notifications', () => {
  it('has an entry for every change', async () => {
    const user = await app.userOf('viewer')
    await tell(user.id)
    const [{ id }] = await listOf(user)
    await user.post(`${LIST}${id}/mark_read/`)
    await user.post(READ_ALL)
    await user.delete(`${LIST}${id}/`)
    await user.patch(PREFERENCES, { email_enabled: true })

    const { body } = await app.admin.get(`/api/audit/logs/?category=notification&user=${user.id}`)

    expect(body.results.map(({ action, target_id }: any) => [action, target_id])).toEqual([
      ['notification_preferences_update', String(user.id)],
      ['notification_delete', id],
      ['notifications_read_all', null],
      ['notification_read', id],
    ])
  })
})

describe('an event of a scheduled task', () => {
  const task = (user: User) => ({ task_id: randomUUID(), task_name: 'nightly\n"audit"', owner_id: user.id })
  const failure = (user: User) => ({
    ...task(user),
    scheduled_execution_id: randomUUID(),
    error_message: 'the controller did not answer',
    failure_streak: 3,
    notify_on_failure: true,
  })

  it('notifies the owner of a failure, with the error and the streak', async () => {
    const user = await app.userOf('editor')
    const event = failure(user)
    await raise(taskFailed, { ...event, error_message: 'x'.repeat(600) })

    const [notice] = await listOf(user)

    expect(notice).toMatchObject({
      category: 'scheduled_task',
      severity: 'error',
      title: 'Scheduled task "nightly "audit"" failed',
      body: `${'x'.repeat(499)}…\n\nIt has failed 3 times in a row.`,
      link: `/queries/scheduled-executions/${event.scheduled_execution_id}/`,
    })
  })

  it('notifies once in ten minutes of failures of the same task', async () => {
    const user = await app.userOf('editor')
    const event = failure(user)

    await raise(taskFailed, event)
    await raise(taskFailed, { ...event, failure_streak: 4 })
    await raise(taskFailed, { ...failure(user), task_name: 'another' })

    expect((await titlesOf(user)).sort()).toEqual([
      'Scheduled task "another" failed',
      'Scheduled task "nightly "audit"" failed',
    ])
  })

  it('does not notify when the task has it turned off', async () => {
    const user = await app.userOf('editor')
    const counts = { added: 1, removed: 0, changed: 0, changed_rows: [] }
    const changes = { scheduled_execution_id: randomUUID(), ...counts, link: '/x/', notify_on_changes: false }

    await raise(taskFailed, { ...failure(user), notify_on_failure: false })
    await raise(taskChangesFound, { ...task(user), ...changes })

    expect(await titlesOf(user)).toEqual([])
  })

  it('notifies the owner of a pause', async () => {
    const user = await app.userOf('editor')
    const event = { ...task(user), failure_streak: 10 }
    await raise(taskPaused, event)

    expect(await listOf(user)).toMatchObject([
      {
        category: 'scheduled_task',
        severity: 'error',
        title: 'Scheduled task "nightly "audit"" was paused',
        body: 'It has failed 10 times in a row. It will not run again until it is enabled.',
        link: `/queries/scheduled-tasks/${event.task_id}/`,
      },
    ])
  })

  it('notifies the owner of changes', async () => {
    const user = await app.userOf('editor')
    const changed_rows = [{ key: { dn: 'uni/tn-A' }, fields: { descr: { before: 'a', after: 'b' } } }]
    const counts = { added: 1, removed: 2, changed: 1, changed_rows }
    const changes = { scheduled_execution_id: randomUUID(), ...counts, link: '/compare/1/', notify_on_changes: true }
    await raise(taskChangesFound, { ...task(user), ...changes })

    expect(await listOf(user)).toMatchObject([
      {
        category: 'scheduled_task',
        severity: 'info',
        body: '1 added, 2 removed, 1 changed since the previous snapshot.\n\nuni/tn-A\n  descr: a → b',
        link: '/compare/1/',
      },
    ])
  })

  it('notifies all active administrators once an hour when tasks are not fired', async () => {
    const [administrator, inactive, operator] = [
      await app.userOf('administrator'),
      await app.userOf('administrator'),
      await app.userOf('operator'),
    ]
    await app.admin.post(`/api/auth/management/${inactive.id}/deactivate/`)
    const stalled = { due_tasks: 2, oldest_due_at: '2026-03-02T09:00:00.000+00:00' }

    await raise(schedulesStalled, stalled)
    await raise(schedulesStalled, stalled)

    const notice = { category: 'system', severity: 'error', title: 'Scheduled tasks are not running' }
    expect(await listOf(administrator)).toMatchObject([notice])
    expect((await app.admin.get(`${LIST}?category=system`)).body.results).toMatchObject([notice])
    expect(await listOf(operator)).toEqual([])
    const { rows } = await app.app.platform.database.pool.query('select from notifications where user_id = $1', [
      inactive.id,
    ])
    expect(rows).toEqual([])
  })
})
