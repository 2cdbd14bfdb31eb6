import type { Filter, TimeRange } from '../canvas/canvas.ts'
import { hasHistory, timePropertyOf } from '../mim/history-classes.ts'
import type { ClassModel } from '../mim/model.ts'
import { DAY } from '../values/durations.ts'
import { boundInstant, instantText } from '../values/instants.ts'

/** How the objects of a class are limited to a range of time. */
export type TimeLimit = {
  /** What has to hold, checked here. */
  readonly conditions: readonly Filter[]
  /** What the controller is asked for instead of these conditions; undefined for a class without history. */
  readonly asked: string | undefined
}

/** Both ends belong to the range, which must be bound and valid. */
export function timeLimit(range: TimeRange, className: string, model: ClassModel): TimeLimit {
  const property = timePropertyOf(className, model)
  const { from, to } = range
  const conditions: readonly Filter[] = [
    ...(from === undefined ? [] : [{ property, operator: 'ge', value: from } as const]),
    ...(to === undefined ? [] : [{ property, operator: 'le', value: to } as const]),
  ]
  return { conditions, asked: hasHistory(className, model) ? askedRange(range) : undefined }
}

// The controller takes no open ends. No record is older; and 2037 is the last whole year that 32 bits can count.
const FIRST = Date.UTC(1970, 0, 1)
const LAST = Date.UTC(2037, 11, 31)

/**
 * The range moved outwards by a day, without an offset: the controller may take it for UTC or for its own local time,
 * and no offset is as long as a day. Undefined for times that no record has.
 */
function askedRange({ from, to }: TimeRange): string | undefined {
  const start = from === undefined ? FIRST : (boundInstant(from) ?? NaN) - DAY
  const end = to === undefined ? LAST : (boundInstant(to) ?? NaN) + DAY
  const texts = [start, end].map((instant) => instantText(instant)?.slice(0, 19))
  return start > end || texts.includes(undefined) ? undefined : texts.join('|')
}
