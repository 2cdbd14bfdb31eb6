import type { Parameter } from '@heddle/contract/queries.ts'
import { show } from '../canvas/wire.ts'
import { splitDn } from '../dn/dn.ts'
import { hasMovingStep } from '../dn/moving-step.ts'
import { networkOf } from '../values/addresses.ts'
import { textOf } from '../values/compare-texts.ts'
import { boundInstant } from '../values/instants.ts'
import { canonicalNumber } from '../values/numbers.ts'

export type ParameterValue = string | number | boolean
export type ReadValue =
  { readonly ok: true; readonly value: ParameterValue } | { readonly ok: false; readonly fault: string }
type Type = Parameter['type']

/** What a value of each type is, and the value that a variable gets; undefined for a value that does not fit. */
const TYPES: Readonly<
  Record<Type, { readonly expected: string; readonly read: (value: unknown) => ParameterValue | undefined }>
> = {
  text: { expected: 'a text', read: (value) => (typeof value === 'string' ? value : undefined) },
  enum: { expected: 'a text, a number, true or false', read: (value) => (isScalar(value) ? value : undefined) },
  integer: {
    expected: 'a whole number',
    read: (value) => (typeof value === 'number' ? wholeNumber(value) : wholeText(value)),
  },
  number: { expected: 'a number', read: (value) => (typeof value === 'number' ? finite(value) : numberOfText(value)) },
  boolean: {
    expected: 'true or false',
    read: (value) => (value === true || value === 'true' ? true : booleanFalse(value)),
  },
  date: {
    expected: 'a date such as 2026-03-01 or 2026-03-01T12:00:00Z',
    read: (value) => (typeof value === 'string' && boundInstant(value) !== undefined ? value : undefined),
  },
  dn: {
    expected: 'a DN such as uni/tn-common',
    read: (value) => (typeof value === 'string' && isDn(value) ? value : undefined),
  },
  ip: {
    expected: 'an IP address, or a subnet such as 10.1.0.0/16',
    read: (value) => (typeof value === 'string' && networkOf(value) !== undefined ? value : undefined),
  },
}

/** Reads a value of a type. Numbers and booleans may be given as plain text. */
export function readValue(type: Type, value: unknown): ReadValue {
  const { expected, read } = TYPES[type]
  const found = read(value)
  return found === undefined
    ? { ok: false, fault: `${show(value)} does not fit: expected ${expected}` }
    : { ok: true, value: found }
}

/** The choice that a value names, in the spelling of the choice; undefined if it is none of them. */
export function matchingChoice(
  type: Type,
  choices: readonly unknown[],
  value: ParameterValue,
): ParameterValue | undefined {
  const key = choiceKey(type, value)
  return choices.filter(isScalar).find((choice) => choiceKey(type, choice) === key)
}

/** Choices with the same key are the same: addresses in any spelling, anything else as text. */
export function choiceKey(type: Type, value: ParameterValue): string {
  const network = type === 'ip' && typeof value === 'string' ? networkOf(value) : undefined
  if (network) return `${network.address.digits}/${network.length}`
  const text = textOf(value)
  return type === 'number' || type === 'integer' ? (canonicalNumber(text) ?? text) : text
}

const isScalar = (value: unknown): value is ParameterValue =>
  typeof value === 'string' || typeof value === 'boolean' || (typeof value === 'number' && Number.isFinite(value))

const finite = (value: number): number | undefined => (Number.isFinite(value) ? value : undefined)
const wholeNumber = (value: number): number | undefined => (Number.isSafeInteger(value) ? value : undefined)
const booleanFalse = (value: unknown): false | undefined => (value === false || value === 'false' ? false : undefined)

function isDn(text: string): boolean {
  const open = text.indexOf('[')
  // Only values in brackets may contain spaces.
  const plain = open < 0 ? text : text.slice(0, open) + text.slice(text.lastIndexOf(']'))
  return (splitDn(text)?.length ?? 0) > 0 && !hasMovingStep(text) && !/\s/.test(plain)
}

function numberOfText(value: unknown): ParameterValue | undefined {
  const canonical = typeof value === 'string' ? canonicalNumber(value) : undefined
  if (canonical === undefined) return undefined
  // A number that cannot hold all digits would name another value.
  return textOf(Number(canonical)) === canonical ? Number(canonical) : canonical
}

function wholeText(value: unknown): ParameterValue | undefined {
  const number = numberOfText(value)
  return number === undefined || textOf(number).includes('.') ? undefined : number
}
