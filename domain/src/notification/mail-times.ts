import type { NotificationPreferences } from '@heddle/contract/notifications.ts'
import { nextRun } from '../schedule/next-run.ts'
import { isTimeZone } from '../schedule/time-zone.ts'

export type MailTimes = Pick<NotificationPreferences, 'quiet_hours_start' | 'quiet_hours_end' | 'digest_enabled'>

const DIGEST_TIME = '08:00'

/**
 * The end of the quiet hours that `at` falls into, or null outside of them.
 *
 * It is quiet when the next end comes before the next start, not when the wall clock shows a quiet time: hours that end
 * at 02:30 end at the first of two, and the repeated hour after it is not quiet again.
 */
export function quietUntil(
  { quiet_hours_start: start, quiet_hours_end: end }: MailTimes,
  timezone: string,
  at: Date,
): Date | null {
  if (start === null || end === null) return null
  const [nextStart, nextEnd] = [nextTime(start, timezone, at), nextTime(end, timezone, at)]
  return nextEnd < nextStart ? nextEnd : null
}

/** When the mail of a notice created `at` is sent: then or with the next digest, but not during quiet hours. */
export function mailDueAt(times: MailTimes, timezone: string, at: Date): Date {
  const wanted = times.digest_enabled ? nextTime(DIGEST_TIME, timezone, at) : at
  return quietUntil(times, timezone, wanted) ?? wanted
}

function nextTime(time: string, timezone: string, after: Date): Date {
  const [hour, minute] = time.split(':').map(Number)
  const daily = { type: 'cron', expression: `${minute} ${hour} * * *` } as const
  // The stored zone may be unknown on this machine; mails are sent all the same.
  const known = isTimeZone(timezone) ? timezone : 'UTC'
  // Every day has each time, or the end of the gap that contains it.
  return nextRun({ ...daily, timezone: known }, after)!
}
