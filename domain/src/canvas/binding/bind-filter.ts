import { instantText, spanOf } from '../../values/instants.ts'
import type { Condition, Filter, Operator, Scalar } from '../canvas.ts'
import { bindPattern } from './bind-pattern.ts'
import {
  asPlainText,
  bad,
  type FillFault,
  type Filled,
  fillText,
  fillValue,
  fillWhole,
  type Filling,
  type VariableValue,
  ok,
} from './fill-template.ts'
import { templateParts, wholePlaceholder } from './template.ts'

export type ReportFault = (fault: FillFault, path: string) => void

const LIST_OPERATORS: ReadonlySet<Operator> = new Set(['between', 'in', 'not_in', 'any_bit', 'all_bits'])

/** A filter with the variables in its values filled in; a faulty value is left as it is. */
export function bindFilter(filter: Filter, filling: Filling, path: string, report: ReportFault): Filter {
  if ('any' in filter)
    return { any: filter.any.map((item, index) => bindFilter(item, filling, `${path}.any.${index}`, report)) }
  if ('all' in filter)
    return { all: filter.all.map((item, index) => bindFilter(item, filling, `${path}.all.${index}`, report)) }
  if ('not' in filter) return { not: bindFilter(filter.not, filling, `${path}.not`, report) }
  if (filter.value === undefined) return filter
  const bound = bindConditionValue(filter.operator, filter.value, filling)
  if (bound.ok) return { ...filter, value: sinceWhen(filter.operator, bound.value, filling.now) }
  for (const fault of bound.faults) report(fault, `${path}.value`)
  return filter
}

type ConditionValue = NonNullable<Condition['value']> | null

/** The value of a condition with its variables filled in. A list is spread into the list around it. */
export function bindConditionValue(
  operator: Operator,
  value: ConditionValue,
  filling: Filling,
): Filled<ConditionValue> {
  if (value === null || typeof value === 'number' || typeof value === 'boolean') return ok(value)
  if (typeof value === 'object') return bindElements(value, filling)
  if (LIST_OPERATORS.has(operator))
    return wholePlaceholder(value) ? fillValue(value, filling) : bindCommaList(value, filling)
  return oneValue(operator === 'matches' ? bindPattern(value, filling) : fillValue(value, filling), operator)
}

/** The instant at which the span of a `since` begins; any other value as it is. */
export function sinceWhen(operator: Operator, value: ConditionValue, now: number): ConditionValue {
  const span = operator === 'since' && typeof value === 'string' ? spanOf(value) : undefined
  return span === undefined ? value : (instantText(now - span) ?? value)
}

function oneValue(filled: Filled<VariableValue>, operator: Operator): Filled<ConditionValue> {
  return filled.ok && typeof filled.value === 'object'
    ? bad(`${operator} takes one value, not a list: use in or not_in`)
    : filled
}

/** A comma in a value must not start another element, so the text is split before the values are filled in. */
function bindCommaList(template: string, filling: Filling): Filled<ConditionValue> {
  const parts = templateParts(template)
  return parts.some((part) => typeof part === 'object') ? bindElements(cutAtCommas(template), filling) : ok(template)
}

function cutAtCommas(template: string): readonly string[] {
  const elements = ['']
  for (const part of templateParts(template)) {
    const [first = '', ...others] = typeof part === 'string' ? part.split(',') : [asTemplate(part)]
    elements.push((elements.pop() ?? '') + first, ...others)
  }
  return elements.map((element) => element.trim())
}

const asTemplate = ({ name, default: fallback }: { readonly name: string; readonly default?: string }) =>
  `{{${name}${fallback === undefined ? '' : `=${fallback}`}}}`

function bindElements(elements: readonly Scalar[], filling: Filling): Filled<ConditionValue> {
  const filled = elements.map((element) =>
    typeof element === 'string' ? bindElement(element, filling) : ok([element]),
  )
  const faults = filled.flatMap((one) => (one.ok ? [] : one.faults))
  return faults.length > 0 ? { ok: false, faults } : ok(filled.flatMap((one) => (one.ok ? one.value : [])))
}

function bindElement(template: string, filling: Filling): Filled<readonly Scalar[]> {
  const whole = wholePlaceholder(template)
  const filled = whole ? fillWhole(whole, filling) : fillText(template, filling, asPlainText)
  if (!filled.ok) return filled
  return ok(typeof filled.value === 'object' ? filled.value : [filled.value])
}
