import { describe, expect, it } from 'vitest'
import { heatmapBounds, heatmapDays, parseWindow } from './heatmap.ts'

type Numbers = { added?: number; removed?: number; changed?: number; rows?: number; before?: number }

const capture = (at: string, { added = 0, removed = 0, changed = 0, rows = 10, before = 10 }: Numbers = {}) => ({
  capturedAt: new Date(at),
  rowCount: rows,
  previousRowCount: before,
  changes: { added, removed, changed, unchanged: 0 },
})
const firstCapture = (at: string) => ({ capturedAt: new Date(at), rowCount: 10, previousRowCount: null, changes: null })

const NOW = '2026-05-10T12:00:00Z'
const daysOf = (captures: Parameters<typeof heatmapDays>[0]['captures'], window = 1, zone = 'UTC', now = NOW) =>
  heatmapDays({ captures, missed: [], window, zone, now: new Date(now) })

const scoreOf = (...captures: ReturnType<typeof capture | typeof firstCapture>[]) => daysOf(captures)[0]?.changeScore

describe('heatmapDays', () => {
  it('has every day of the window, today last, with zeros for days without captures', () => {
    const days = daysOf([capture('2026-05-09T08:00:00Z', { changed: 5 }), capture('2026-05-09T09:00:00Z')], 3)

    expect(days).toEqual([
      { date: '2026-05-08', snapshotCount: 0, changeScore: 0, missed: 0 },
      { date: '2026-05-09', snapshotCount: 2, changeScore: 0.25, missed: 0 },
      { date: '2026-05-10', snapshotCount: 0, changeScore: 0, missed: 0 },
    ])
  })

  it('says how many captures of each day were missed', () => {
    const days = heatmapDays({ captures: [], missed: [0, 2], window: 2, zone: 'UTC', now: new Date(NOW) })

    expect(days.map(({ date, missed }) => [date, missed])).toEqual([
      ['2026-05-09', 0],
      ['2026-05-10', 2],
    ])
  })

  it('leaves out captures before and after the window', () => {
    const days = daysOf([
      capture('2026-05-09T23:59:59.999Z'),
      capture('2026-05-10T00:00:00Z'),
      capture('2026-05-11T00:00:00Z'),
    ])

    expect(days.map(({ snapshotCount }) => snapshotCount)).toEqual([1])
  })

  it.each<[string, Numbers, number]>([
    ['all kinds of differences count', { added: 1, removed: 2, changed: 3 }, 0.6],
    ['relative to the larger side when rows were removed', { removed: 8, rows: 2, before: 10 }, 0.8],
    ['relative to the larger side when rows were added', { added: 8, rows: 10, before: 2 }, 0.8],
    ['rounded to four decimals', { changed: 1, rows: 3, before: 3 }, 0.3333],
    ['at most 1', { added: 10, removed: 10 }, 1],
    ['0 when both sides are empty', { rows: 0, before: 0 }, 0],
    ['1 when the previous snapshot was empty', { added: 5, rows: 5, before: 0 }, 1],
  ])('computes the score: %s', (_fact, numbers, score) => {
    expect(scoreOf(capture(NOW, numbers))).toBe(score)
  })

  it('excludes first captures from the mean but counts them', () => {
    const [day] = daysOf([firstCapture(NOW), capture(NOW, { changed: 4 }), capture(NOW, { changed: 2 })])

    expect(day).toEqual({ date: '2026-05-10', snapshotCount: 3, changeScore: 0.3, missed: 0 })
    expect(scoreOf(firstCapture(NOW))).toBe(0)
  })

  it.each([
    ['half an hour off', 'Asia/Kolkata', '2026-05-09T18:29:59.999Z', '2026-05-09T18:30:00Z', '2026-05-10T12:00:00Z'],
    ['three quarters off', 'Asia/Kathmandu', '2026-05-09T18:14:59Z', '2026-05-09T18:15:00Z', '2026-05-10T12:00:00Z'],
    ['behind UTC', 'America/New_York', '2026-05-10T03:59:59Z', '2026-05-10T04:00:00Z', '2026-05-11T02:00:00Z'],
    ['on a day of 23 hours', 'Europe/Warsaw', '2026-03-28T22:59:59Z', '2026-03-28T23:00:00Z', '2026-03-29T21:59:59Z'],
    ['on a day of 25 hours', 'Europe/Warsaw', '2026-10-24T21:59:59Z', '2026-10-24T22:00:00Z', '2026-10-25T22:59:59Z'],
    [
      'on a day that begins in a gap',
      'Africa/Cairo',
      '2026-04-23T21:59:59Z',
      '2026-04-23T22:00:00Z',
      '2026-04-24T20:00:00Z',
    ],
  ])('starts days at local midnight: %s', (_where, zone, yesterday, today, now) => {
    const days = daysOf([capture(yesterday), capture(today), capture(now)], 2, zone, now)

    expect(days.map(({ snapshotCount }) => snapshotCount)).toEqual([1, 2])
  })

  it('has each date exactly once across clock changes and leap days', () => {
    const days = daysOf([], 366, 'Europe/Warsaw', '2028-11-01T23:30:00Z')

    expect(new Set(days.map(({ date }) => date)).size).toBe(366)
    expect([days[0]?.date, days.at(-1)?.date]).toEqual(['2027-11-03', '2028-11-02'])
    expect(days.map(({ date }) => date)).toContain('2028-02-29')
  })
})

describe('parseWindow', () => {
  it.each([
    ['1d', 1],
    ['30d', 30],
    ['366d', 366],
  ])('parses the window %s', (text, days) => {
    expect(parseWindow(text)).toBe(days)
  })

  it.each(['', '0d', '367d', '999d', '1000d', '030d', '30', 'd', '-1d', '1.5d', ' 30d', '30d\n', '30D', '30h', '٣d'])(
    'rejects the window %j',
    (text) => {
      expect(parseWindow(text)).toBeUndefined()
    },
  )
})

describe('heatmapBounds', () => {
  it('are the midnights of a zone, also across a clock change', () => {
    const bounds = heatmapBounds({ window: 2, zone: 'Europe/Warsaw', now: new Date('2026-03-29T12:00:00Z') })

    expect(bounds.map((bound) => bound.toISOString().slice(0, 16))).toEqual([
      '2026-03-27T23:00',
      '2026-03-28T23:00',
      '2026-03-29T22:00',
    ])
  })
})
