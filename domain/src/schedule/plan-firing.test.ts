import { describe, expect, it } from 'vitest'
import { planFiring } from './plan-firing.ts'
import type { Schedule } from './schedule.ts'

const HALF_HOURLY: Schedule = { type: 'cron', expression: '*/30 * * * *', timezone: 'UTC' }
const NIGHTLY: Schedule = { type: 'cron', expression: '30 2 * * *', timezone: 'Europe/Warsaw' }
const HOURLY: Schedule = { type: 'interval', minutes: 60, anchor: new Date('2026-01-01T00:10:00.000Z') }

describe('planFiring', () => {
  it.each([
    ['on time', HALF_HOURLY, '08:00:00', '08:00:00', '08:00:00', 'schedule', '08:30:00'],
    ['a minute late', HALF_HOURLY, '08:00:00', '08:01:00', '08:00:00', 'schedule', '08:30:00'],
    ['more than a minute late', HALF_HOURLY, '08:00:00', '08:01:01', '08:00:00', 'catch_up', '08:30:00'],
    ['one run for all missed slots', HALF_HOURLY, '08:00:00', '11:45:00', '11:30:00', 'catch_up', '12:00:00'],
    ['back just in time for the latest', HALF_HOURLY, '08:00:00', '11:30:20', '11:30:00', 'schedule', '12:00:00'],
    ['an interval', HOURLY, '08:10:00', '11:45:00', '11:10:00', 'catch_up', '12:10:00'],
    ['ahead of a slower clock', HALF_HOURLY, '08:00:00', '07:59:59', '08:00:00', 'schedule', '08:30:00'],
  ])('picks the slot, trigger and next run: %s', (_title, schedule, dueAt, now, slot, trigger, nextRunAt) => {
    const firing = planFiring({ schedule, dueAt: at(dueAt), now: at(now) })

    expect(firing).toEqual({ slot: at(slot), trigger, nextRunAt: at(nextRunAt) })
  })

  it('fires a time that occurs twice once, even close to the second occurrence', () => {
    const dueAt = new Date('2026-10-25T00:30:00Z')

    const firing = planFiring({ schedule: NIGHTLY, dueAt, now: new Date('2026-10-25T01:30:30Z') })

    expect(firing).toEqual({ slot: dueAt, trigger: 'catch_up', nextRunAt: new Date('2026-10-26T01:30:00Z') })
  })
})

function at(time: string): Date {
  return new Date(`2026-01-01T${time}.000Z`)
}
