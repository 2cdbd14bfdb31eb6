import { textOf } from '../values/compare-texts.ts'
import { compareValues } from '../values/compare-values.ts'
import { numberText } from '../values/numbers.ts'
import { failEvaluation } from './evaluation-failure.ts'
import { LIMITS } from './expression-limits.ts'
import { asNumber } from './numbers.ts'
import { bounded, isList, kindOfOperand, compareOperands } from './operators.ts'
import { cellOfOperand, isTyped, type Operand, textOfTyped } from './typed-values.ts'

export type Callable = {
  /** Fewest and most arguments; for methods, not counting the value in front of the dot. */
  readonly takes: readonly [number, number]
  call(args: readonly Operand[]): Operand
}

const onText = (
  takes: Callable['takes'],
  call: (text: string, args: readonly Operand[]) => Operand,
  name: string,
): Callable => ({
  takes,
  call: ([subject = null, ...args]) => call(text(subject, name), args),
})

const withText = (name: string, call: (subject: string, argument: string) => Operand): Callable =>
  onText([1, 1], (subject, [argument = null]) => call(subject, text(argument, name)), name)

const MOST_ARGUMENTS = 100

/** `name(x)`. */
export const FUNCTIONS: Readonly<Record<string, Callable>> = {
  size: { takes: [1, 1], call: ([value = null]) => sizeOf(value) },
  number: { takes: [1, 1], call: ([value = null]) => toNumber(value, 'number') },
  double: { takes: [1, 1], call: ([value = null]) => toNumber(value, 'double') },
  int: { takes: [1, 1], call: ([value = null]) => Math.trunc(toNumber(value, 'int')) },
  string: { takes: [1, 1], call: ([value = null]) => toText(value) },
  round: {
    takes: [1, 2],
    call: ([value = null, digits = 0]) => round(toNumber(value, 'round'), toNumber(digits, 'round')),
  },
  min: { takes: [1, MOST_ARGUMENTS], call: (values) => extreme(values, 'min', (order) => order < 0) },
  max: { takes: [1, MOST_ARGUMENTS], call: (values) => extreme(values, 'max', (order) => order > 0) },
  coalesce: { takes: [1, MOST_ARGUMENTS], call: (values) => values.find((value) => value !== null) ?? null },
  bool: { takes: [1, 1], call: ([value = null]) => toBoolean(value) },
}

/** `x.name(y)`; `matches` is compiled separately, because its pattern is checked once. */
export const METHODS: Readonly<Record<string, Callable>> = {
  contains: withText('contains', (subject, part) => subject.includes(part)),
  startsWith: withText('startsWith', (subject, part) => subject.startsWith(part)),
  endsWith: withText('endsWith', (subject, part) => subject.endsWith(part)),
  indexOf: withText('indexOf', (subject, part) => subject.indexOf(part)),
  lastIndexOf: withText('lastIndexOf', (subject, part) => subject.lastIndexOf(part)),
  split: withText('split', (subject, separator) => bounded(subject.split(separator))),
  substring: onText([1, 2], substring, 'substring'),
  replace: onText([2, 2], replace, 'replace'),
  lowerAscii: onText([0, 0], (subject) => subject.toLowerCase(), 'lowerAscii'),
  upperAscii: onText([0, 0], (subject) => subject.toUpperCase(), 'upperAscii'),
  trim: onText([0, 0], (subject) => subject.trim(), 'trim'),
  size: { takes: [0, 0], call: ([value = null]) => sizeOf(value) },
  join: { takes: [0, 1], call: ([list = null, separator = '']) => join(list, text(separator, 'join')) },
}

function sizeOf(value: Operand): number {
  if (typeof value === 'string') return value.length
  return isList(value) ? value.length : failEvaluation(`size: ${kindOfOperand(value)} is neither text nor a list`)
}

// An explicit conversion means a number, so unlike everywhere else `007` and `+5` are numbers here.
function toNumber(value: Operand, name: string): number {
  if (typeof value === 'string' && /^[+-]?\d{1,40}(?:\.\d{1,40})?$/.test(value)) return Number(value)
  if (isTyped(value) && 'milliseconds' in value) return value.milliseconds / 1_000
  return asNumber(value) ?? failEvaluation(`${name}: ${kindOfOperand(value)} is not a number`)
}

function toText(value: Operand): string {
  if (isTyped(value)) return textOfTyped(value)
  return value === null || isList(value)
    ? failEvaluation(`string: ${kindOfOperand(value)} has no text`)
    : typeof value === 'number'
      ? numberText(value)
      : String(value)
}

function toBoolean(value: Operand): boolean {
  if (typeof value === 'boolean') return value
  const spelled = isTyped(value) ? '' : textOf(cellOfOperand(value)).toLowerCase()
  // `yes` and `no` are how the controller writes flags.
  if (['true', 'yes', '1'].includes(spelled)) return true
  if (['false', 'no', '0'].includes(spelled)) return false
  return failEvaluation(`bool: ${kindOfOperand(value)} is neither true nor false`)
}

// Numbers too: a variable that looks like a number becomes one, as in `name.contains({{vlan}})`.
function text(value: Operand, name: string): string {
  if (typeof value === 'number') return numberText(value)
  return typeof value === 'string' ? value : failEvaluation(`${name}: ${kindOfOperand(value)} is not text`)
}

function substring(subject: string, [from = null, to = subject.length]: readonly Operand[]): string {
  const start = toNumber(from, 'substring')
  const end = toNumber(to, 'substring')
  const fits = Number.isInteger(start) && Number.isInteger(end) && start >= 0 && start <= end && end <= subject.length
  return fits
    ? subject.slice(start, end)
    : failEvaluation(`substring: ${start} to ${end} is outside a text of ${subject.length}`)
}

function replace(subject: string, [old = null, replacement = null]: readonly Operand[]): string {
  return join(subject.split(text(old, 'replace')), text(replacement, 'replace'))
}

// The length is checked before the text is built: a short list of long texts must not fill the memory first.
function join(value: Operand, separator: string): string {
  if (!isList(value)) return failEvaluation(`join: ${kindOfOperand(value)} is not a list`)
  const texts = bounded(value).map(toText)
  const length = texts.reduce((sum, item) => sum + item.length + separator.length, 0)
  return length > LIMITS.resultSize ? failEvaluation(`longer than ${LIMITS.resultSize}`) : texts.join(separator)
}

/** Half rounds away from zero: 2.5 is 3, -2.5 is -3. */
function round(value: number, digits: number): number {
  if (!Number.isInteger(digits) || digits < 0 || digits > 15)
    return failEvaluation(`round: ${digits} digits: expected 0 to 15`)
  // Moving the point in the text does not change the number, as multiplying would: 1.005 * 100 is 100.49999999999999.
  const moved = Number(`${numberText(Math.abs(value))}e${digits}`)
  const rounded = Number(`${numberText(Math.round(moved))}e-${digits}`)
  return value < 0 ? -rounded : rounded
}

/** The least or greatest of the values that are not null; null when all are. */
function extreme(values: readonly Operand[], name: string, isBetter: (order: number) => boolean): Operand {
  let best: Operand = null
  for (const value of values)
    if (value !== null && (best === null || isBetter(naturalOrder(value, best, name)))) best = value
  return best
}

/** As for the aggregates of these names: `eth1/9` is less than `eth1/10`. */
function naturalOrder(value: Operand, other: Operand, name: string): number {
  return typeof value === 'string' && typeof other === 'string'
    ? compareValues(value, other)
    : compareOperands(value, other, name)
}
