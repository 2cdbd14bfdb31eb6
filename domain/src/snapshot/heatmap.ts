import type { SnapshotChanges } from '@heddle/contract/history.ts'
import { firstInstant, wallTime } from '../schedule/time-zone.ts'
import { DAY } from '../values/durations.ts'

const MAX_DAYS = 366

export type HeatmapCapture = {
  readonly capturedAt: Date
  readonly rowCount: number
  /** Row count of the previous snapshot; null, like `changes`, for the first. */
  readonly previousRowCount: number | null
  readonly changes: SnapshotChanges | null
}

export type HeatmapDay = { date: string; snapshotCount: number; changeScore: number; missed: number }

/** The days of a window such as `30d`; undefined for anything but `1d` to `366d`. */
export function parseWindow(text: string): number | undefined {
  const days = /^[1-9]\d{0,2}d$/.test(text) ? parseInt(text, 10) : 0
  return days >= 1 && days <= MAX_DAYS ? days : undefined
}

/** When each day of a window begins, today last, and when today ends. */
export function heatmapBounds({
  window,
  zone,
  now,
}: {
  readonly window: number
  readonly zone: string
  readonly now: Date
}): Date[] {
  const today = Math.floor(wallTime(now.getTime(), zone) / DAY)
  return Array.from(
    { length: window + 1 },
    (_, index) => new Date(firstInstant((today - window + 1 + index) * DAY, zone)),
  )
}

/**
 * All days of a window in a time zone, today last, including those without captures. Captures outside the window are
 * left out. It begins at most `window` days before now, plus the largest clock change, which is one day.
 *
 * The score of a capture is the share of rows that differ from the previous one. The score of a day is the mean of its
 * captures, 0 to 1 with four decimals. First captures have no score and are excluded from the mean.
 */
export function heatmapDays(input: {
  readonly captures: readonly HeatmapCapture[]
  /** How many scheduled captures of each day did not happen. */
  readonly missed: readonly number[]
  readonly window: number
  readonly zone: string
  readonly now: Date
}): HeatmapDay[] {
  const dayOf = (instant: Date): number => Math.floor(wallTime(instant.getTime(), input.zone) / DAY)
  const capturesOf = Map.groupBy(input.captures, ({ capturedAt }) => dayOf(capturedAt))
  const first = dayOf(input.now) - input.window + 1
  return Array.from({ length: input.window }, (_, index) => {
    const captures = capturesOf.get(first + index) ?? []
    return {
      date: dateOf(first + index),
      snapshotCount: captures.length,
      changeScore: meanScore(captures),
      missed: input.missed[index] ?? 0,
    }
  })
}

const dateOf = (day: number): string => new Date(day * DAY).toISOString().slice(0, 10)

function meanScore(captures: readonly HeatmapCapture[]): number {
  const scores = captures.map(scoreOf).filter((score) => score !== undefined)
  if (scores.length === 0) return 0
  const mean = scores.reduce((sum, score) => sum + score, 0) / scores.length
  return Math.round(Math.min(mean, 1) * 10_000) / 10_000
}

/** Up to 2, if all rows were replaced. */
function scoreOf({ rowCount, previousRowCount, changes }: HeatmapCapture): number | undefined {
  if (changes === null || previousRowCount === null) return undefined
  const differing = changes.added + changes.removed + changes.changed
  return differing === 0 ? 0 : differing / Math.max(rowCount, previousRowCount)
}
