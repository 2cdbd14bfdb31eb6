const DATE = /^(\d{4})-(\d{2})-(\d{2})$/
const TIME = /^([01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:[.,]\d{1,9})?)?(?:Z|[+-](?:[01]\d|2[0-3])(?::?[0-5]\d)?)?$/i
const LONGEST = 40

/** A day of the calendar, written `2026-03-31`. The 30th of February is none. */
export function isDate(text: string): boolean {
  const [, year = '', month = '', day = ''] = DATE.exec(text) ?? []
  if (year === '' || year === '0000') return false
  const date = new Date(`${year}-${month}-${day}T00:00:00Z`)
  // A day that its month does not have becomes one of the next month.
  return !Number.isNaN(date.getTime()) && date.toISOString().slice(0, 10) === text
}

/** A date and a time in ISO 8601, `T` or a space between them; seconds and offset may be left out. */
export function isDateTime(text: string): boolean {
  if (text.length > LONGEST || !/^[Tt ]$/.test(text[10] ?? '')) return false
  return isDate(text.slice(0, 10)) && TIME.test(text.slice(11))
}
