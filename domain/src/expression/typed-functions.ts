import { isTimeZone, wallTime } from '../schedule/time-zone.ts'
import { containsAddress, containsNetwork, type Network } from '../values/addresses.ts'
import { canonicalNumber } from '../values/numbers.ts'
import type { Callable } from './functions.ts'
import { failEvaluation } from './evaluation-failure.ts'
import { NAMED_NUMBERS } from './named-numbers.ts'
import { kindOfOperand } from './operators.ts'
import { isTyped, readTyped, type Operand, type Typed } from './typed-values.ts'

const EXPECTED: Readonly<Record<Typed['kind'], string>> = {
  timestamp: 'an instant, such as 2026-03-01T12:00:00Z',
  duration: 'a duration, such as 24h or 1h30m',
  ip: 'an address',
  cidr: 'a network, such as 10.1.0.0/16',
  mac: 'a MAC address',
  version: 'a version, such as 6.0(9c)',
}

type Of<Kind extends Typed['kind']> = Extract<Typed, { kind: Kind }>

/** The value as one of a kind: it is one already, or text that spells one. */
function convert<Kind extends Typed['kind']>(kind: Kind, value: Operand, name: string): Of<Kind> {
  const typed = isTyped(value) ? value : typeof value === 'string' ? readTyped(kind, value) : undefined
  return typed?.kind === kind
    ? (typed as Of<Kind>)
    : failEvaluation(`${name}: ${kindOfOperand(value)} is not ${EXPECTED[kind]}`)
}

const converter = (kind: Typed['kind']): Callable => ({
  takes: [1, 1],
  call: ([value = null]) => convert(kind, value, kind),
})

/** `name(t, zone)`: what the clocks of a zone, by default UTC, show at an instant. */
function onClock(name: string, read: (shown: Date) => number): Callable {
  return {
    takes: [1, 2],
    call: ([value = null, zone = 'UTC']) => {
      const { milliseconds } = convert('timestamp', value, name)
      if (typeof zone !== 'string' || !isTimeZone(zone))
        return failEvaluation(`${name}: ${kindOfOperand(zone)} is not a time zone, such as Europe/Warsaw`)
      return read(new Date(wallTime(milliseconds, zone)))
    },
  }
}

/** `name(x)`, for values that text only spells. */
export const TYPED_FUNCTIONS: Readonly<Record<string, Callable>> = {
  timestamp: converter('timestamp'),
  duration: converter('duration'),
  ip: converter('ip'),
  cidr: converter('cidr'),
  mac: converter('mac'),
  version: converter('version'),
  number_of: { takes: [1, 1], call: ([value = null]) => numberOf(value) },
  hour: onClock('hour', (shown) => shown.getUTCHours()),
  // Sunday is 0 to JavaScript, and 7 here.
  weekday: onClock('weekday', (shown) => shown.getUTCDay() || 7),
  // The start of the run takes its place when variables are filled in.
  now: { takes: [0, 0], call: () => failEvaluation('now: the time is only known in a run') },
}

const networkOfValue = (value: Operand, name: string): Network => convert('cidr', value, name).network

/** `x.name(y)`, for networks and addresses. */
export const TYPED_METHODS: Readonly<Record<string, Callable>> = {
  family: { takes: [0, 0], call: ([value = null]) => convert('ip', value, 'family').address.family },
  prefixLength: { takes: [0, 0], call: ([value = null]) => networkOfValue(value, 'prefixLength').length },
  containsIP: {
    takes: [1, 1],
    call: ([network = null, address = null]) =>
      containsAddress(networkOfValue(network, 'containsIP'), convert('ip', address, 'containsIP').address),
  },
  containsCIDR: {
    takes: [1, 1],
    call: ([network = null, other = null]) =>
      containsNetwork(networkOfValue(network, 'containsCIDR'), networkOfValue(other, 'containsCIDR')),
  },
}

/** The number of a port or protocol that controllers write by name, or of text that spells a number. */
function numberOf(value: Operand): number {
  if (typeof value === 'number') return value
  const number = typeof value === 'string' ? (NAMED_NUMBERS.get(value) ?? canonicalNumber(value)) : undefined
  return number === undefined
    ? failEvaluation(`number_of: ${kindOfOperand(value)} is neither a number nor the name of one`)
    : Number(number)
}
