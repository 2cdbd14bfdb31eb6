import { describe, expect, it } from 'vitest'
import { anchorOf, cronFault, nextSlots, type Timing } from './next-slots.ts'

const timing = (more: Partial<Timing> = {}): Timing => ({
  type: 'cron',
  cron: '30 2 * * *',
  minutes: '',
  timezone: 'Europe/Warsaw',
  ...more,
})
const textOf = (slots: ReturnType<typeof nextSlots>) => slots.map(({ at }) => at.toISOString())

describe('the next slots', () => {
  it('are five, and say on which day the clocks changed', () => {
    const slots = nextSlots(timing(), new Date('2027-03-26T12:00:00Z'))

    expect(textOf(slots)).toEqual([
      '2027-03-27T01:30:00.000Z',
      // 02:30 does not exist on that day.
      '2027-03-28T01:00:00.000Z',
      '2027-03-29T00:30:00.000Z',
      '2027-03-30T00:30:00.000Z',
      '2027-03-31T00:30:00.000Z',
    ])
    expect(slots.map(({ change }) => change)).toEqual([
      undefined,
      { from: 'UTC+01:00', to: 'UTC+02:00' },
      undefined,
      undefined,
      undefined,
    ])
  })

  it('of an interval count from where the task began', () => {
    const anchor = anchorOf('2026-11-27T10:40:00.000+00:00', 60)!

    expect(
      textOf(nextSlots(timing({ type: 'interval', minutes: '60' }), new Date('2026-11-27T10:00:00Z'), anchor)),
    ).toEqual([
      '2026-11-27T10:40:00.000Z',
      '2026-11-27T11:40:00.000Z',
      '2026-11-27T12:40:00.000Z',
      '2026-11-27T13:40:00.000Z',
      '2026-11-27T14:40:00.000Z',
    ])
  })

  it.each([
    [timing({ cron: '0 0 30 2 *' })],
    [timing({ timezone: 'Mars/Base' })],
    [timing({ type: 'interval', minutes: '0' })],
    [timing({ type: 'interval', minutes: 'x' })],
  ])('are none for what cannot be used: %j', (given) => {
    expect(nextSlots(given, new Date(0))).toEqual([])
  })
})

describe('a fault of the expression', () => {
  it('is the one that the server would report', () => {
    expect(cronFault(timing({ cron: '0 0 30 2 *' }))).toContain('a date that exists')
  })

  it.each([[timing({ cron: '' })], [timing()], [timing({ type: 'interval', cron: 'x' })]])('is none: %j', (given) => {
    expect(cronFault(given)).toBeUndefined()
  })
})
