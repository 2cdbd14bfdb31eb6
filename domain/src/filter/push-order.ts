import type { Scalar } from '../canvas/canvas.ts'
import { textOf } from '../values/compare-texts.ts'
import { DAY } from '../values/durations.ts'
import { boundInstant, instantText } from '../values/instants.ts'
import { canonicalNumber } from '../values/numbers.ts'
import { at, isNumeric, type Pushed, type PushedProperty } from './pushed.ts'

type Order = 'lt' | 'le' | 'gt' | 'ge'

/** Numeric properties may also hold words (`inherit`), which have a place in the controller's order but not in ours. */
export function pushOrder(op: Order, bound: Scalar, subject: PushedProperty): Pushed | undefined {
  if (isDate(subject)) return pushInstant(op, bound, subject)
  const value = textOf(bound)
  return isOrderable(bound, subject) ? { filter: { op, ...at(subject), value }, exact: false } : undefined
}

/** From the first to the second, both included. */
export function pushBetween([low = null, high = null]: readonly Scalar[], subject: PushedProperty): Pushed | undefined {
  const ends = isDate(subject)
    ? [widened(low, -DAY), widened(high, DAY)]
    : [low, high].map((end) => (isOrderable(end, subject) ? textOf(end) : undefined))
  const [from, to] = ends
  if (from === undefined || to === undefined) return undefined
  return { filter: { op: 'bw', ...at(subject), low: from, high: to }, exact: false }
}

/** The controller orders numeric properties as numbers and all others as text; we go by the values. */
function isOrderable(bound: Scalar, { info }: PushedProperty): boolean {
  const text = textOf(bound)
  if (canonicalNumber(text) !== undefined)
    return isNumeric(info) && text.length <= 15 && (info?.type === 'number' || !text.includes('.'))
  return info?.type === 'string' && boundInstant(text) === undefined && /^[A-Za-z][\w./: -]*$/.test(text)
}

/** Dates that objects of all classes, or records of changes and faults, have; known even without a class model. */
const WELL_KNOWN_DATES = new Set(['created', 'modTs', 'lastTransition'])

const isDate = ({ property, info }: PushedProperty): boolean =>
  info === undefined ? WELL_KNOWN_DATES.has(property) : info.type === 'date'

function pushInstant(op: Order, bound: Scalar, subject: PushedProperty): Pushed | undefined {
  const isUpper = op === 'lt' || op === 'le'
  const value = widened(bound, isUpper ? DAY : -DAY)
  return value === undefined
    ? undefined
    : { filter: { op: isUpper ? 'le' : 'ge', ...at(subject), value }, exact: false }
}

/**
 * The bound moved outwards by a day, in UTC without an offset. The controller may compare texts of different offsets,
 * or take the bound for local time: no offset is as long as a day, so no matching object is lost.
 */
function widened(bound: Scalar, milliseconds: number): string | undefined {
  const instant = boundInstant(textOf(bound))
  return instant === undefined ? undefined : instantText(instant + milliseconds)?.slice(0, 19)
}
