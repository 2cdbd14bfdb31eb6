/** A cron expression as the values it allows. */
export type Cron = {
  readonly minutes: readonly number[]
  readonly hours: readonly number[]
  readonly days: ReadonlySet<number>
  readonly months: ReadonlySet<number>
  /** 0 is Sunday. */
  readonly weekdays: ReadonlySet<number>
  /** The field is `*`. When neither is, a day only has to match one of the two. */
  readonly anyDay: boolean
  readonly anyWeekday: boolean
}

type Field = {
  readonly label: string
  readonly lowest: number
  readonly highest: number
  readonly names?: readonly string[]
}
type Parsed<Value> = { readonly ok: true; readonly value: Value } | { readonly ok: false; readonly fault: string }

const MONTHS = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC']
const WEEKDAYS = ['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT']
const DAYS_IN_MONTH = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
const LONGEST_EXPRESSION = 200

const MINUTE: Field = { label: 'minute', lowest: 0, highest: 59 }
const HOUR: Field = { label: 'hour', lowest: 0, highest: 23 }
const DAY: Field = { label: 'day of month', lowest: 1, highest: 31 }
const MONTH: Field = { label: 'month', lowest: 1, highest: 12, names: MONTHS }
const WEEKDAY: Field = { label: 'day of week', lowest: 0, highest: 7, names: WEEKDAYS }
const FIELDS = [MINUTE, HOUR, DAY, MONTH, WEEKDAY]

/** Reads a five-field cron expression. A fault says what is wrong and what was expected. */
export function parseCron(expression: string): Parsed<Cron> {
  if (expression.length > LONGEST_EXPRESSION) {
    return fault(`${expression.length} characters: expected at most ${LONGEST_EXPRESSION}.`)
  }
  const texts = expression.split(/[ \t]+/).filter((text) => text !== '')
  if (texts.length !== FIELDS.length) {
    return fault(
      `${JSON.stringify(expression)}: expected five fields (${FIELDS.map(({ label }) => label).join(', ')}), not ${texts.length}.`,
    )
  }
  const fields = parseFields(texts)
  if (!fields.ok) return fields
  const [minutes, hours, days, months, weekdays] = fields.value as [number[], number[], number[], number[], number[]]
  const cron: Cron = {
    minutes,
    hours,
    days: new Set(days),
    months: new Set(months),
    weekdays: new Set(weekdays.map((weekday) => weekday % 7)),
    anyDay: texts[2] === '*',
    anyWeekday: texts[4] === '*',
  }
  if (neverComes(cron)) return fault(`day of month ${texts[2]!} in month ${texts[3]!}: expected a date that exists.`)
  return { ok: true, value: cron }
}

/** Whether the date ever exists; 29 February does. A day of the week always matches some day. */
function neverComes({ days, months, anyWeekday }: Cron): boolean {
  const firstDay = Math.min(...days)
  return anyWeekday && [...months].every((month) => firstDay > DAYS_IN_MONTH[month - 1]!)
}

function parseFields(texts: readonly string[]): Parsed<number[][]> {
  const values: number[][] = []
  for (const [index, field] of FIELDS.entries()) {
    const parsed = parseField(texts[index]!, field)
    if (!parsed.ok) return parsed
    values.push(parsed.value)
  }
  return { ok: true, value: values }
}

/** The allowed values, in order and each once. */
function parseField(text: string, field: Field): Parsed<number[]> {
  const values = new Set<number>()
  for (const item of text.split(',')) {
    const parsed = parseItem(item, field)
    if (!parsed.ok) return parsed
    const { first, last, step } = parsed.value
    for (let value = first; value <= last; value += step) values.add(value)
  }
  return { ok: true, value: [...values].sort((a, b) => a - b) }
}

/** `*`, a value or a range; the first and the last can have a step. */
function parseItem(item: string, field: Field): Parsed<{ first: number; last: number; step: number }> {
  const [span = '', stepText, ...rest] = item.split('/')
  if (rest.length > 0) return fault(`${field.label} ${item}: expected one step, such as */5.`)
  const range = parseRange(span, field)
  if (!range.ok) return range
  if (stepText === undefined) return { ok: true, value: { ...range.value, step: 1 } }
  if (range.value.single) {
    return fault(
      `${field.label} ${item}: expected * or a range before the step, such as ${span}-${field.highest}/${stepText}.`,
    )
  }
  const mostSteps = field === WEEKDAY ? 7 : field.highest - field.lowest + 1
  const step = /^\d+$/.test(stepText) ? Number(stepText) : NaN
  if (!(step >= 1 && step <= mostSteps)) {
    return fault(`${field.label} ${item}: expected a step of 1 to ${mostSteps}.`)
  }
  return { ok: true, value: { ...range.value, step } }
}

function parseRange(span: string, field: Field): Parsed<{ first: number; last: number; single: boolean }> {
  // 7 is Sunday again, so a step must not visit it twice.
  if (span === '*')
    return { ok: true, value: { first: field.lowest, last: field === WEEKDAY ? 6 : field.highest, single: false } }
  const [firstText = '', lastText, ...rest] = span.split('-')
  const first = readValue(firstText, field)
  if (first === undefined || rest.length > 0)
    return fault(`${field.label} ${span === '' ? `""` : span}: expected ${expectation(field)}.`)
  if (lastText === undefined) return { ok: true, value: { first, last: first, single: true } }
  const last = lastText.toUpperCase() === 'SUN' && field === WEEKDAY ? 7 : readValue(lastText, field)
  if (last === undefined) return fault(`${field.label} ${span === '' ? `""` : span}: expected ${expectation(field)}.`)
  if (last < first) return fault(`${field.label} ${span}: expected a range that begins with the smaller value.`)
  return { ok: true, value: { first, last, single: false } }
}

function readValue(text: string, { names, lowest, highest }: Field): number | undefined {
  const named = names?.indexOf(text.toUpperCase()) ?? -1
  if (named >= 0) return named + lowest
  const value = /^\d{1,4}$/.test(text) ? Number(text) : NaN
  return value >= lowest && value <= highest ? value : undefined
}

function expectation({ names, lowest, highest }: Field): string {
  return `${lowest} to ${highest}${names === undefined ? '' : `, ${names[0]!} to ${names.at(-1)!}`}, a range, a list or *`
}

function fault(message: string): { readonly ok: false; readonly fault: string } {
  return { ok: false, fault: message }
}
