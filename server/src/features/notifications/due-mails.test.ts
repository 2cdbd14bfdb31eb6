import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { DAY, HOUR } from '../../kernel/durations.ts'
import { NOTICE, type Notices, startNotices } from '../../testing/notifications/start-notices.ts'

let notices: Notices
beforeAll(async () => {
  notices = await startNotices()
})
afterAll(() => notices.stop())
beforeEach(async () => {
  await goTo('12:00')
  await notices.sql('delete from notification_mails')
})

const MAIL = { email_enabled: true }
const NIGHT = { ...MAIL, quiet_hours_start: '22:00', quiet_hours_end: '07:00' }
const DIGEST = { ...MAIL, digest_enabled: true }

/** The next occurrence of this time of day (UTC). */
async function goTo(time: string): Promise<void> {
  const now = notices.clock.now()
  const target = new Date(`${now.toISOString().slice(0, 10)}T${time}:00Z`)
  await notices.clock.leap(target.getTime() - now.getTime() + (target <= now ? DAY : 0))
}
const pass = () => notices.service.sendDueMails()
const moveTo = (userId: number, timezone: string) =>
  notices.sql(`update users set preferences = jsonb_build_object('timezone', $2::text) where id = $1`, [
    userId,
    timezone,
  ])

describe('quiet hours', () => {
  it('delay mails until their end, while notices are shown immediately', async () => {
    const user = await notices.addUser(NIGHT)
    await goTo('23:30')
    await notices.tell([user])
    const shown = await notices.titlesOf(user)
    await goTo('06:59')
    await pass()
    const early = await notices.mailedTo(user)
    await goTo('07:00')

    await pass()
    await pass()

    expect([shown, early, await notices.mailedTo(user)]).toEqual([[NOTICE.title], [], [NOTICE.title]])
    expect(await notices.waitingOf(user)).toEqual([])
  })

  it('collect notices into one mail, in order, with titles and links on separate lines', async () => {
    const user = await notices.addUser(NIGHT, { firstName: 'Ada' })
    await goTo('23:00')
    await notices.tell([user], { title: 'one\nline', body: `it broke\n<b>${'x'.repeat(300)}`, link: '/a/' })
    await notices.clock.leap(HOUR)
    await notices.tell([user], { title: 'two', body: 'it broke again', link: null })
    await goTo('07:00')

    await pass()

    const mail = await notices.mailTo(user)
    expect(mail.subject).toBe('2 notifications from Heddle')
    expect(mail.text).toContain(
      `,\n\nhere is what happened:\n\none line\nit broke <b>${'x'.repeat(187)}…\nhttps://heddle.example.org/a/\n\ntwo\nit broke again\n\n`,
    )
    expect(mail.html).not.toContain('<b>')
    expect(await notices.mailedTo(user)).toHaveLength(1)
  })

  it('list fifty notices and count the rest', async () => {
    const user = await notices.addUser(NIGHT)
    await goTo('23:00')
    for (let n = 1; n <= 53; n++) await notices.tell([user], { title: `notice number ${n}.` })
    await goTo('07:00')

    await pass()

    const { subject, text } = await notices.mailTo(user)
    expect(subject).toBe('53 notifications from Heddle')
    expect(text.match(/notice number \d+\./g)).toHaveLength(50)
    expect(text).toContain('And 3 more in Heddle.')
  })

  it('are in the time zone of the user', async () => {
    const [tokyo, utc] = [await notices.addUser(NIGHT), await notices.addUser(NIGHT)]
    await moveTo(tokyo, 'Asia/Tokyo')
    await goTo('14:00')

    await notices.tell([tokyo, utc])

    expect((await notices.waitingOf(tokyo)).map(({ due_at }) => due_at.toISOString().slice(11, 16))).toEqual(['22:00'])
    expect(await notices.mailedTo(utc)).toEqual([NOTICE.title])
  })

  it('delay a mail that was due before them but not sent', async () => {
    const user = await notices.addUser({ ...DIGEST, quiet_hours_start: '09:00', quiet_hours_end: '11:00' })
    await notices.tell([user])
    await goTo('10:00')
    await pass()
    const inQuietHours = await notices.mailedTo(user)
    await goTo('11:00')

    await pass()

    expect([inQuietHours, await notices.mailedTo(user)]).toEqual([[], [NOTICE.title]])
  })
})

describe('a digest', () => {
  it('is sent at eight with everything since the previous one', async () => {
    const user = await notices.addUser(DIGEST)
    await notices.tell([user], { title: 'day one' })
    await goTo('20:00')
    await notices.tell([user], { title: 'evening' })
    await goTo('07:59')
    await pass()
    const early = await notices.mailedTo(user)
    await goTo('08:00')
    await pass()
    await notices.tell([user], { title: 'day two' })
    await pass()
    const first = await notices.mailedTo(user)
    await goTo('08:00')

    await pass()

    expect([early, first]).toEqual([[], ['2 notifications from Heddle']])
    expect(await notices.mailedTo(user)).toEqual(['2 notifications from Heddle', 'day two'])
  })

  it("is sent at eight in the user's new time zone after a move", async () => {
    const user = await notices.addUser(DIGEST)
    await notices.tell([user])
    await moveTo(user, 'America/Bogota')

    await pass()

    const [row] = await notices.waitingOf(user)
    expect([row!.due_at.toISOString().slice(11, 16), row!.timezone]).toEqual(['13:00', 'America/Bogota'])
    await moveTo(user, 'Asia/Tokyo')
    await goTo('23:00')
    await pass()
    expect(await notices.mailedTo(user)).toEqual([NOTICE.title])
  })
})

describe('a change of the preferences', () => {
  it.each([
    ['hours that end later', NIGHT, { quiet_hours_end: '09:00' }, '09:00'],
    ['a digest', NIGHT, DIGEST, '08:00'],
    ['no digest, in quiet hours', { ...NIGHT, digest_enabled: true }, { digest_enabled: false }, '07:00'],
  ])('reschedules waiting mails: %s', async (_, before, after, due) => {
    const user = await notices.addUser(before)
    await goTo('23:00')
    await notices.tell([user])

    await notices.prefer(user, after)

    expect((await notices.waitingOf(user)).map(({ due_at }) => due_at.toISOString().slice(11, 16))).toEqual([due])
  })

  it.each([
    ['quiet hours cleared', NIGHT, { quiet_hours_start: null, quiet_hours_end: null }],
    ['digest switched off', DIGEST, { digest_enabled: false }],
  ])('sends mails with the next pass when they no longer need to wait: %s', async (_, before, after) => {
    const user = await notices.addUser(before)
    await goTo('23:00')
    await notices.tell([user])
    await notices.prefer(user, after)
    await pass()

    expect([await notices.mailedTo(user), await notices.waitingOf(user)]).toEqual([[NOTICE.title], []])
  })

  it.each([
    ['e-mail off', { email_enabled: false }],
    ['e-mail of the category off', { categories: { scheduled_task: { email: false } } }],
  ])('drops mails that are no longer wanted: %s', async (_, after) => {
    const user = await notices.addUser(NIGHT)
    await goTo('23:00')
    await notices.tell([user])
    await notices.tell([user], { category: 'system', title: 'another category' })

    await notices.prefer(user, after)

    const left = 'email_enabled' in after ? [] : ['another category']
    expect((await notices.waitingOf(user)).map(({ title }) => title)).toEqual(left)
  })

  it('of the account counts too: users without an address or an active account get no waiting mail', async () => {
    const [gone, unreachable] = [await notices.addUser(NIGHT), await notices.addUser(NIGHT)]
    await goTo('23:00')
    await notices.tell([gone, unreachable])
    const [address] = await notices.sql('update users set is_active = false where id = $1 returning email', [gone])
    await notices.sql(`update users set email = '' where id = $1`, [unreachable])
    await goTo('07:00')

    await pass()

    expect([await notices.waitingOf(gone), await notices.waitingOf(unreachable)]).toEqual([[], []])
    expect(await notices.sql(`select from mail_outbox where recipient in ($1, '')`, [address!.email])).toEqual([])
  })
})

describe('a process that dies in the middle of a pass', () => {
  it.each(['before', 'after'])('loses no mail and sends none twice: %s posting it', async (when) => {
    const users = [await notices.addUser(NIGHT), await notices.addUser(NIGHT), await notices.addUser(NIGHT)]
    await goTo('23:00')
    await notices.tell(users, { title: 'first' })
    await notices.tell(users, { title: 'second' })
    await goTo('07:00')
    let posted = 0
    const dying = notices.startProcess({
      post: async (tx, mail) => {
        if (++posted === 1) return notices.outbox.post(tx, mail)
        if (when === 'after') await notices.outbox.post(tx, mail)
        throw new Error('died')
      },
    })

    await dying.sendDueMails()
    const between = await Promise.all(
      users.map(async (user) => [(await notices.mailedTo(user)).length, (await notices.waitingOf(user)).length]),
    )
    await pass()

    expect(between).toEqual([
      [1, 0],
      [0, 2],
      [0, 2],
    ])
    for (const user of users) expect(await notices.mailedTo(user)).toEqual(['2 notifications from Heddle'])
  })

  it('does not disturb concurrent passes of other processes', async () => {
    const users = await Promise.all(Array.from({ length: 6 }, () => notices.addUser(NIGHT)))
    await goTo('23:00')
    await notices.tell(users)
    await goTo('07:00')

    await Promise.all([pass(), notices.startProcess().sendDueMails(), notices.startProcess().sendDueMails()])

    for (const user of users)
      expect([await notices.mailedTo(user), await notices.waitingOf(user)]).toEqual([[NOTICE.title], []])
  })

  it('continues with the other users, even if there are many', async () => {
    const [broken] = await notices.sql(
      `insert into users (username, email, date_joined, updated_at)
       select 'many-' || n, 'many-' || n || '@example.org', now(), now() from generate_series(1, 210) n returning id`,
    )
    await notices.sql(
      `insert into notification_preferences select id, true, true, '{}', null, null, false from users where username like 'many-%'`,
    )
    const ids = (await notices.sql(`select id from users where username like 'many-%'`)).map(({ id }) => id as number)
    await notices.tell(ids, { title: 'many' })
    const posted: string[] = []
    const failing = notices.startProcess({
      post: async (_tx, { to }) => {
        if (to === 'many-1@example.org') throw new Error('this one fails')
        posted.push(to)
      },
    })

    await failing.sendDueMails()

    expect(new Set(posted).size).toBe(209)
    expect(await notices.waitingOf(broken!.id)).toHaveLength(1)
    await notices.sql('delete from users where id = any($1::int[])', [ids])
  })
})

describe('upkeep', () => {
  it('purges notifications deleted 30 days ago and causes of the same age, in batches', async () => {
    const user = await notices.addUser()
    const minute = notices.clock.now()
    const row = `'scheduled_task', 'info', 't', '', null, $2::timestamptz`
    const insert = (title: string, deletedAt: string, count: number) =>
      notices.sql(
        `insert into notifications select gen_random_uuid(), $1, ${row.replace(`'t'`, `'${title}'`)}, null, ${deletedAt} from generate_series(1, ${count})`,
        [user, minute],
      )
    await insert('old', `$2::timestamptz - interval '30 days 1 minute'`, 2100)
    await insert('young', `$2::timestamptz - interval '29 days 23 hours'`, 1)
    await insert('kept', 'null', 1)
    await notices.sql(
      `insert into notification_causes select $1, 'c' || n, $2::timestamptz - n * interval '1 day' from generate_series(1, 1500) n`,
      [user, minute],
    )

    await notices.service.deleteOld()

    expect(await notices.titlesOf(user)).toEqual(['kept', 'young'])
    expect(await notices.sql('select count(*)::int as n from notification_causes where user_id = $1', [user])).toEqual([
      { n: 30 },
    ])
  })
})
