import type { ScheduleDensity } from '@heddle/contract/schedules.ts'
import { isTimeZone } from '@heddle/domain/schedule/time-zone.ts'
import { weekDensity } from '@heddle/domain/schedule/week-density.ts'
import type { Database } from '../../adapters/database/database.ts'
import type { Clock } from '../../kernel/clock.ts'
import { FieldErrors } from '../../kernel/errors.ts'
import { activeSchedules } from './schedules.store.ts'
import { scheduleOf } from './task-schedule.ts'

// Some thirty milliseconds of a process. Tasks with the same schedule are one.
const MOST_SCHEDULES = 1_000

type Parts = { readonly database: Database; readonly clock: Clock }

/** When everybody's tasks fire. Numbers alone: whose they are, and what they run, is not in it. */
export async function densityOf({ database, clock }: Parts, timezone: string): Promise<ScheduleDensity> {
  if (!isTimeZone(timezone))
    throw new FieldErrors({ timezone: [`${timezone}: expected an IANA time zone such as Europe/Warsaw.`] })
  const rows = await activeSchedules(database.db, MOST_SCHEDULES + 1)
  const counted = rows.slice(0, MOST_SCHEDULES).map(({ tasks, ...row }) => ({ schedule: scheduleOf(row), tasks }))
  const days = weekDensity(counted, clock.now(), timezone)
  return {
    timezone,
    tasks: sumOf(counted.map(({ tasks }) => tasks)),
    firings: sumOf(days.flatMap(({ hours }) => hours)),
    is_complete: rows.length <= MOST_SCHEDULES,
    days: days.map(({ date, hours }) => ({ date, hours: [...hours] })),
  }
}

const sumOf = (counts: readonly number[]): number => counts.reduce((sum, count) => sum + count, 0)
