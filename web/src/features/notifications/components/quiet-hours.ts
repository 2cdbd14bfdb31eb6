/** A part of a day, in minutes since midnight. */
type DayPart = { readonly start: number; readonly end: number }

export const DAY_MINUTES = 24 * 60
const STEP = 30

/** Quiet hours as they are on a strip from midnight to midnight: two parts if they last over midnight. */
export function quietParts(from: string, until: string): readonly DayPart[] {
  const [start, end] = [minutesOf(from), minutesOf(until)]
  if (start === undefined || end === undefined || start === end) return []
  if (start < end) return [{ start, end }]
  return [
    { start: 0, end },
    { start, end: DAY_MINUTES },
  ].filter((part) => part.end > part.start)
}

/** The time at a place of the strip, to the nearest half hour: `22:30`. */
export function timeAt(fraction: number): string {
  const steps = Math.round((Math.min(1, Math.max(0, fraction)) * DAY_MINUTES) / STEP)
  const minutes = (steps * STEP) % DAY_MINUTES
  return `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`
}

/** How long they last: `7 h 30 min`. */
export function lengthOf(parts: readonly DayPart[]): string {
  const minutes = parts.reduce((sum, { start, end }) => sum + end - start, 0)
  return [Math.floor(minutes / 60) > 0 && `${Math.floor(minutes / 60)} h`, minutes % 60 > 0 && `${minutes % 60} min`]
    .filter((part) => part !== false)
    .join(' ')
}

function minutesOf(time: string): number | undefined {
  const [, hours, minutes] = /^(\d\d):(\d\d)/.exec(time) ?? []
  return hours === undefined ? undefined : Number(hours) * 60 + Number(minutes)
}

const two = (value: number): string => String(value).padStart(2, '0')
