import ipaddr from 'ipaddr.js'
import type { ColumnFieldType } from '@heddle/contract/automation-templates.ts'
import { splitDn } from '../dn/dn.ts'
import { canonicalNumber } from '../values/numbers.ts'
import type { Value } from '../values/row.ts'
import { isDate, isDateTime } from './calendar.ts'

/**
 * A value in the type of its column. Two values with the same identity count as equal: an address has several
 * spellings, and is passed on as it was written.
 */
type Reading = { readonly value: Value; readonly identity: string } | { readonly expected: string }

const LONGEST_ADDRESS = 49

const plain = (value: string | number | boolean): Reading => ({ value, identity: String(value) })

/** A reader of texts: the identity of a text, or undefined when it is not what is expected. */
const textReader =
  (expected: string, identityOf: (text: string) => string | undefined) =>
  (raw: unknown): Reading => {
    const identity = typeof raw === 'string' ? identityOf(raw) : undefined
    return typeof raw === 'string' && identity !== undefined ? { value: raw, identity } : { expected }
  }

/** Numbers may also be sent as plain text: `"5"`, not `"5e0"` or `"0x5"`. */
function readNumber(raw: unknown): number | undefined {
  const number =
    typeof raw === 'number' ? raw : typeof raw === 'string' ? Number(canonicalNumber(raw) ?? Number.NaN) : Number.NaN
  // Zero has no sign on the wire.
  return Number.isFinite(number) ? number + 0 : undefined
}

function readInteger(raw: unknown): Reading {
  const number = readNumber(raw)
  return number !== undefined && Number.isSafeInteger(number) ? plain(number) : { expected: 'an integer' }
}

function readDecimal(raw: unknown): Reading {
  const number = readNumber(raw)
  return number === undefined ? { expected: 'a number' } : plain(number)
}

const BOOLEANS: ReadonlyMap<unknown, boolean> = new Map<unknown, boolean>([
  [true, true],
  ['true', true],
  ['yes', true],
  [false, false],
  ['false', false],
  ['no', false],
])

function readBoolean(raw: unknown): Reading {
  const flag = BOOLEANS.get(typeof raw === 'string' ? raw.toLowerCase() : raw)
  return flag === undefined ? { expected: 'true or false' } : plain(flag)
}

/** A list of texts, or one text with commas. A text that is itself a choice stays whole, whatever it contains. */
function readTexts(raw: unknown, isChoice: (text: string) => boolean): Reading {
  const texts = typeof raw === 'string' ? (isChoice(raw) ? [raw] : raw.split(',').map((part) => part.trim())) : raw
  if (!Array.isArray(texts) || !texts.every((text) => typeof text === 'string')) return { expected: 'a list of texts' }
  const value = [...new Set(texts.filter((text) => text !== ''))]
  return { value, identity: JSON.stringify(value.toSorted()) }
}

function addressIdentity(text: string): string | undefined {
  if (text.length > LONGEST_ADDRESS) return undefined
  if (ipaddr.IPv4.isValidFourPartDecimal(text)) return text
  // A zone names an interface of one host, not an address.
  return text.includes(':') && !text.includes('%') && ipaddr.IPv6.isValid(text)
    ? ipaddr.IPv6.parse(text).toNormalizedString()
    : undefined
}

/** Host bits may be set: a fabric writes a subnet with the address of its gateway. */
function networkIdentity(text: string): string | undefined {
  const [, address = '', length = ''] = /^([^/]{1,49})\/(0|[1-9]\d{0,2})$/.exec(text) ?? []
  const identity = addressIdentity(address)
  if (identity === undefined || Number(length) > (address.includes(':') ? 128 : 32)) return undefined
  return `${identity}/${length}`
}

const MAC_SPELLINGS =
  /^(?:[\da-f]{2}(?:([:-])[\da-f]{2})(?:\1[\da-f]{2}){4}|[\da-f]{4}(?:\.[\da-f]{4}){2}|[\da-f]{12})$/i

const macIdentity = (text: string): string | undefined =>
  MAC_SPELLINGS.test(text) ? text.replaceAll(/[:.-]/g, '').toLowerCase() : undefined

const dnIdentity = (text: string): string | undefined => (text !== '' && splitDn(text) !== undefined ? text : undefined)

type Reader = (raw: unknown, isChoice: (text: string) => boolean) => Reading

/** How a cell of each type is read. */
export const READERS: Readonly<Record<ColumnFieldType, Reader>> = {
  text: textReader('a text', (text) => text),
  integer: readInteger,
  number: readDecimal,
  boolean: readBoolean,
  enum: textReader('a text', (text) => text),
  multi_enum: readTexts,
  ip_address: textReader('an IPv4 or IPv6 address', addressIdentity),
  ip_network: textReader('a network such as 10.0.0.0/24 or 2001:db8::/32', networkIdentity),
  mac_address: textReader('a MAC address such as 00:1b:44:11:3a:b7', macIdentity),
  date: textReader('a date such as 2026-03-31', (text) => (isDate(text) ? text : undefined)),
  datetime: textReader('an ISO 8601 date and time such as 2026-03-31T14:05:00+02:00', (text) =>
    isDateTime(text) ? text : undefined,
  ),
  dn: textReader('a distinguished name such as uni/tn-common', dnIdentity),
}
