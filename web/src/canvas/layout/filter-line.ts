import { isWireObject } from '@heddle/domain/canvas/wire.ts'

const SIGNS: Readonly<Record<string, string>> = {
  eq: '=',
  ne: '≠',
  lt: '<',
  le: '≤',
  gt: '>',
  ge: '≥',
  in: 'is one of',
  not_in: 'is none of',
  any_bit: 'has any of',
  all_bits: 'has all of',
  starts_with: 'starts with',
  ends_with: 'ends with',
  is_empty: 'is empty',
  is_set: 'is set',
  in_subnet: 'in',
  contains_ip: 'contains',
}

/** A filter of a node in one line, also one that is half written: `name = {{tenant}}`. */
export function filterLine(filter: unknown): string {
  if (!isWireObject(filter)) return '?'
  if (Array.isArray(filter.any)) return group(filter.any, ' or ')
  if (Array.isArray(filter.all)) return group(filter.all, ' and ')
  if ('not' in filter) return `not (${filterLine(filter.not)})`
  const { property, operator, value } = filter
  const words = [plain(property), typeof operator === 'string' ? (SIGNS[operator] ?? operator) : '?']
  if (operator === 'between' && Array.isArray(value))
    return `${plain(property)} ${plain(value[0])} … ${plain(value[1])}`
  if (value !== undefined) words.push(Array.isArray(value) ? value.map(plain).join(', ') : plain(value))
  return words.join(' ')
}

const group = (filters: readonly unknown[], word: string): string =>
  filters.map((filter) => (isGroup(filter) ? `(${filterLine(filter)})` : filterLine(filter))).join(word) || '?'

const isGroup = (filter: unknown): boolean =>
  isWireObject(filter) && (Array.isArray(filter.any) || Array.isArray(filter.all))

function plain(value: unknown): string {
  if (value === undefined) return '?'
  if (value === '') return '""'
  return typeof value === 'string' ? value : JSON.stringify(value)
}
