import { expect } from 'vitest'
import type { NotificationPreferencesPatch } from '@heddle/contract/notifications.ts'
import type { Caller } from '../../kernel/caller.ts'
import type { Outbox } from '../../platform/mail/outbox.ts'
import { startMailWorkbench } from '../mail-workbench.ts'
import type { ReceivedMail } from '../smtp-server.ts'
import { createAuditRecorder } from '../../features/audit/index.ts'
import { users } from '../../features/users/index.ts'
import type { Notice } from '../../features/notifications/notice.ts'
import {
  createNotificationsService,
  type NotificationsService,
} from '../../features/notifications/notifications.service.ts'
import type { Notify } from '../../features/notifications/notify.ts'

export const NOTICE: Notice = {
  category: 'scheduled_task',
  severity: 'error',
  title: 'Scheduled task "nightly" failed',
  body: 'the controller did not answer',
  link: '/queries/scheduled-executions/1/',
}
type Change = Partial<Parameters<Notify>[2]>
export type Notices = Awaited<ReturnType<typeof startNotices>>

/** The feature on a database with a mail server, without HTTP. A test names only what it asserts on. */
export async function startNotices() {
  const workbench = await startMailWorkbench()
  const { database, clock, smtp } = workbench

  /** Another process on the same database, whose outbox may fail. */
  const startProcess = (changed: Partial<Outbox> = {}): NotificationsService =>
    createNotificationsService({
      ...workbench,
      outbox: { ...workbench.outbox, ...changed },
      audit: createAuditRecorder(clock),
      frontendUrl: 'https://heddle.example.org',
    })
  const service = startProcess()
  const sql = async (text: string, values: unknown[] = []) =>
    (await database.pool.query(text, values)).rows as Record<string, any>[]
  const prefer = (id: number, patch: NotificationPreferencesPatch) =>
    service.changePreferences({ id, username: 'somebody' } as Caller, patch)

  let made = 0
  return {
    ...workbench,
    service,
    startProcess,
    sql,
    prefer,
    /** A user, optionally with preferences. */
    addUser: async (
      preferences?: NotificationPreferencesPatch,
      columns: Partial<typeof users.$inferInsert> = {},
    ): Promise<number> => {
      const username = `user-${++made}`
      const times = { dateJoined: clock.now(), updatedAt: clock.now() }
      const [row] = await database.db
        .insert(users)
        .values({ username, email: `${username}@example.org`, ...times, ...columns })
        .returning({ id: users.id })
      if (preferences) await prefer(row!.id, preferences)
      return row!.id
    },
    tell: (userIds: readonly number[], change: Change = {}) =>
      database.transaction((tx) => service.notify(tx, userIds, { ...NOTICE, ...change })),
    titlesOf: async (userId: number): Promise<string[]> =>
      (await sql('select title from notifications where user_id = $1 order by created_at, title', [userId])).map(
        ({ title }) => title,
      ),
    waitingOf: (userId: number) =>
      sql('select * from notification_mails where user_id = $1 order by created_at, title', [userId]),
    /** Subjects of the mails posted for the user, sent or not. */
    mailedTo: async (userId: number): Promise<string[]> => {
      const posted = await sql(
        'select subject from mail_outbox join users on users.email = recipient where users.id = $1 order by mail_outbox.created_at',
        [userId],
      )
      return posted.map(({ subject }) => subject)
    },
    /** The user's first mail, once it has arrived. */
    mailTo: async (userId: number): Promise<ReceivedMail> => {
      const [row] = await sql('select email from users where id = $1', [userId])
      const find = () => smtp.mails.find(({ to }) => to.includes(row!.email))
      await expect.poll(find, { timeout: 20_000 }).toBeDefined()
      return find()!
    },
  }
}
