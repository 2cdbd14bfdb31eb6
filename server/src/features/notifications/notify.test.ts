import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { inTrace, parseTraceparent } from '../../kernel/trace-context.ts'
import { statementsOf } from '../../testing/statements-of.ts'
import { MINUTE } from '../../kernel/durations.ts'
import { notificationsCreated } from './notifications.events.ts'
import { NOTICE, type Notices, startNotices } from '../../testing/notifications/start-notices.ts'

let notices: Notices
beforeAll(async () => {
  notices = await startNotices()
})
afterAll(() => notices.stop())

const MAIL = { email_enabled: true }
const OFF = { in_app_enabled: false, email_enabled: false }

describe('a notice', () => {
  it('is shown once to every recipient and to no one else', async () => {
    const [one, two, other] = [await notices.addUser(), await notices.addUser(), await notices.addUser()]

    await notices.tell([two, one, two, 999_999])

    expect([await notices.titlesOf(one), await notices.titlesOf(two), await notices.titlesOf(other)]).toEqual([
      [NOTICE.title],
      [NOTICE.title],
      [],
    ])
  })

  it('is written by the same statement for one user and for many', async () => {
    const users = await Promise.all(Array.from({ length: 20 }, () => notices.addUser()))
    const writing = async (ids: readonly number[]) => {
      const statements = await statementsOf(notices.database.pool, ({ traceparent }) =>
        inTrace(parseTraceparent(traceparent), () => notices.tell(ids)),
      )
      return statements.filter((statement) => statement.startsWith('insert into "notification'))
    }

    const ofOne = await writing(users.slice(0, 1))
    const ofMany = await writing(users)

    expect(ofOne).toHaveLength(1)
    expect(ofMany).toEqual(ofOne)
  })

  it('leaves no row, mail, cause or frame when its transaction rolls back', async () => {
    const user = await notices.addUser(MAIL)
    const heard: unknown[] = []
    notices.events.on(
      notificationsCreated,
      ({ made }) => void heard.push(...made.filter(({ user_id }) => user_id === user)),
    )
    const cause = { key: 'rolled back', intervalMs: MINUTE }
    const failing = notices.database.transaction(async (tx) => {
      await notices.service.notify(tx, [user], { ...NOTICE, cause })
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    const left = [await notices.titlesOf(user), await notices.mailedTo(user), [...heard]]

    await notices.tell([user], { cause })

    expect(left).toEqual([[], [], []])
    expect([await notices.titlesOf(user), await notices.mailedTo(user)]).toEqual([[NOTICE.title], [NOTICE.title]])
    await expect.poll(() => heard).toHaveLength(1)
  })

  it.each([
    ['in the application only', {}, 1, 0],
    ['both ways', MAIL, 1, 1],
    ['by mail only', { ...MAIL, in_app_enabled: false }, 0, 1],
    ['by mail only, in this category', { ...MAIL, categories: { scheduled_task: { in_app: false } } }, 0, 1],
    ['without mail in this category', { ...MAIL, categories: { scheduled_task: { email: false } } }, 1, 0],
    ['with preferences only for another category', { categories: { system: { in_app: false } } }, 1, 0],
    ['not at all', OFF, 0, 0],
  ])('is delivered according to the preferences: %s', async (_, preferences, rows, mails) => {
    const user = await notices.addUser(preferences)

    await notices.tell([user])

    expect([await notices.titlesOf(user), await notices.mailedTo(user)].map(({ length }) => length)).toEqual([
      rows,
      mails,
    ])
  })

  it.each([{ isActive: false }, { email: '' }])('is not mailed to an unreachable user: %j', async (columns) => {
    const user = await notices.addUser(MAIL, columns)

    await notices.tell([user])

    expect([await notices.titlesOf(user), await notices.mailedTo(user), await notices.waitingOf(user)]).toEqual([
      [NOTICE.title],
      [],
      [],
    ])
  })

  it('is mailed with its text and link, and no value can inject headers or markup', async () => {
    const user = await notices.addUser(MAIL, { firstName: 'Ada' })
    const title = 'Task "a\r\nBcc: all@example.org <b>x</b>" failed\0'

    await notices.tell([user], { title, body: 'first line\n<script>alert(1)</script>\ud83d' })

    const mail = await notices.mailTo(user)
    const subject = 'Task "a Bcc: all@example.org <b>x</b>" failed'
    expect(mail.subject).toBe(subject)
    expect(mail.headers.has('bcc')).toBe(false)
    expect(mail.text).not.toContain('Ada')
    expect(mail.text).toContain(',\n\nfirst line\n<script>alert(1)</script>')
    expect(mail.text).toContain('https://heddle.example.org/queries/scheduled-executions/1/')
    expect(mail.html).toContain('&lt;script&gt;')
    expect(mail.html).not.toContain('<script')
    expect(await notices.titlesOf(user)).toEqual([subject])
  })

  it('is truncated when it quotes too much, but not in the middle of a character', async () => {
    const user = await notices.addUser()

    await notices.tell([user], { title: `${'t'.repeat(298)}😀…`, body: 'b'.repeat(5_000) })

    expect(await notices.sql('select title, body from notifications where user_id = $1', [user])).toEqual([
      { title: `${'t'.repeat(298)}…`, body: `${'b'.repeat(3_999)}…` },
    ])
  })

  it('reaches a thousand users in few statements, while their mails wait for the next pass', async () => {
    const now = notices.clock.now()
    const made = await notices.sql(
      `insert into users (username, email, date_joined, updated_at)
       select 'crowd-' || n, 'crowd-' || n || '@example.org', $1, $1 from generate_series(1, 1000) n returning id`,
      [now],
    )
    const ids = made.map(({ id }) => id as number)
    await notices.sql(
      `insert into notification_preferences
       select id, true, id % 2 = 0, '{}', null, null, false from unnest($1::int[]) id`,
      [ids],
    )

    await notices.tell(ids, { title: 'to all' })

    const [shown] = await notices.sql(
      `select count(distinct user_id)::int as n, count(*)::int as rows from notifications where title = 'to all'`,
    )
    const [waiting] = await notices.sql(
      `select count(*)::int as n from notification_mails where title = 'to all' and due_at <= $1`,
      [now],
    )
    expect([shown, waiting]).toEqual([{ n: 1000, rows: 1000 }, { n: 500 }])
    await notices.sql('delete from users where id = any($1::int[])', [ids])
  })
})

describe('a cause of notices', () => {
  const cause = (key: string) => ({ cause: { key, intervalMs: 10 * MINUTE } })

  it('notifies once in its interval, in the app and by mail', async () => {
    const user = await notices.addUser(MAIL)
    const tell = async (title: string, key = 'c1') => notices.tell([user], { title, ...cause(key) })

    await tell('first')
    await notices.clock.leap(10 * MINUTE - 1)
    await tell('too early')
    await tell('another cause', 'c2')
    await notices.clock.leap(1)
    await tell('second')
    await notices.clock.leap(10 * MINUTE - 1)
    await tell('too early again')

    expect(await notices.titlesOf(user)).toEqual(['first', 'another cause', 'second'])
    expect((await notices.mailedTo(user)).sort()).toEqual(['another cause', 'first', 'second'])
  })

  it('is tracked separately for each user', async () => {
    const [one, two] = [await notices.addUser(), await notices.addUser()]

    await notices.tell([one], cause('each'))
    await notices.tell([one, two], { title: 'again', ...cause('each') })

    expect([await notices.titlesOf(one), await notices.titlesOf(two)]).toEqual([[NOTICE.title], ['again']])
  })

  it('is not used up for users who want no notice of it', async () => {
    const user = await notices.addUser(OFF)
    await notices.tell([user], cause('unheard'))
    await notices.prefer(user, { in_app_enabled: true })

    await notices.tell([user], cause('unheard'))

    expect(await notices.titlesOf(user)).toEqual([NOTICE.title])
  })

  it('notifies once when it is raised several times at once', async () => {
    const users = [await notices.addUser(MAIL), await notices.addUser(MAIL), await notices.addUser(MAIL)]

    await Promise.all(
      Array.from({ length: 8 }, (_, n) => notices.tell(n % 2 ? users : [...users].reverse(), cause('race'))),
    )

    const rows = await Promise.all(users.map(notices.titlesOf))
    const mails = await Promise.all(users.map(notices.mailedTo))
    expect([...rows, ...mails].map(({ length }) => length)).toEqual([1, 1, 1, 1, 1, 1])
  })
})
