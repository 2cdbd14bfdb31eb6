/** How a user wants to read times: the preferences of the profile. */
export type TimeFormat = { readonly timezone: string; readonly date_format: string; readonly time_format: string }

type Parts = Readonly<Record<'year' | 'month' | 'day', string>>

/** `2026-11-22 06:30` in the user's zone and formats; the zone is shown beside tables and in titles. */
export function formatTime(
  instant: string | number | Date,
  format: TimeFormat,
  precision: 'minute' | 'second' = 'minute',
): string {
  const date = new Date(instant)
  return `${formatDate(date, format)} ${clockTime(date, format, precision)}`
}

function formatDate(instant: string | number | Date, { timezone, date_format }: TimeFormat): string {
  const parts = new Intl.DateTimeFormat('en-GB', {
    timeZone: timezone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  })
    .formatToParts(new Date(instant))
    .reduce((found, { type, value }) => ({ ...found, [type]: value }), {}) as Parts
  return date_format.replace('YYYY', parts.year).replace('MM', parts.month).replace('DD', parts.day)
}

export function clockTime(
  instant: string | number | Date,
  { timezone, time_format }: TimeFormat,
  precision: 'minute' | 'second',
): string {
  return new Intl.DateTimeFormat('en-GB', {
    timeZone: timezone,
    hour: '2-digit',
    minute: '2-digit',
    ...(precision === 'second' && { second: '2-digit' }),
    hour12: time_format === '12h',
  }).format(new Date(instant))
}

/** The zone in a word: `UTC`, `Warsaw`. */
export const zoneWord = ({ timezone }: Pick<TimeFormat, 'timezone'>): string =>
  timezone.split('/').at(-1)!.replaceAll('_', ' ')

const STEPS: readonly (readonly [unit: Intl.RelativeTimeFormatUnit, seconds: number])[] = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
]
const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' })

/** `5 minutes ago`; days up to a week, then the date says more. */
export function relativeTime(instant: string, now: number): string | undefined {
  const seconds = (new Date(instant).getTime() - now) / 1000
  if (Math.abs(seconds) > 7 * 86_400) return undefined
  const [unit, size] = STEPS.find(([, length]) => Math.abs(seconds) >= length) ?? ['second', 1]
  return Math.abs(seconds) < 60 ? 'just now' : relative.format(Math.trunc(seconds / size), unit)
}

/** `340 ms`, `2.4 s`, `3 min 5 s`. */
export function formatDuration(ms: number): string {
  if (ms < 1_000) return `${Math.round(ms)} ms`
  if (ms < 60_000) return `${(ms / 1_000).toFixed(1)} s`
  return `${Math.floor(ms / 60_000)} min ${Math.round((ms % 60_000) / 1_000)} s`
}
