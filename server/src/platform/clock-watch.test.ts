import { pino } from 'pino'
import type { Pool } from 'pg'
import { describe, expect, it } from 'vitest'
import { MINUTE, SECOND } from '../kernel/durations.ts'
import { createManualClock } from '../testing/manual-clock.ts'
import { createClockWatch } from './clock-watch.ts'

async function watching(offsetMs: number, kind: 'postgres' | 'embedded' = 'postgres') {
  const lines: { level: number; msg: string }[] = []
  const logger = pino({}, { write: (line) => void lines.push(JSON.parse(line)) })
  const clock = createManualClock()
  const time = { ms: 1_000_000_000_000 }
  // Answers with its own time, as the database does.
  const pool = { query: async () => ({ rows: [{ ms: time.ms - offsetMs }] }) } as unknown as Pool
  const watch = createClockWatch({ database: { kind, pool }, clock, logger, systemTime: () => time.ms })
  const { close } = await watch.start()
  return { watch, clock, lines, close }
}

describe("this machine's clock beside the database's", () => {
  it.each([
    [0, 0, true],
    [4 * SECOND, 0, true],
    [-6 * SECOND, 1, true],
    [3 * MINUTE, 1, false],
    [-3 * MINUTE, 1, false],
  ])('%i ms apart: %i warning, and it may judge ages: %s', async (offsetMs, warnings, mayJudgeAge) => {
    const { watch, lines, close } = await watching(offsetMs)

    expect(watch.offsetMs()).toBe(offsetMs)
    expect(lines).toHaveLength(warnings)
    expect(watch.mayJudgeAge()).toBe(mayJudgeAge)
    close()
  })

  it('is measured once a minute, with at most one line each time', async () => {
    const { clock, lines, close } = await watching(3 * MINUTE)

    await clock.advance(2 * MINUTE)
    close()

    expect(lines.map(({ msg }) => msg)).toEqual(
      Array(3).fill(expect.stringContaining("180.0 s ahead of the database's")),
    )
    expect(clock.pendingTimers()).toBe(0)
  })

  it('is the same as that of the embedded database', async () => {
    const { watch, clock } = await watching(3 * MINUTE, 'embedded')

    expect([watch.offsetMs(), watch.mayJudgeAge(), clock.pendingTimers()]).toEqual([undefined, true, 0])
  })
})
