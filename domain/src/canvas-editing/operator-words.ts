import type { Operator } from '../canvas/canvas.ts'

/** Every operator, in the order they are offered, and how it reads. */
export const OPERATOR_WORDS: Readonly<Record<Operator, string>> = {
  eq: 'is',
  ne: 'is not',
  contains: 'contains',
  starts_with: 'starts with',
  ends_with: 'ends with',
  matches: 'matches',
  in: 'is one of',
  not_in: 'is none of',
  lt: 'less than',
  le: 'at most',
  gt: 'more than',
  ge: 'at least',
  between: 'between',
  any_bit: 'has any of',
  all_bits: 'has all of',
  since: 'since',
  in_subnet: 'in subnet',
  contains_ip: 'contains address',
  overlaps: 'overlaps',
  is_empty: 'is empty',
  is_set: 'is set',
}
