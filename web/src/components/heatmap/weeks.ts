/** A day as the server counts it. */
export type HeatDay = {
  /** YYYY-MM-DD, in the zone of the user. */
  readonly date: string
  readonly captures: number
  /** From 0 to 1, how much changed. */
  readonly score: number
  readonly missed: number
}

/** Where a day is: its week is a column, its weekday a row; Monday is 0. */
export type HeatPlace = { readonly week: number; readonly weekday: number }

const DAY_MS = 86_400_000
const dayNumber = (date: string): number => Math.round(Date.parse(`${date}T00:00:00Z`) / DAY_MS)
/** 1 January 1970 was a Thursday. */
const weekdayOf = (day: number): number => (((day + 3) % 7) + 7) % 7

/** Places of days that follow each other. */
export function placesOf(days: readonly HeatDay[]): readonly HeatPlace[] {
  const first = dayNumber(days[0]?.date ?? '1970-01-01')
  const monday = first - weekdayOf(first)
  return days.map(({ date }) => {
    const day = dayNumber(date)
    return { week: Math.floor((day - monday) / 7), weekday: weekdayOf(day) }
  })
}

/** How many weeks the year that ends today begins or ends in. */
export function weeksOfYear(now: number): number {
  const today = Math.floor(now / DAY_MS)
  const [first, last] = [today - 365, today].map((day) => day - weekdayOf(day))
  return (last! - first!) / 7 + 1
}

/** A month above the week that it begins in, unless the one before it is too close. */
export function monthLabels(days: readonly HeatDay[]): readonly { readonly week: number; readonly month: number }[] {
  const places = placesOf(days)
  const labels: { week: number; month: number }[] = []
  for (const [index, { date }] of days.entries()) {
    const month = Number(date.slice(5, 7)) - 1
    const isNew = index === 0 || date.endsWith('-01')
    const { week } = places[index]!
    if (!isNew) continue
    // The rest of a month at the beginning gives way to the next one.
    if (labels.length > 0 && week - labels.at(-1)!.week < 3) labels.pop()
    labels.push({ week, month })
  }
  return labels
}

/** Few steps that an eye can tell apart: nothing, little, some, much, most of it. */
export function levelOf(score: number): 0 | 1 | 2 | 3 | 4 {
  if (score <= 0) return 0
  if (score < 0.02) return 1
  if (score < 0.1) return 2
  return score < 0.3 ? 3 : 4
}

/** From one day to another by a key: up and down by days, left and right by weeks. */
export function nextDay(key: string, from: number, count: number): number | undefined {
  const step = { ArrowUp: -1, ArrowDown: 1, ArrowLeft: -7, ArrowRight: 7 }[key]
  if (key === 'Home') return 0
  if (key === 'End') return count - 1
  if (step === undefined) return undefined
  const next = from + step
  return next < 0 || next >= count ? from : next
}
