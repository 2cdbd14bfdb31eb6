import { describe, expect, it } from 'vitest'
import {
  answered,
  asking,
  type CheckSchedule,
  dueAt,
  edited,
  NEVER_CHECKED,
  refused,
  settled,
} from './check-schedule.ts'

/** When the server is asked about edits at these instants, if each answer takes a while. */
function askedAt(edits: readonly number[], answerMs = 100): number[] {
  const asked: number[] = []
  const last = Math.max(...edits) + 20_000
  let schedule: CheckSchedule = NEVER_CHECKED
  let answerAt = Infinity
  for (let now = 0; now <= last; now += 10) {
    if (edits.includes(now)) schedule = edited(schedule, now)
    if (now >= answerAt) {
      schedule = answered(schedule)
      answerAt = Infinity
    }
    if (now >= (dueAt(schedule) ?? Infinity)) {
      schedule = asking(schedule, now)
      asked.push(now)
      answerAt = now + answerMs
    }
  }
  return asked
}

const every = (ms: number, count: number): number[] => Array.from({ length: count }, (_, index) => index * ms)

describe('the server is asked', () => {
  it.each<[string, readonly number[], readonly number[]]>([
    ['half a second after an edit', [1_000], [1_500]],
    ['once about edits in quick succession', [0, 100, 200, 300], [800]],
    ['every two seconds while typing goes on, and once after it', every(100, 50), [2_000, 4_100, 5_800]],
    ['again about an edit that comes later', [0, 5_000], [500, 5_500]],
    ['not too soon after the last time', [0, 600], [500, 2_200]],
  ])('%s', (_, edits, expected) => {
    expect(askedAt(edits)).toEqual(expected)
  })

  it.each([100, 250, 400, 500, 510, 520, 550])('one to four times about ten edits, %i ms apart', (ms) => {
    expect(askedAt(every(ms, 10)).length).toBeLessThanOrEqual(4)
  })

  it.each([50, 480, 510, 700, 1_000])('at most 40 times a minute, however one types (every %i ms)', (ms) => {
    const asked = askedAt(every(ms, Math.floor(60_000 / ms)))

    expect(asked.filter((at) => at < 60_000).length).toBeLessThanOrEqual(40)
    // While typing goes on, never longer than two seconds and a little apart.
    const typed = asked.filter((at) => at < 58_000)
    for (const [index, at] of typed.entries()) expect(at - (typed[index - 1] ?? 0)).toBeLessThanOrEqual(2_000 + ms)
  })

  it('one question at a time', () => {
    expect(askedAt(every(100, 50), 3_000)).toEqual([2_000, 5_000])
  })

  it('not while it asks for a pause, and then again', () => {
    const schedule = refused(asking(edited(NEVER_CHECKED, 0), 500), 600, 30)

    expect(dueAt(schedule)).toBe(30_600)
  })

  it('not about what was undone', () => {
    expect(dueAt(settled(edited(NEVER_CHECKED, 0)))).toBeUndefined()
  })
})
