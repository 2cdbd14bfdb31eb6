import { describe, expect, it } from 'vitest'
import { mailDueAt, type MailTimes, quietUntil } from './mail-times.ts'

const hours = (start: string | null, end: string | null, digest = false): MailTimes => ({
  quiet_hours_start: start,
  quiet_hours_end: end,
  digest_enabled: digest,
})
const NIGHT = hours('22:00', '07:00')
const LUNCH = hours('12:00', '13:30')
const WARSAW = 'Europe/Warsaw'

describe('quiet hours', () => {
  it.each([
    // What, hours, zone, at, until
    ['not set', hours(null, null), 'UTC', '2026-03-02T23:00Z', null],
    ['by day: before', LUNCH, 'UTC', '2026-03-02T11:59:59.999Z', null],
    ['by day: first minute', LUNCH, 'UTC', '2026-03-02T12:00Z', '2026-03-02T13:30Z'],
    ['by day: last millisecond', LUNCH, 'UTC', '2026-03-02T13:29:59.999Z', '2026-03-02T13:30Z'],
    ['by day: after the last minute', LUNCH, 'UTC', '2026-03-02T13:30Z', null],
    ['over midnight: before', NIGHT, 'UTC', '2026-03-02T21:59Z', null],
    ['over midnight: in the evening', NIGHT, 'UTC', '2026-03-02T22:00Z', '2026-03-03T07:00Z'],
    ['over midnight: in the morning', NIGHT, 'UTC', '2026-03-03T06:59Z', '2026-03-03T07:00Z'],
    ['over midnight: after', NIGHT, 'UTC', '2026-03-03T07:00Z', null],
    ["in the user's zone: quiet there", NIGHT, WARSAW, '2026-03-02T21:00Z', '2026-03-03T06:00Z'],
    ["in the user's zone: quiet only in UTC", NIGHT, WARSAW, '2026-03-03T06:30Z', null],
    ['in a zone half an hour off UTC', NIGHT, 'Asia/Kolkata', '2026-03-02T16:30Z', '2026-03-03T01:30Z'],
    ['all day but one minute', hours('00:00', '23:59'), 'UTC', '2026-03-02T00:00Z', '2026-03-02T23:59Z'],
    ['in an unknown zone, treated as UTC', NIGHT, 'Europe/Atlantis', '2026-03-02T22:00Z', '2026-03-03T07:00Z'],
    // Warsaw, 29 March 2026: 02:00 becomes 03:00 at 01:00 UTC.
    ['spring: shorter night', NIGHT, WARSAW, '2026-03-28T21:00Z', '2026-03-29T05:00Z'],
    [
      'spring: an end that does not exist comes at the end of the gap',
      hours('22:00', '02:30'),
      WARSAW,
      '2026-03-29T00:30Z',
      '2026-03-29T01:00Z',
    ],
    ['spring: not quiet after the gap', hours('22:00', '02:30'), WARSAW, '2026-03-29T01:00Z', null],
    [
      'spring: a start that does not exist comes at the end of the gap',
      hours('02:30', '07:00'),
      WARSAW,
      '2026-03-29T00:59Z',
      null,
    ],
    ['spring: start at the end of the gap', hours('02:30', '07:00'), WARSAW, '2026-03-29T01:00Z', '2026-03-29T05:00Z'],
    ['spring: hours inside the gap do not exist', hours('02:10', '02:50'), WARSAW, '2026-03-29T01:00Z', null],
    ['spring: hours inside the gap, the day before', hours('02:10', '02:50'), WARSAW, '2026-03-28T12:00Z', null],
    // Warsaw, 25 October 2026: 03:00 becomes 02:00 at 01:00 UTC.
    ['autumn: longer night', NIGHT, WARSAW, '2026-10-24T20:00Z', '2026-10-25T06:00Z'],
    ['autumn: end at the first of two', hours('22:00', '02:30'), WARSAW, '2026-10-25T00:29Z', '2026-10-25T00:30Z'],
    ['autumn: the repeated hour is not quiet again', hours('22:00', '02:30'), WARSAW, '2026-10-25T01:10Z', null],
    [
      'autumn: start at the first of two and continue',
      hours('02:30', '07:00'),
      WARSAW,
      '2026-10-25T01:10Z',
      '2026-10-25T06:00Z',
    ],
  ])('end when the clock says so: %s', (_, times, zone, at, until) => {
    expect(quietUntil(times, zone, new Date(at))).toEqual(until === null ? null : new Date(until))
  })
})

describe('a notification mail', () => {
  it.each([
    ['immediately', hours(null, null), 'UTC', '2026-03-02T23:00:01Z', '2026-03-02T23:00:01Z'],
    ['immediately outside of quiet hours', NIGHT, 'UTC', '2026-03-02T12:00Z', '2026-03-02T12:00Z'],
    ['at the end of quiet hours', NIGHT, 'UTC', '2026-03-02T23:00Z', '2026-03-03T07:00Z'],
    ['with the digest of the day', hours(null, null, true), 'UTC', '2026-03-02T07:59Z', '2026-03-02T08:00Z'],
    ['with the next digest', hours(null, null, true), 'UTC', '2026-03-02T08:00Z', '2026-03-03T08:00Z'],
    [
      'with the digest of the zone',
      hours(null, null, true),
      'America/New_York',
      '2026-03-02T12:30Z',
      '2026-03-02T13:00Z',
    ],
    [
      'with the digest after quiet hours',
      { ...NIGHT, digest_enabled: true },
      'UTC',
      '2026-03-02T23:00Z',
      '2026-03-03T08:00Z',
    ],
    [
      'after quiet hours that delay the digest',
      hours('22:00', '09:30', true),
      'UTC',
      '2026-03-02T12:00Z',
      '2026-03-03T09:30Z',
    ],
    ['with the digest that ends them', hours('22:00', '08:00', true), 'UTC', '2026-03-02T23:00Z', '2026-03-03T08:00Z'],
    [
      'with the digest after the clocks went forward',
      hours(null, null, true),
      WARSAW,
      '2026-03-28T12:00Z',
      '2026-03-29T06:00Z',
    ],
    ['with the digest after they went back', hours(null, null, true), WARSAW, '2026-10-24T12:00Z', '2026-10-25T07:00Z'],
  ])('a mail is due %s', (_, times, zone, at, due) => {
    expect(mailDueAt(times, zone, new Date(at))).toEqual(new Date(due))
  })
})
