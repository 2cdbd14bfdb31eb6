import type { CompareOperator, CompareValue, ScimFilter } from './filter-syntax.ts'

/** A value of an attribute; absent ones are undefined. */
export type AttributeValue = string | boolean | undefined
/** A value with sub-attributes, by their names in small letters. A map: clients also ask for `__proto__`. */
export type ComplexValue = ReadonlyMap<string, AttributeValue>

/**
 * Whether one value of a multi-valued attribute meets the filter in the brackets of a path. Texts are compared without
 * regard to case, as RFC 7643 has it for everything in our lists.
 */
export function matchesFilter(filter: ScimFilter, value: ComplexValue): boolean {
  switch (filter.kind) {
    case 'and':
      return filter.parts.every((part) => matchesFilter(part, value))
    case 'or':
      return filter.parts.some((part) => matchesFilter(part, value))
    case 'not':
      return !matchesFilter(filter.part, value)
    case 'present':
      return isPresent(value.get(filter.attribute))
    case 'compare':
      return matchValue(value.get(filter.attribute), filter.operator, filter.value)
    case 'value':
      return false
  }
}

const isPresent = (value: AttributeValue): boolean => value !== undefined && value !== ''

/** An absent value equals null alone. */
export function matchValue(value: AttributeValue, operator: CompareOperator, wanted: CompareValue): boolean {
  if (operator === 'ne') return !matchValue(value, 'eq', wanted)
  if (wanted === null || !isPresent(value)) return operator === 'eq' && wanted === null && !isPresent(value)
  if (typeof value === 'boolean') return operator === 'eq' && value === readBoolean(wanted)
  return matchText(String(value).toLowerCase(), operator, String(wanted).toLowerCase())
}

export function matchText(text: string, operator: Exclude<CompareOperator, 'ne'>, wanted: string): boolean {
  switch (operator) {
    case 'eq':
      return text === wanted
    case 'co':
      return text.includes(wanted)
    case 'sw':
      return text.startsWith(wanted)
    case 'ew':
      return text.endsWith(wanted)
    case 'gt':
      return text > wanted
    case 'ge':
      return text >= wanted
    case 'lt':
      return text < wanted
    case 'le':
      return text <= wanted
  }
}

/** Also as a text, in any case: Entra ID sends `"True"`. */
export function readBoolean(value: unknown): boolean | undefined {
  if (typeof value === 'boolean') return value
  if (typeof value !== 'string') return undefined
  const word = value.toLowerCase()
  return word === 'true' ? true : word === 'false' ? false : undefined
}
