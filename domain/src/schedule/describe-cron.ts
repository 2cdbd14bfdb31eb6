import { type Cron, parseCron } from './parse-cron.ts'

const MONTHS = [
  ...['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September', 'October', 'November'],
  'December',
]
const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']
const WORKDAYS = '1,2,3,4,5'
const WEEKEND = '0,6'
/** More times than this read as minutes and hours. */
const MOST_TIMES = 6

/**
 * A cron expression in words, such as `at 06:30 on weekdays`; undefined for one that cannot be read. When both day
 * fields are restricted it says "or", as either is enough.
 */
export function describeCron(expression: string): string | undefined {
  const parsed = parseCron(expression)
  if (!parsed.ok) return undefined
  const { value: cron } = parsed
  return [timesOf(cron), daysOf(cron), monthsOf(cron)].filter((part) => part !== '').join(' ')
}

function timesOf({ minutes, hours }: Cron): string {
  if (hours.length === 24) return minutesOf(minutes)
  if (minutes.length * hours.length <= MOST_TIMES) {
    return `at ${list(hours.flatMap((hour) => minutes.map((minute) => `${two(hour)}:${two(minute)}`)))}`
  }
  return `${minutesOf(minutes)}, ${hoursOf(hours)}`
}

function minutesOf(minutes: readonly number[]): string {
  if (minutes.length === 60) return 'every minute'
  const step = stepOf(minutes, 60)
  if (step !== undefined) return `every ${step} minutes`
  if (minutes.length === 1) return minutes[0] === 0 ? 'every hour' : `every hour at minute ${minutes[0]!}`
  return `every hour at minutes ${list(minutes.map(String))}`
}

function hoursOf(hours: readonly number[]): string {
  const step = stepOf(hours, 24)
  if (step !== undefined) return `every ${step} hours`
  const [first, last] = [hours[0]!, hours.at(-1)!]
  if (hours.length > 2 && hours.length === last - first + 1) return `from ${two(first)}:00 to ${two(last)}:59`
  return `in the ${hours.length === 1 ? 'hour' : 'hours'} of ${list(hours.map((hour) => `${two(hour)}:00`))}`
}

function daysOf({ days, weekdays, anyDay, anyWeekday, hours }: Cron): string {
  const dates = `on day ${list([...days].sort((a, b) => a - b).map(String))} of the month`
  if (anyDay && anyWeekday) return hours.length === 24 ? '' : 'every day'
  if (anyWeekday) return dates
  return anyDay ? weekdaysOf(weekdays) : `${dates}, or ${weekdaysOf(weekdays)}`
}

function weekdaysOf(weekdays: ReadonlySet<number>): string {
  const found = [...weekdays].sort((a, b) => a - b)
  if (found.length === 7) return 'every day'
  if (found.join() === WORKDAYS) return 'on weekdays'
  if (found.join() === WEEKEND) return 'at weekends'
  // Weeks are read from Monday.
  return `on ${list(found.toSorted((a, b) => ((a + 6) % 7) - ((b + 6) % 7)).map((day) => WEEKDAYS[day]!))}`
}

const monthsOf = ({ months }: Cron): string =>
  months.size === 12 ? '' : `in ${list([...months].sort((a, b) => a - b).map((month) => MONTHS[month - 1]!))}`

/** The step that gives exactly these values from 0 on, if there is one. */
function stepOf(values: readonly number[], length: number): number | undefined {
  const step = values[1] ?? length
  const isEven = values[0] === 0 && values.length > 1 && values.length * step === length
  return isEven && values.every((value, index) => value === index * step) ? step : undefined
}

const two = (value: number): string => String(value).padStart(2, '0')

const list = (texts: readonly string[]): string =>
  texts.length < 2 ? texts.join('') : `${texts.slice(0, -1).join(', ')} and ${texts.at(-1)!}`
