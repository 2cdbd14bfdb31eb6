import type { Pool } from 'pg'
import type { App } from '@heddle/server/app.ts'
import { sharedNow } from '../shared-clock.ts'
import { notificationsFeature } from '@heddle/server/features/notifications/index.ts'

/** Adds users with the administrator's password and returns their names. */
export async function addUsers(pool: Pool, count: number): Promise<readonly string[]> {
  const { rows } = await pool.query<{ readonly username: string }>(ADD, [count])
  return rows.map(({ username }) => username)
}

/** Notifies all of them at once; returns when the call began and ended, by the clock that processes share. */
export async function notifyAll(app: App): Promise<{ readonly calledAt: number; readonly returnedAt: number }> {
  const { database } = app.platform
  const { rows } = await database.pool.query<{ readonly id: number }>(
    "select id from users where username like 'reader-%'",
  )
  const calledAt = sharedNow()
  await database.transaction((tx) => app.features.of(notificationsFeature).notify(tx, rows.map(({ id }) => id), NOTICE)) // prettier-ignore
  return { calledAt, returnedAt: sharedNow() }
}

export const NOTICE = {
  category: 'system',
  severity: 'info',
  title: 'Maintenance on Sunday',
  body: 'The service is down from 06:00 to 06:30 UTC.',
  link: '/notifications',
} as const

const ADD = `
  insert into users (username, email, password_hash, date_joined, updated_at)
  select 'reader-' || n, '', password_hash, now(), now()
  from users, generate_series(1, $1::int) as n where username = 'admin'
  returning username`
