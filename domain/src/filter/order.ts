import type { Scalar } from '../canvas/canvas.ts'
import { textOf } from '../values/compare-texts.ts'
import { boundInstant, instantOf } from '../values/instants.ts'
import { canonicalNumber, compareNumbers } from '../values/numbers.ts'
import { isEmpty, type ValueTest } from './value-test.ts'

type Holds = (order: number) => boolean

/**
 * Empty values have no order. Nor has a word against a number: `mtu gt 1500` does not find `inherit`, though as text it
 * would be greater. Text that begins like a number still compares as text: `version ge 5.2` finds `5.2(1g)`. Against an
 * instant only instants have an order, whatever their offsets.
 */
export function ordered(bound: Scalar, holds: Holds): ValueTest {
  if (bound === null) return () => false
  const boundText = textOf(bound)
  const boundNumber = canonicalNumber(boundText)
  if (boundNumber !== undefined) return orderedByNumber(boundText, boundNumber, holds)
  const instant = boundInstant(boundText)
  return instant === undefined ? orderedByText(boundText, holds) : orderedByInstant(instant, holds)
}

function orderedByNumber(boundText: string, boundNumber: string, holds: Holds): ValueTest {
  return (value) => {
    if (isEmpty(value)) return false
    const text = textOf(value)
    const number = canonicalNumber(text)
    if (number !== undefined) return holds(compareNumbers(number, boundNumber))
    return /^[-+.0-9]/.test(text) && holds(text < boundText ? -1 : 1)
  }
}

function orderedByText(boundText: string, holds: Holds): ValueTest {
  return (value) => {
    if (isEmpty(value)) return false
    const text = textOf(value)
    return holds(text < boundText ? -1 : text > boundText ? 1 : 0)
  }
}

function orderedByInstant(bound: number, holds: Holds): ValueTest {
  return (value) => {
    const instant = isEmpty(value) ? undefined : instantOf(textOf(value))
    return instant !== undefined && holds(instant - bound)
  }
}

export function between([low, high]: readonly Scalar[]): ValueTest {
  const isFromLow = ordered(low ?? null, (order) => order >= 0)
  const isToHigh = ordered(high ?? null, (order) => order <= 0)
  return (value) => isFromLow(value) && isToHigh(value)
}
