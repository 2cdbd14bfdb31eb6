/** A day that somebody typed, and the words beside it. */
export type DayInText = { readonly date: string; readonly rest: string }

const DAY_MS = 86_400_000
const WEEKDAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'] as const
const MONTHS = 'january february march april may june july august september october november december'.split(' ')
/** `m` may be any of several. */
const LEAST_LETTERS = 3

/** `bd settings friday`, `bd settings 22 nov`, `2026-11-22 bd`: the day at or before today. */
export function dayInText(text: string, today: string): DayInText | undefined {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  for (let at = 0; at < words.length; at += 1) {
    for (const length of [2, 1]) {
      const date = dayOf(words.slice(at, at + length), today)
      if (date !== undefined) return { date, rest: words.toSpliced(at, length).join(' ') }
    }
  }
  return undefined
}

function dayOf([first = '', second, ...more]: readonly string[], today: string): string | undefined {
  if (more.length > 0) return undefined
  if (second !== undefined) return dayOfMonth(first, second, today) ?? dayOfMonth(second, first, today)
  if (/^\d{4}-\d\d-\d\d$/.test(first) && !Number.isNaN(Date.parse(`${first}T00:00:00Z`))) return first
  if (first === 'today') return today
  if (first === 'yesterday') return daysBefore(today, 1)
  const weekday = placeIn(WEEKDAYS, first)
  return weekday < 0 ? undefined : daysBefore(today, (new Date(`${today}T00:00:00Z`).getUTCDay() - weekday + 7) % 7)
}

function dayOfMonth(day: string, name: string, today: string): string | undefined {
  const month = placeIn(MONTHS, name)
  if (month < 0 || !/^\d{1,2}$/.test(day)) return undefined
  const year = Number(today.slice(0, 4))
  const inYear = (wanted: number) => new Date(Date.UTC(wanted, month, Number(day))).toISOString().slice(0, 10)
  const found = inYear(year) > today ? inYear(year - 1) : inYear(year)
  // The 31st of a month that has none.
  return Number(found.slice(8)) === Number(day) ? found : undefined
}

const placeIn = (names: readonly string[], word: string): number =>
  word.length < LEAST_LETTERS ? -1 : names.findIndex((name) => name.startsWith(word))

const daysBefore = (date: string, days: number): string =>
  new Date(Date.parse(`${date}T00:00:00Z`) - days * DAY_MS).toISOString().slice(0, 10)
