import type { Condition, Scalar } from '../canvas/canvas.ts'
import type { Problem } from '../canvas/problem.ts'
import { NAMED_NUMBERS } from '../expression/named-numbers.ts'
import { listValue } from '../filter/list-value.ts'
import type { ClassModel } from '../mim/model.ts'
import { textOf } from '../values/compare-texts.ts'
import { canonicalNumber } from '../values/numbers.ts'

/** Operators that order numbers. */
const ORDER: ReadonlySet<string> = new Set(['lt', 'le', 'gt', 'ge', 'between'])
const EQUALITY: ReadonlySet<string> = new Set(['eq', 'ne', 'in', 'not_in'])
const MOST_NAMED = 5

/**
 * Warns when numbers are compared of which the controller writes some as names: a port is `https`, which is neither
 * above 440 nor equal to 443.
 */
export function namedNumberWarning(
  classNames: readonly string[],
  { property, operator, value }: Condition,
  model: ClassModel,
): Pick<Problem, 'code' | 'message'>[] {
  const infos = classNames.map((name) => model.find(name)?.properties?.get(property))
  const names = [...new Set(infos.flatMap((info) => info?.named_numbers ?? []))]
  const compared = names.length === 0 ? [] : comparedNames(operator, listValue(value), names)
  if (compared.length === 0) return []
  const examples = compared.slice(0, MOST_NAMED).map((name) => name.replace('=', ' for '))
  const message =
    `the controller writes some numbers of ${property} as names, such as ${examples.join(', ')}, which are not compared as numbers: ` +
    (compared.every(isConverted)
      ? `a filter step with number_of(${property}) compares them`
      : 'name them in a filter of their own')
  return [{ code: 'named_number', message }]
}

/** Whether `number_of` gives a name the number that the class model says. */
function isConverted(named: string): boolean {
  const end = named.lastIndexOf('=')
  return NAMED_NUMBERS.get(named.slice(0, end)) === Number(named.slice(end + 1))
}

/** The names that the comparison concerns: all if it orders, else those of the numbers it names. */
function comparedNames(operator: string, values: readonly Scalar[], names: readonly string[]): readonly string[] {
  if (ORDER.has(operator)) return names
  if (!EQUALITY.has(operator)) return []
  const numbers = new Set(values.flatMap((value) => (value === null ? [] : (canonicalNumber(textOf(value)) ?? []))))
  return names.filter((name) => numbers.has(name.slice(name.lastIndexOf('=') + 1)))
}
