import { type Address, hostOf, macOf, type Network, networkOf } from '../values/addresses.ts'
import { DAY, HOUR, MINUTE, SECOND } from '../values/durations.ts'
import { boundInstant, instantText } from '../values/instants.ts'
import { compareUnits } from '../values/natural-order.ts'
import type { Value } from '../values/row.ts'
import { compareVersions, readVersion, type Version } from '../values/versions.ts'
import { failEvaluation } from './evaluation-failure.ts'

/** A value that only exists inside an expression; a column gets its text. */
export type Typed =
  | { readonly kind: 'timestamp'; readonly milliseconds: number }
  | { readonly kind: 'duration'; readonly milliseconds: number }
  | { readonly kind: 'ip'; readonly text: string; readonly address: Address }
  | { readonly kind: 'cidr'; readonly text: string; readonly network: Network }
  | { readonly kind: 'mac'; readonly text: string }
  | { readonly kind: 'version'; readonly text: string; readonly version: Version }

/** Anything part of an expression can be. */
export type Operand = string | number | boolean | null | Typed | readonly Operand[]

export function isTyped(value: Operand): value is Typed {
  return typeof value === 'object' && value !== null && 'kind' in value
}

/**
 * Characters or items that a function or operator looks at in a value. What is in the items was counted when a function
 * produced them.
 */
export function weightOf(value: Operand): number {
  return typeof value === 'string' || Array.isArray(value) ? value.length : 0
}

type Kind = Typed['kind']

/** Reads a text as a value of a kind; undefined when it is none. */
export function readTyped(kind: Kind, text: string): Typed | undefined {
  switch (kind) {
    case 'timestamp':
      return timed(kind, boundInstant(text))
    case 'duration':
      return timed(kind, durationOf(text))
    case 'ip': {
      const address = hostOf(text)
      return address && { kind, text: text.split('/', 1).join(''), address }
    }
    case 'cidr': {
      const network = networkOf(text)
      return network && { kind, text, network }
    }
    case 'mac': {
      const mac = macOf(text)
      return mac === undefined ? undefined : { kind, text: mac }
    }
    case 'version': {
      const version = readVersion(text)
      return version && { kind, text, version }
    }
  }
}

function timed(kind: 'timestamp' | 'duration', milliseconds: number | undefined): Typed | undefined {
  return milliseconds === undefined ? undefined : { kind, milliseconds }
}

const UNITS: Readonly<Record<string, number>> = { ms: 1, s: SECOND, m: MINUTE, h: HOUR, d: DAY, w: 7 * DAY }

/** Milliseconds of `90m`, `1h30m` or `-1.5s`. */
function durationOf(text: string): number | undefined {
  if (text.length > 100 || !/^-?(?:\d+(?:\.\d+)?(?:ms|[smhdw]))+$/.test(text)) return undefined
  let sum = 0
  for (const [, count = '', unit = ''] of text.matchAll(/(\d+(?:\.\d+)?)(ms|[smhdw])/g))
    sum += Number(count) * (UNITS[unit] ?? 0)
  return text.startsWith('-') ? -sum : sum
}

/** What a column gets: an instant in UTC, a duration in seconds (`90s`), an address or a version as it was written. */
export function cellOfOperand(operand: Operand): Value {
  if (isTyped(operand)) return textOfTyped(operand)
  return Array.isArray(operand) ? operand.map(cellOfOperand) : (operand as Value)
}

export function textOfTyped(value: Typed): string {
  if (value.kind === 'timestamp')
    return instantText(value.milliseconds) ?? failEvaluation('the timestamp is not in any year from 0 to 9999')
  if (value.kind === 'duration') return `${value.milliseconds / SECOND}s`
  return value.text
}

/** Whether two values, of which one is typed, are equal; text is read as the kind of the other. */
export function typedEqual(left: Operand, right: Operand): boolean {
  const pair = alike(left, right)
  return pair !== undefined && orderOfTyped(...pair) === 0
}

/** The order of two values, of which one is typed; undefined when they have none. */
export function typedOrder(left: Operand, right: Operand): number | undefined {
  const pair = alike(left, right)
  return pair && orderOfTyped(...pair)
}

function alike(left: Operand, right: Operand): [Typed, Typed] | undefined {
  const one = isTyped(left)
    ? left
    : isTyped(right) && typeof left === 'string'
      ? readTyped(right.kind, left)
      : undefined
  const other = isTyped(right)
    ? right
    : isTyped(left) && typeof right === 'string'
      ? readTyped(left.kind, right)
      : undefined
  return one !== undefined && other !== undefined && one.kind === other.kind ? [one, other] : undefined
}

function orderOfTyped(left: Typed, right: Typed): number {
  if ('milliseconds' in left) return 'milliseconds' in right ? left.milliseconds - right.milliseconds : Number.NaN
  if (left.kind === 'version' && right.kind === 'version') return compareVersions(left.version, right.version)
  return compareUnits(orderKey(left), orderKey(right))
}

function orderKey(value: Typed): string {
  if (value.kind === 'ip') return `${value.address.family}${value.address.digits}`
  if (value.kind === 'cidr') return networkKey(value.network)
  return textOfTyped(value)
}

const networkKey = ({ address, length }: Network): string =>
  `${address.family}${address.digits}/${String(length).padStart(3, '0')}`

/** The sum of an instant and a duration, or of two durations; undefined for anything else. */
export function typedSum(left: Operand, right: Operand): Typed | undefined {
  if (!isTyped(left) || !isTyped(right) || !('milliseconds' in left) || !('milliseconds' in right)) return undefined
  if (left.kind === 'timestamp' && right.kind === 'timestamp') return undefined
  const kind = left.kind === 'timestamp' || right.kind === 'timestamp' ? 'timestamp' : 'duration'
  return { kind, milliseconds: left.milliseconds + right.milliseconds }
}

/** The duration between two instants, or an instant or duration less a duration; undefined for anything else. */
export function typedDifference(left: Operand, right: Operand): Typed | undefined {
  if (!isTyped(left) || !isTyped(right) || !('milliseconds' in left) || !('milliseconds' in right)) return undefined
  if (left.kind === 'duration' && right.kind === 'timestamp') return undefined
  const kind = left.kind === 'timestamp' && right.kind === 'duration' ? 'timestamp' : 'duration'
  return { kind, milliseconds: left.milliseconds - right.milliseconds }
}
