import { setImmediate as otherWork } from 'node:timers/promises'
import type { ParameterValue } from '@heddle/domain/parameters/parameter-value.ts'
import { textOf } from '@heddle/domain/values/compare-texts.ts'
import { compareNatural } from '@heddle/domain/values/natural-order.ts'

/** Looked at in one step: to sort a hundred thousand at once would hold up others for a second. */
const CHOICES_PER_STEP = 1_000

export type FoundChoices = { readonly choices: ParameterValue[]; readonly count: number }

/** The first choices, in natural order, of those that contain a text, ignoring case; and how many these are. */
export async function firstInOrder(
  all: Iterable<ParameterValue>,
  contained: string,
  most: number,
): Promise<FoundChoices> {
  const wanted = contained.toLowerCase()
  const first: ParameterValue[] = []
  let [count, seen] = [0, 0]
  for (const choice of all) {
    if (++seen % CHOICES_PER_STEP === 0) await otherWork()
    if (!textOf(choice).toLowerCase().includes(wanted)) continue
    count += 1
    const place = placeOf(choice, first)
    if (place === most) continue
    first.splice(place, 0, choice)
    if (first.length > most) first.pop()
  }
  return { choices: first, count }
}

/** After all that are not greater. */
function placeOf(choice: ParameterValue, sorted: readonly ParameterValue[]): number {
  const text = textOf(choice)
  let [low, high] = [0, sorted.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (compareNatural(textOf(sorted[middle]), text) <= 0) low = middle + 1
    else high = middle
  }
  return low
}
