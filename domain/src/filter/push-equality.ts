import type { Scalar } from '../canvas/canvas.ts'
import type { PropertyInfo } from '../mim/model.ts'
import { addressText, hostOf, macOf } from '../values/addresses.ts'
import { textOf } from '../values/compare-texts.ts'
import { canonicalNumber } from '../values/numbers.ts'
import {
  combine,
  containsPiece,
  isNumeric,
  isSendable,
  isTextual,
  at,
  type Pushed,
  type PushedProperty,
} from './pushed.ts'

/** Equality with one value; undefined when the controller has no form of it that finds all equal values. */
export function pushEquality(wanted: Scalar, subject: PushedProperty): Pushed | undefined {
  if (wanted === null) return undefined
  if (typeof wanted === 'boolean') return equalsFlag(wanted, subject)
  if (typeof wanted === 'number' && !isNumeric(subject.info)) return equalsNumber(textOf(wanted), subject)
  return equalsText(textOf(wanted), subject)
}

/**
 * The controller writes numbers and addresses in its own form, and compares properties of these types by value. So the
 * given text and that form find every equal value.
 */
function equalsText(text: string, subject: PushedProperty): Pushed | undefined {
  if (!isSendable(text) || !isAccepted(text, subject.info)) return undefined
  const texts = new Set([text, controllerForm(text, subject.info) ?? text])
  const exact = isExactText(text, subject.info)
  return combine(
    'or',
    [...texts].map((value) => ({ filter: { op: 'eq', ...at(subject), value }, exact })),
  )
}

function controllerForm(text: string, info: PropertyInfo | undefined): string | undefined {
  if (isNumeric(info)) return canonicalNumber(text)
  if (info?.type === 'ip') return addressText(text)
  return info?.type === 'mac' ? macOf(text) : undefined
}

/**
 * A number among texts finds `1.10` as well as `1.1`: every text that spells it contains its shortest form. A property
 * of unknown type may be numeric, and it is not certain that `wcard` finds anything in those.
 */
function equalsNumber(text: string, subject: PushedProperty): Pushed | undefined {
  const number = canonicalNumber(text)
  if (number === undefined) return undefined
  if (isTextual(subject.info)) {
    const piece = containsPiece(number, subject)
    const equal: Pushed = { filter: { op: 'eq', ...at(subject), value: number }, exact: false }
    return piece && (subject.info === undefined ? combine('or', [equal, piece]) : piece)
  }
  const equal = (subject.info?.values ?? []).filter((value) => canonicalNumber(value) === number)
  if (subject.info?.type !== 'enum' || equal.length === 0) return undefined
  return combine(
    'or',
    equal.map((value) => ({ filter: { op: 'eq', ...at(subject), value }, exact: true })),
  )
}

/** If a property cannot have a value, the controller answers with an error, not with an empty list. */
export function isAccepted(text: string, info: PropertyInfo | undefined): boolean {
  if (text === '') return isTextual(info)
  return info === undefined || info.values.length === 0 || text.split(',').every((part) => info.values.includes(part))
}

/** The controller may know other spellings of a value: of numbers (`007`), addresses, dates, flags in another order. */
function isExactText(text: string, info: PropertyInfo | undefined): boolean {
  if (info === undefined) return !/^[-+.:0-9]|,/.test(text) && hostOf(text) === undefined && macOf(text) === undefined
  if (isNumeric(info)) return canonicalNumber(text) === undefined ? !/^[-+.0-9]|,/.test(text) : text.length <= 15
  if (info.type === 'flags') return !/^[-+.0-9]|,/.test(text)
  return !['date', 'ip', 'mac'].includes(info.type)
}

/** Most flags are yes or no, some true or false, and the wrong spelling is an error, so only a known type is pushed. */
function equalsFlag(wanted: boolean, { info, ...subject }: PushedProperty): Pushed | undefined {
  const spellings = wanted ? ['yes', 'true'] : ['no', 'false']
  const value = info?.type === 'boolean' ? spellings.find((spelling) => info.values.includes(spelling)) : undefined
  return value === undefined ? undefined : { filter: { op: 'eq', ...subject, value }, exact: true }
}
