import type { Condition, Filter, Operator, Scalar, Variables } from '../canvas.ts'
import { bindPattern } from './bind-pattern.ts'
import { asPlainText, bad, type Fault, type Filled, fillText, fillValue, type Given, givenValue, ok } from './fill-template.ts'
import { templateParts, wholePlaceholder } from './template.ts'

export type ReportFault = (fault: Fault, path: string) => void

const LIST_OPERATORS: ReadonlySet<Operator> = new Set(['between', 'in', 'not_in', 'any_bit', 'all_bits'])

/** A filter with the variables in its values filled in; a faulty value is left as it is. */
export function bindFilter(filter: Filter, variables: Variables, path: string, report: ReportFault): Filter {
  if ('any' in filter) return { any: filter.any.map((item, index) => bindFilter(item, variables, `${path}.any.${index}`, report)) }
  if ('all' in filter) return { all: filter.all.map((item, index) => bindFilter(item, variables, `${path}.all.${index}`, report)) }
  if ('not' in filter) return { not: bindFilter(filter.not, variables, `${path}.not`, report) }
  if (filter.value === undefined) return filter
  const bound = bindConditionValue(filter.operator, filter.value, variables)
  if (bound.ok) return { ...filter, value: bound.value }
  for (const fault of bound.faults) report(fault, `${path}.value`)
  return filter
}

type ConditionValue = NonNullable<Condition['value']> | null

/** The value of a condition with its variables filled in. A list is spread into the list around it. */
export function bindConditionValue(operator: Operator, value: ConditionValue, variables: Variables): Filled<ConditionValue> {
  if (value === null || typeof value === 'number' || typeof value === 'boolean') return ok(value)
  if (typeof value === 'object') return bindElements(value, variables)
  if (LIST_OPERATORS.has(operator)) return wholePlaceholder(value) ? fillValue(value, variables) : bindCommaList(value, variables)
  return oneValue(operator === 'matches' ? bindPattern(value, variables) : fillValue(value, variables), operator)
}

function oneValue(filled: Filled<Given>, operator: Operator): Filled<ConditionValue> {
  return filled.ok && typeof filled.value === 'object' ? bad(`${operator} takes one value, not a list: use in or not_in`) : filled
}

/** A comma in a value must not start another element, so the text is split before the values are filled in. */
function bindCommaList(template: string, variables: Variables): Filled<ConditionValue> {
  const parts = templateParts(template)
  return parts.some((part) => typeof part === 'object') ? bindElements(cutAtCommas(template), variables) : ok(template)
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

function bindElements(elements: readonly Scalar[], variables: Variables): Filled<ConditionValue> {
  const filled = elements.map((element) => (typeof element === 'string' ? bindElement(element, variables) : ok([element])))
  const faults = filled.flatMap((one) => (one.ok ? [] : one.faults))
  return faults.length > 0 ? { ok: false, faults } : ok(filled.flatMap((one) => (one.ok ? one.value : [])))
}

function bindElement(template: string, variables: Variables): Filled<readonly Scalar[]> {
  const whole = wholePlaceholder(template)
  const filled = whole ? givenValue(whole, variables) : fillText(template, variables, asPlainText)
  if (!filled.ok) return filled
  return ok(typeof filled.value === 'object' ? filled.value : [filled.value])
}
