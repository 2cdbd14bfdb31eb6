import { DAY, HOUR, MINUTE } from './durations.ts'

const INSTANT = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d)(?::(\d\d)(?:\.(\d{1,18}))?)?(?:Z|([+-])(\d\d):(\d\d))?$/
const DATE = /^\d{4}-\d\d-\d\d$/
const LONGEST = 50
const DAYS_IN_MONTH = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

/**
 * Milliseconds since 1970 of an ISO text such as `2026-03-01T12:00:00.000+01:00`; without an offset it is in UTC.
 * Undefined for any other text, dates without a time included. Microseconds count, smaller parts do not.
 */
export function instantOf(text: string): number | undefined {
  // Most texts are names; this skips the pattern for them.
  if (text.length < 16 || text.charCodeAt(4) !== 45 || text.charCodeAt(10) !== 84 || text.length > LONGEST)
    return undefined
  const parts = INSTANT.exec(text)
  if (parts === null) return undefined
  const [
    ,
    year = '',
    month = '',
    day = '',
    hour = '',
    minute = '',
    second = '0',
    fraction = '',
    sign,
    offsetHour = '0',
    offsetMinute = '0',
  ] = parts
  if (!isDate(Number(year), Number(month), Number(day))) return undefined
  if (
    Number(hour) > 23 ||
    Number(minute) > 59 ||
    Number(second) > 59 ||
    Number(offsetHour) > 23 ||
    Number(offsetMinute) > 59
  )
    return undefined
  const offset = (Number(offsetHour) * HOUR + Number(offsetMinute) * MINUTE) * (sign === '-' ? -1 : 1)
  const day0 = Date.parse(`${year}-${month}-${day}T00:00:00Z`)
  const micros = Number(fraction.slice(0, 6).padEnd(6, '0'))
  return day0 + Number(hour) * HOUR + Number(minute) * MINUTE + Number(second) * 1_000 - offset + micros / 1_000
}

/** The same for the value of a filter, where a date alone is its midnight in UTC. */
export function boundInstant(text: string): number | undefined {
  return instantOf(DATE.test(text) ? `${text}T00:00Z` : text)
}

function isDate(year: number, month: number, day: number): boolean {
  const isLeap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0
  return day >= 1 && day <= (month === 2 && !isLeap ? 28 : (DAYS_IN_MONTH[month - 1] ?? 0))
}

/** The text of an instant in UTC; undefined outside of the years that four digits can name. */
export function instantText(milliseconds: number): string | undefined {
  const date = new Date(milliseconds)
  const year = date.getUTCFullYear()
  return year >= 0 && year <= 9999 ? date.toISOString() : undefined
}

const UNITS: Readonly<Record<string, number>> = { m: MINUTE, h: HOUR, d: DAY, w: 7 * DAY }
const SPAN = /^(\d{1,9})([mhdw])$/

/** Milliseconds of a span such as `24h`; a day always has 24 hours. */
export function spanOf(text: string): number | undefined {
  const [, count = '', unit = ''] = SPAN.exec(text) ?? []
  const size = UNITS[unit]
  return size === undefined ? undefined : Number(count) * size
}

/** The instant that `now`, `now-24h` or `now+7d` names, as text in UTC; undefined for other names. */
export function relativeInstant(name: string, now: number): string | undefined {
  if (name === 'now') return instantText(now)
  const sign = name.startsWith('now-') ? -1 : name.startsWith('now+') ? 1 : 0
  const span = sign === 0 ? undefined : spanOf(name.slice(4))
  return span === undefined ? undefined : instantText(now + sign * span)
}

/** Whether a name is one of those, which no variable can have. */
export function isRelativeName(name: string): boolean {
  return name === 'now' || /^now[+-]\d+[mhdw]$/.test(name)
}
